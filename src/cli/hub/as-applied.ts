import { ConfigError } from '../../errors.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { childPointer, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field, isObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { familiarName, imageParts } from '../../static/images/image-reference.ts';
import { imagesAnywhere } from '../../static/images/images-of.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { withValue } from '../../static/world/with-value.ts';
import type { Invocation } from '../command-line/invocation.ts';

/**
 * The manifests as the deploy step applied them: with the images of `--image`, and without the fields of `--ignore-fields`. A replaced or
 * removed value is known, even if the file has a placeholder there.
 * @throws {ConfigError} an image or a field that no manifest has, or that cannot be left out; an image with two references
 */
export function asApplied(manifests: readonly Manifest[], invocation: Invocation): readonly Manifest[] {
  const images = invocation.values('image').map((text) => imageOf(text, invocation));
  checkGivenOnce(images, invocation);
  const fields = invocation.values('ignore-fields').map((text) => ({ text, ...fieldOf(text, manifests, invocation) }));
  if (images.length + fields.length === 0) return manifests;
  const used = new Set<unknown>();
  const applied = manifests.map((manifest) => withoutFields(withImages(manifest, images, used), fields, used));
  const unusedImage = images.find((image) => !used.has(image));
  if (unusedImage !== undefined) {
    const names = manifests.flatMap(({ object }) => imagesAnywhere(object).map(({ text }) => imageParts(text).name));
    const meant = names.find((name) => familiarName(name) === familiarName(unusedImage.name)) ?? nearest(unusedImage.name, names);
    const there = [...new Set(names)].toSorted();
    const step =
      meant !== undefined
        ? `did you mean ${meant}?`
        : there.length === 0
          ? 'they name no image, so leave it out, or name the manifests that were applied'
          : `name one of theirs (${listed(there, 5)}), or leave it out if the deploy step does not replace it`;
    throw new ConfigError(
      `${invocation.named('image')} ${unusedImage.text}: there is no image ${unusedImage.name} in the manifests; ${step}`,
    );
  }
  const unusedField = fields.find((each) => !used.has(each));
  if (unusedField !== undefined)
    throw new ConfigError(
      `${invocation.named('ignore-fields')} ${unusedField.text}: no manifest has this field, or the object that it would be in (the spec of KubeFleet's own objects is always compared); check each name of the pointer`,
    );
  return applied;
}

interface AppliedImage {
  readonly text: string;
  readonly name: string;
  readonly reference: string;
}

interface IgnoredField {
  readonly text: string;
  readonly keys: readonly string[];
  /** Whether it may be a field that only the deploy step adds. A field of KubeFleet's own objects is none, in any object. */
  readonly mayBeAdded: boolean;
}

/** `NAME=REF` as `kustomize edit set image` has it, or a whole reference as in `images` of Azure/k8s-deploy. Both compare names as they are written. */
function imageOf(text: string, { named }: Invocation): AppliedImage {
  const at = text.indexOf('=');
  const [name, reference] = at === -1 ? [imageParts(text).name, text] : [text.slice(0, at), text.slice(at + 1)];
  const isOpen = at === -1 && imageParts(text).name === text;
  if (name === '' || reference === '' || isOpen || /[:@]$/.test(text) || /\s/.test(text))
    throw new ConfigError(`${named('image')} ${text}: write NAME=REF, or NAME:TAG`);
  return { text, name, reference: reference.startsWith(':') || reference.startsWith('@') ? `${name}${reference}` : reference };
}

/** A deploy step that gets two references of one image sets one after the other, and only the last one remains. */
function checkGivenOnce(images: readonly AppliedImage[], { named }: Invocation): void {
  for (const [index, image] of images.entries()) {
    const other = images.slice(0, index).find(({ name, reference }) => name === image.name && reference !== image.reference);
    if (other !== undefined)
      throw new ConfigError(
        `${named('image')} ${other.text} and ${image.text}: both are for the image ${image.name}; give only the one that the deploy step set last`,
      );
  }
}

/** The gate proves the content of an object, so its identity, or all of it, cannot be left out. */
function fieldOf(text: string, manifests: readonly Manifest[], { named }: Invocation): Omit<IgnoredField, 'text'> {
  const keys = pointerKeys(text);
  const [first, second] = keys;
  const isNaming = first === 'metadata' && (second === undefined || !['annotations', 'labels'].includes(second));
  if (!text.startsWith('/') || keys.length < 2 || keys.includes('') || isNaming || first === '*' || second === '*')
    throw new ConfigError(
      `${named('ignore-fields')} ${text}: write the JSON pointer of a field below spec, data, or the labels or annotations, such as /spec/template/spec/containers/*/image`,
    );
  const isOfFleet = ({ object }: Manifest): boolean => isFleetObject(object) && pointersAt(object, keys).next().done !== true;
  return { keys, mayBeAdded: first === 'metadata' || !manifests.some(isOfFleet) };
}

function withImages(manifest: Manifest, images: readonly AppliedImage[], used: Set<unknown>): Manifest {
  return imagesAnywhere(manifest.object).reduce((changed, { at, text }) => {
    const given = images.filter(({ name }) => name === imageParts(text).name);
    const [image] = given;
    if (image === undefined) return changed;
    for (const each of given) used.add(each);
    return withValue(changed, at, image.reference);
  }, manifest);
}

/** The `spec` of KubeFleet's own objects is always compared. */
function withoutFields(manifest: Manifest, fields: readonly IgnoredField[], used: Set<unknown>): Manifest {
  const isOfFleet = isFleetObject(manifest.object);
  return fields.reduce((before, ignored) => {
    if (isOfFleet && ignored.keys[0] !== 'metadata') return before;
    const changed = ignored.keys[0] === 'metadata' ? withMetadataMap(before, ignored.keys[1]) : before;
    const found = namesOf(changed.object, ignored.keys).flatMap((keys) => [
      ...pointersAt(changed.object, keys),
      ...(ignored.mayBeAdded ? addedAt(changed.object, keys) : []),
    ]);
    if (found.length > 0) used.add(ignored);
    return found.reduce((less, keys) => withValue(less, keys.reduce<string>(childPointer, ''), undefined), changed);
  }, manifest);
}

/** A deploy step may add labels or annotations also to an object without any. */
function withMetadataMap(manifest: Manifest, map = ''): Manifest {
  const { object } = manifest;
  if ((map !== 'labels' && map !== 'annotations') || isObject(object.metadata[map])) return manifest;
  return { ...manifest, object: { ...object, metadata: { ...object.metadata, [map]: {} } } };
}

/** The pointers of one field: what `stringData` of a Secret writes is in `data` of the hub's object, where a difference is reported. */
function namesOf({ kind }: KubeObject, keys: readonly string[]): readonly (readonly string[])[] {
  const [first = '', ...rest] = keys;
  return kind === 'Secret' && DATA_OF_SECRET.includes(first) ? DATA_OF_SECRET.map((name) => [name, ...rest]) : [keys];
}

const DATA_OF_SECRET: readonly string[] = ['data', 'stringData'];

/** The places that a pointer with stars leads to. */
function* pointersAt(value: unknown, [key, ...rest]: readonly string[], before: readonly string[] = []): Generator<readonly string[]> {
  if (key === undefined) yield before;
  if (key === undefined || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) if (key === '*' || key === name) yield* pointersAt(inner, rest, [...before, name]);
}

/** The places at which a deploy step may add the field: all of the pointer but its last name is there, and no similar name. */
function* addedAt(object: unknown, keys: readonly string[]): Generator<readonly string[]> {
  const last = keys.at(-1) ?? '*';
  for (const parent of last === '*' ? [] : pointersAt(object, keys.slice(0, -1))) {
    const place = parent.reduce<unknown>((at, key) => field(at, key), object);
    if (isObject(place) && !Object.hasOwn(place, last) && nearest(last, Object.keys(place)) === undefined) yield [...parent, last];
  }
}
