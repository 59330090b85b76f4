import { lacksRequired } from '../../admission/lacks-required.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { isObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';

/** What kustomizations and charts make, and how they use files. */
export interface Makers {
  /** All that they make, and all other manifests. */
  readonly made: readonly Manifest[];
  /** The overlays that use a file; see `BuiltTree`. */
  readonly users: (file: string) => readonly string[];
  /** Whether helm has rendered a chart from a file. */
  readonly isOfChart: (file: string) => boolean;
  /** The files that kustomizations name as patches. */
  readonly patchFiles: ReadonlySet<string>;
}

/**
 * Returns whether an object of a new file is judged by what kustomizations and charts make of it:
 *
 * - A chart makes the same object: one of another content shows that helm reads the file in another way than kubectl.
 * - A kustomization makes an object from the file, and may change it as it does with all others.
 * - Another file, such as a patch, is a part of an object that an overlay with this file makes. If nothing is left of it, it may be listed
 *   only to be hidden, and namesakes mean nothing.
 */
export function isMadeBy(makers: Makers): (written: Manifest) => boolean {
  const { made, users, isOfChart } = makers;
  const byKind = Map.groupBy(made, ({ object }) => object.kind);
  return (written) => {
    const { file, object } = written;
    const isAnyName = isOnlyPatch(written, makers);
    // A prefix or suffix may be added to a name.
    const namesakes = (byKind.get(object.kind) ?? []).filter(
      (each) => isAnyName || each.object.metadata.name.includes(object.metadata.name),
    );
    const own = namesakes.filter((each) => each.file === file);
    if (isOfChart(file)) return own.some((each) => isInNamespaceOf(each, written) && isSame(contentOf(object), contentOf(each.object)));
    if (own.length > 0) return true;
    const overlays = new Set(users(file));
    return namesakes.some(
      (each) =>
        each.overlay !== undefined &&
        overlays.has(each.overlay) &&
        // Without kustomize it is not known what a patch makes.
        (each.unresolved.includes('') || isPart(contentOf(object), contentOf(each.object))),
    );
  };
}

/**
 * Whether an object can only be a patch: a hub would not create it, or it is content without a namespace. With a `target`, the name of a
 * patch means nothing.
 */
export function isOnlyPatch({ file, object, namespace }: Manifest, { patchFiles }: Pick<Makers, 'patchFiles'>): boolean {
  return patchFiles.has(file) && (isFleetObject(object) ? lacksRequired(object) : namespace === undefined);
}

function isInNamespaceOf({ namespace }: Manifest, written: Manifest): boolean {
  return written.namespace === undefined || written.namespace === namespace || written.namespace.includes(EXPRESSION);
}

/** Whether helm makes the second value of the first one. A text of the first with an expression in it may become any text. */
export function isSame(written: unknown, made: unknown): boolean {
  if (typeof written === 'string' && written.includes(EXPRESSION)) return true;
  if (Array.isArray(written))
    return Array.isArray(made) && made.length === written.length && written.every((each, index) => isSame(each, made[index]));
  if (!isObject(written)) return written === made;
  const keys = isObject(made) ? Object.keys(made) : [];
  return keys.length === Object.keys(written).length && keys.every((key) => isSame(written[key], (made as typeof written)[key]));
}

/** Whether a value has all of a patch. */
function isPart(patch: unknown, whole: unknown): boolean {
  if (Array.isArray(patch))
    return Array.isArray(whole) && patch.every((each) => hasDirective(each) || whole.some((other) => isPart(each, other)));
  if (!isObject(patch)) return patch === whole;
  const fields = isObject(whole) ? whole : undefined;
  return (
    fields !== undefined &&
    Object.entries(patch).every(
      ([key, value]) => key.startsWith('$') || (value === null ? (fields[key] ?? null) === null : isPart(value, fields[key])),
    )
  );
}

/** Of a strategic merge patch, such as `$patch: delete`. */
function hasDirective(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, '$patch');
}

/** Labels and annotations that are added to all objects do not matter. */
export function contentOf({ apiVersion: _version, metadata: _metadata, ...content }: KubeObject): object {
  return content;
}

const EXPRESSION = '{{';
