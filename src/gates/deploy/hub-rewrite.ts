import { stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import { asWanted, asWritten } from './content/comparable.ts';
import { missingFrom } from './content/equal.ts';
import { contentManagers, isManaging, LAST_APPLIED_PATH } from './content/field-managers.ts';
import { pointerPath } from './content/pointer-path.ts';
import { typeRules } from './content/type-rules.ts';
import { withValue } from './content/with-value.ts';

/** A deployed object as the hub's own admission changed it. */
interface Rewritten {
  /** The manifest with the hub's values at the rewritten places. */
  readonly manifest: KubeObject;
  /** The rewritten places, as JSON pointers. */
  readonly at: readonly string[];
  /** It is not proven who appended the digest to the tag of an image: an earlier deploy may have. */
  readonly isAssumed: boolean;
}

/**
 * A mutating webhook or policy of the hub rewrites objects as they are applied: it adds a digest to an image, or a sidecar to the
 * containers. Then the annotation of `kubectl apply` equals the deployed object, and only its writer owns the place that differs. An item
 * that was added to a list has no owner, because admission runs after field managers are recorded (Kubernetes
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers). That proves the rewrite after a server-side apply too, which writes no annotation.
 * `undefined` if another writer may have made the difference.
 */
export function asHubRewrote(live: KubeObject, manifest: KubeObject): Rewritten | undefined {
  const isNoted = isAppliedAs(live, manifest);
  const type = typeRules(live);
  const at: string[] = [];
  let isAssumed = false;
  for (let wanted = manifest; at.length <= MOST;) {
    const pointer = missingFrom(live, asWanted(wanted), '', type);
    if (pointer === undefined) return { manifest: wanted, at, isAssumed };
    const path = pointerPath(pointer, live, asWanted(wanted));
    const last = path.at(-1);
    if (last === undefined || at.includes(pointer)) return undefined;
    const isShown = (isNoted && !isManagedByOthers(live, path)) || isInjected(live, path, { ...last, pointer });
    if (!isShown && !isPinned(last.live, last.wanted)) return undefined;
    isAssumed ||= !isShown;
    at.push(pointer);
    wanted = withValue(
      wanted,
      path.map(({ key }) => key),
      last.live,
    ) as KubeObject;
  }
  return undefined;
}

/** With more rewrites than this, it is another object. */
const MOST = 50;

/** An image may have a tag and a digest. */
function isPinned(live: unknown, wanted: unknown): boolean {
  return typeof live === 'string' && typeof wanted === 'string' && wanted !== '' && live.startsWith(`${wanted}@sha256:`);
}

/**
 * Whether the annotation equals the deployed object, with no other content. Labels and annotations are ignored, because GitOps tools add
 * some to track their objects.
 */
function isAppliedAs(live: KubeObject, manifest: KubeObject): boolean {
  const applied = lastApplied(live);
  const type = typeRules(live);
  if (applied === undefined || missingFrom(asWritten(applied), asWritten(manifest), '', type) !== undefined) return false;
  const { metadata: _metadata, ...content } = asWritten(applied);
  return missingFrom(asWritten(manifest), content, '', type) === undefined;
}

/** Whether a manager other than the writer of the annotation owns the place; `true` also if the object does not show it. */
function isManagedByOthers(live: KubeObject, path: FieldPath): boolean {
  const managers = contentManagers(live);
  if (managers.length <= 1) return managers.length === 0;
  if (managers.some(({ fields }) => fields === undefined)) return true;
  const others = managers.filter((manager) => !isManaging(manager, LAST_APPLIED_PATH));
  return others.length === managers.length || others.some((manager) => isManaging(manager, path));
}

/** Whether the list holds all deployed items in their order, and its other items have no manager, although the list has one. */
function isInjected(
  live: KubeObject,
  path: FieldPath,
  { live: held, wanted, pointer }: { readonly live: unknown; readonly wanted: unknown; readonly pointer: string },
): boolean {
  if (!Array.isArray(held) || !Array.isArray(wanted) || held.length <= wanted.length) return false;
  const type = typeRules(live);
  const managers = contentManagers(live);
  if (managers.some(({ fields }) => fields === undefined) || !managers.some((manager) => isManaging(manager, path))) return false;
  const extra = held.filter((item: unknown) => !wanted.some((each: unknown) => missingFrom([item], [each], pointer, type) === undefined));
  const own = held.filter((item: unknown) => !extra.includes(item));
  if (missingFrom(own, wanted, pointer, type) !== undefined) return false;
  return extra.every((item: unknown) => !managers.some((manager) => isManaging(manager, [...path, { key: '', live: item }])));
}

type FieldPath = Parameters<typeof isManaging>[1];

/** The rewritten places, one clause for each object. */
export function rewrittenText({ kind, metadata }: KubeObject, at: readonly string[]): string {
  return `the hub's admission rewrote ${kind} ${stringAt(metadata, 'name') ?? ''} at ${listed(at, 3)}`;
}
