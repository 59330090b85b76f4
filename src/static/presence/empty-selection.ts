import { mistyped } from '../answers/mistyped.ts';
import { manifestContent } from '../world/manifest-content.ts';
import { areTogether, type Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { Selector } from '../world/selectors.ts';
import type { World } from '../world/world.ts';
import { candidatesOf, hasContent, matchedBy, matchedElsewhere, mayMatch, selectsOnHub } from '../placing/candidates.ts';
import { candidatePlacements } from '../placing/placement-candidates.ts';

/** What is known of a selector that matches none of the manifests. */
export interface EmptySelection {
  /** The names of the objects of its kind. */
  readonly others: readonly string[];
  /** The name that was probably meant. */
  readonly meant: string | undefined;
  /** Namespaces that have an object that the selector matches. */
  readonly elsewhere: readonly string[];
  /** Whether the base has an object that it matches. */
  readonly removed: boolean;
  /** Whether the hub was read, and has no such object. */
  readonly isSeen: boolean;
  /** Whether it is probably a mistake. If not, the object may be created elsewhere. */
  readonly isReported: boolean;
  readonly isCertain: boolean;
}

/**
 * `undefined` if the selector matches an object of the manifests or of the hub, or may match one whose name or labels are not known. The
 * manifests show a mistake only if they contain similar objects: other objects of that kind in that namespace and none that matches, a
 * match in another namespace, or other contents of the namespace and no such workload.
 * @param home the namespace whose objects it selects
 */
export function emptySelection(
  selector: Selector,
  home: string | undefined,
  placement: Manifest,
  world: World,
): EmptySelection | undefined {
  const { reach } = selector;
  const name = selector.name === '' ? undefined : selector.name;
  const namespace = reach.kind === 'objects' && reach.inHome === true ? home : undefined;
  const onHub = selectsOnHub(selector, home, world);
  if (onHub === true || matchedBy(selector, home, world).length > 0) return undefined;
  const candidates = candidatesOf(selector, home, world);
  const removed = world.before(placement) !== undefined && matchedBefore(selector, home, world) && candidates.every(isKnown);
  if (!removed && mayMatch(selector, home, world)) return undefined;
  const meant = name === undefined ? undefined : mistyped(name, candidates.map(nameOf));
  const others = meant === undefined && namespace !== undefined ? matchedElsewhere(selector, namespace, world) : [];
  const elsewhere = [...new Set(others.flatMap((other) => other.namespace ?? []))].toSorted();
  const isOpen = others.length > 0 || (name !== undefined && isHeldHere(selector, namespace, placement, world));
  const isLeft = (candidate: Manifest): boolean => areTogether(candidate, placement) && candidatePlacements(candidate, world).length === 0;
  const isSilent = candidates.length === 0 ? !isOpen : meant === undefined && name !== undefined && !isOpen && !candidates.some(isLeft);
  // Without a likely name, the object may be made elsewhere (by a generator, a chart, another repository), and folders may be for
  // different hubs.
  const isCertain = meant !== undefined || (removed && !world.hasUnread) || others.some((other) => areTogether(other, placement));
  const isLikely = !hasContent(selector, world) && (!isSilent || onHub !== undefined);
  const isReported = (removed || isLikely) && (isCertain || !world.hasUnread);
  return { others: candidates.map(nameOf), meant, elsewhere, removed, isSeen: onHub !== undefined, isReported, isCertain };
}

function matchedBefore(selector: Selector, home: string | undefined, world: World): boolean {
  const base = world.base();
  return base !== undefined && matchedBy(selector, home, base).length > 0;
}

function isKnown(candidate: Manifest): boolean {
  return isNamed(candidate) && isResolved(candidate, '/metadata/labels');
}

/** Whether the manifests contain the contents of the selector's namespace, so that a missing object is reported. */
function isHeldHere(selector: Selector, namespace: string | undefined, placement: Manifest, world: World): boolean {
  if (namespace === undefined) return false;
  if (candidatesOf(selector, namespace, world).some((candidate) => candidate.namespace === namespace)) return true;
  const { reach } = selector;
  return reach.kind === 'objects' && WORKLOADS.has(reach.objectKind) && holdsWorkloads(namespace, placement, world);
}

/**
 * Kinds that are usually in git together with the rest of their namespace. Secrets, ConfigMaps and custom resources are often created
 * elsewhere.
 */
const WORKLOADS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Service']);

function holdsWorkloads(namespace: string, placement: Manifest, world: World): boolean {
  const there = manifestContent(world)
    .inNamespace(namespace)
    .map(({ item }) => item);
  const isWorkload = (item: Manifest): boolean => WORKLOADS.has(item.object.kind) && areTogether(item, placement);
  return there.some(isWorkload) && there.every(isNamed);
}
