import { field, isObject, stringAt } from '../../fleet/json.ts';
import type { KubeObject } from '../../fleet/object.ts';
import { appliedManifest, LAST_APPLIED_PATH } from './content/applied-note.ts';
import { asWanted } from './content/comparable.ts';
import { missingFrom } from './content/equal.ts';
import { contentManagers, isManaging } from './content/field-managers.ts';
import { pointerPath } from './content/pointer-path.ts';

/** A deployed object as the hub's own admission made it. */
interface Rewritten {
  /** The manifest with what the hub has in place of it. */
  readonly manifest: KubeObject;
  /** Where it was rewritten, as JSON pointers. */
  readonly at: readonly string[];
}

/**
 * A mutating webhook or policy of the hub rewrites objects as they are applied: an image by its digest, a sidecar beside the containers. Then
 * the note of `kubectl apply` is what was deployed, and nobody but its writer has anything to do with the place that differs. An image with
 * the digest of the deployed tag behind it is the same image, whoever wrote it. `undefined` where a difference may be another's.
 */
export function asHubRewrote(live: KubeObject, manifest: KubeObject): Rewritten | undefined {
  const isNoted = isAppliedAs(live, manifest);
  const at: string[] = [];
  for (let wanted = manifest; at.length <= MOST;) {
    const pointer = missingFrom(live, asWanted(wanted));
    if (pointer === undefined) return { manifest: wanted, at };
    const way = pointerPath(pointer, live, asWanted(wanted));
    const last = way.at(-1);
    if (last === undefined || at.includes(pointer)) return undefined;
    const isOurs = isPinned(last.live, last.wanted) || (isNoted && !isManagedByOthers(live, way));
    if (!isOurs) return undefined;
    at.push(pointer);
    wanted = withValue(
      wanted,
      way.map(({ key }) => key),
      last.live,
    ) as KubeObject;
  }
  return undefined;
}

/** Whoever rewrites more than this makes other objects of them. */
const MOST = 50;

/** Kubernetes names an image by tag and digest alike; the digest decides. */
function isPinned(live: unknown, wanted: unknown): boolean {
  return typeof live === 'string' && typeof wanted === 'string' && wanted !== '' && live.startsWith(`${wanted}@sha256:`);
}

/** The note is what was deployed: all of it, and of the content nothing more. What a GitOps tool adds to be found again are labels and annotations. */
function isAppliedAs(live: KubeObject, manifest: KubeObject): boolean {
  const applied = appliedManifest(live);
  if (applied === undefined || missingFrom(asWanted(applied), asWanted(manifest)) !== undefined) return false;
  const { metadata: _metadata, ...content } = asWanted(applied);
  return missingFrom(asWanted(manifest), content) === undefined;
}

/** Anybody but the writer of the note; `true` as well where the object does not tell. */
function isManagedByOthers(live: KubeObject, way: Parameters<typeof isManaging>[1]): boolean {
  const managers = contentManagers(live);
  if (managers.length <= 1) return managers.length === 0;
  if (managers.some(({ fields }) => fields === undefined)) return true;
  const others = managers.filter((manager) => !isManaging(manager, LAST_APPLIED_PATH));
  return others.length === managers.length || others.some((manager) => isManaging(manager, way));
}

function withValue(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target)) return target.map((item: unknown, index) => (String(index) === key ? withValue(item, rest, value) : item));
  return { ...(isObject(target) ? target : {}), [key]: withValue(field(target, key), rest, value) };
}

/** What was rewritten, in one clause an object. */
export function rewrittenText({ kind, metadata }: KubeObject, at: readonly string[]): string {
  return `the hub's admission rewrote ${kind} ${stringAt(metadata, 'name') ?? ''} at ${at.slice(0, SHOWN).join(', ')}${at.length > SHOWN ? ` and ${String(at.length - SHOWN)} more` : ''}`;
}

const SHOWN = 3;
