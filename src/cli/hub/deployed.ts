import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../errors.ts';
import { displayName, objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { withArticle } from '../../fleet/text/with-article.ts';
import { startOf, type Manifest } from '../../static/world/manifest.ts';
import { withOutsideJudged } from '../../static/compare/outside-judged.ts';
import { isTakenFromFolder } from '../../static/read/files/searched-names.ts';
import { isNearFleetObject } from '../../static/read/files/near-fleet-objects.ts';
import { directoryOf } from '../../static/read/kustomize/kustomization.ts';
import { notKnown } from '../../static/read/placeholders/not-known.ts';
import type { OtherDocument } from '../../static/read/read-result.ts';
import { readManifests } from '../../static/read/read-manifests.ts';
import { repositoryFacts } from '../git/repository-facts.ts';
import { withLeftOut } from '../git/sparse-checkout.ts';
import type { Io } from '../process/io.ts';
import { asApplied } from './as-applied.ts';
import type { NotEvaluated } from '../../finding.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { unreadTemplates } from './unread-templates.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';
import { objectKeyOf } from '../../static/world/identity.ts';

/** What `--manifests` has. */
export interface Deployed {
  /** Absent if the flag was not given. */
  readonly manifests?: readonly KubeObject[];
  /** Templates of objects that none of the manifests is; absent without the flag. */
  readonly templates?: readonly string[];
  /** Whole sentences about what is not compared with the hub. */
  readonly notes: readonly string[];
}

/**
 * The objects of the deploy (`--manifests`). One unreadable object is an error: a gate without it would pass although it was not checked.
 * @throws {ConfigError} a file that does not parse, a template, an unexpanded variable, an object without a name, no objects, one object
 * twice with different content, or something else than objects in a file that is named by itself
 */
export async function readDeployed(invocation: Invocation, io: Io): Promise<Deployed> {
  const { named } = invocation;
  const paths = invocation.values('manifests');
  if (paths.length === 0) return { notes: [] };
  const stdin = paths.includes('-') ? { stdin: await io.stdin() } : {};
  const found = await readManifests(paths, {
    cwd: io.cwd,
    render: { what: 'off', whyOff: 'a gate uses what was applied', env: {} },
    repository: repositoryFacts(io),
    ...stdin,
  });
  const read = await withLeftOut(found, paths, io);
  // A gate proves the content that it is given, which may be only a part of what is in a namespace.
  const isBeside = isNearFleetObject(read);
  const { manifests: all, problems, notEvaluated, others = [] } = await withOutsideJudged(read, ({ file }) => isBeside(directoryOf(file)));
  const [problem] = problems;
  if (problem !== undefined) throw new ConfigError(`${named('manifests')} ${problem.file}:${problem.line}: ${problem.message}`);
  const given = new Set(paths.map((path) => resolve(io.cwd, path)));
  const isNamed = ({ file }: Placed): boolean => file === STDIN || given.has(resolve(io.cwd, file));
  const isTaken = (placed: Placed): boolean => isTakenFromFolder(placed.file) || isNamed(placed);
  const wrong = others.find(isNamed);
  if (wrong !== undefined)
    throw new ConfigError(
      `${named('manifests')} ${wrong.file}:${wrong.line}: this document ${wrong.says}; name only files that were applied`,
    );
  const left = [...new Set(all.filter((manifest) => !isTaken(manifest)).map(({ file }) => file))];
  const written = all.filter(isTaken);
  // What an overlay makes is not known, so an image or a field of it is not either.
  const unrendered = notEvaluated.find(({ object, rendered }) => object === undefined && rendered !== undefined);
  const manifests = unrendered === undefined ? asApplied(written, invocation) : written;
  const unread = unrendered ?? notEvaluated.find((entry) => !isKnownNow(entry, written, manifests) && !isComparedWithout(entry, manifests));
  if (unread !== undefined) {
    const byImage = isOpenImage(unread, manifests) ? `, or the image with ${named('image', 'NAME=REF')}` : '';
    const byHelm = unread.reason.includes('; run: helm template ')
      ? '; after helm install or upgrade, helm get manifest NAME prints them'
      : '';
    throw new ConfigError(
      `${named('manifests')} ${unread.file}:${unread.line}: ${withoutFullStop(unread.reason)}; give the rendered manifests, exactly as they were applied${byImage}${byHelm}`,
    );
  }
  if (manifests.length === 0)
    throw new ConfigError(
      `${named('manifests')} ${paths.join(' ')}: it contains no Kubernetes object; name the files that were just deployed`,
    );
  const nameless = manifests.find(({ object }) => object.metadata.name === '');
  if (nameless !== undefined) {
    const { file, line } = startOf(nameless);
    throw new ConfigError(
      `${named('manifests')} ${file}:${line}: ${withArticle(nameless.object.kind)} without metadata.name cannot be found on the hub; give it the name that it has there`,
    );
  }
  const objects = oneOfEach(manifests, named('manifests'));
  const templates = unreadTemplates(paths, io.cwd, objects);
  return {
    manifests: objects,
    templates,
    notes: [...notTakenText(left), ...othersText(others.filter(isTaken)), ...templatesText(templates)],
  };
}

type Placed = Pick<OtherDocument, 'file'>;

const STDIN = '-';

function notTakenText(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  return [`Not read, because \`kubectl apply -f\` takes only .yaml, .yml and .json from a folder, in small letters: ${listed(files, 5)}.`];
}

function templatesText(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  return [`Not compared with the hub, because templates are not read: ${listed(files, 5)}; give the manifests as they were applied.`];
}

/** Values of charts and files of other programs are among manifests, so they are no error. */
function othersText(documents: readonly OtherDocument[]): readonly string[] {
  if (documents.length === 0) return [];
  const files = [...new Set(documents.map(({ file }) => file))];
  return [`Not compared with the hub, because these files have documents that are not Kubernetes objects: ${listed(files, 5)}.`];
}

/** Whether an entry is about a placeholder of an object that has none any more. @param applied in the order of `written` */
function isKnownNow({ object, file }: NotEvaluated, written: readonly Manifest[], applied: readonly Manifest[]): boolean {
  if (object === undefined) return false;
  const key = objectKey(object);
  const about = written.flatMap((manifest, index) => (manifest.file === file && objectKeyOf(manifest) === key ? [index] : []));
  return about.length > 0 && about.every((index) => written[index]?.unresolved.length !== 0 && applied[index]?.unresolved.length === 0);
}

/** Whether an entry is about values of SOPS that the gate compares without: not those of KubeFleet's objects, names and labels. */
function isComparedWithout({ object, file, reason }: NotEvaluated, manifests: readonly Manifest[]): boolean {
  if (object === undefined || reason !== notKnown('ENC[')) return false;
  const about = manifests.filter((manifest) => manifest.file === file && objectKeyOf(manifest) === objectKey(object));
  return about.every(
    (manifest) => !isFleetObject(manifest.object) && !manifest.unresolved.some((at) => /^\/(?:metadata|apiVersion|kind)(?:\/|$)/.test(at)),
  );
}

/** Whether the only open fields of its object are images. */
function isOpenImage({ object, file }: NotEvaluated, manifests: readonly Manifest[]): boolean {
  const key = object === undefined ? undefined : objectKey(object);
  const open = manifests
    .filter((manifest) => manifest.file === file && objectKeyOf(manifest) === key)
    .flatMap(({ unresolved }) => unresolved);
  return open.length > 0 && open.every((pointer) => pointer.endsWith('/image'));
}

/** `kubectl apply` sends both, and the second one remains. The files do not show which one that was. Identical copies are one object. */
function oneOfEach(manifests: readonly Manifest[], flag: string): readonly KubeObject[] {
  const first = new Map<string, { readonly manifest: Manifest; readonly object: KubeObject }>();
  for (const manifest of manifests) {
    const object = withNamespace(manifest);
    const ref = refOf(object);
    const known = first.get(objectKey(ref));
    if (known === undefined) first.set(objectKey(ref), { manifest, object });
    else if (!isDeepStrictEqual(known.object, object))
      throw new ConfigError(
        `${flag} ${placeOf(known.manifest)} and ${placeOf(manifest)}: both contain ${displayName(ref)}, with different content; give only the one that was applied last`,
      );
  }
  return [...first.values()].map(({ object }) => object);
}

function placeOf(manifest: Manifest): string {
  const { file, line } = startOf(manifest);
  return `${file}:${line}`;
}

/** The object as the deploy sends it, in the namespace that its kustomization sets. */
function withNamespace({ object, namespace }: Manifest): KubeObject {
  if (namespace === undefined || object.metadata.namespace === namespace) return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}
