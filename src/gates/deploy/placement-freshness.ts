import { groupOf, isDeleting, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { DeployedObject } from './deployed-object.ts';
import { namedObjects } from './named-objects.ts';
import { outdatedInWorks } from './outdated-in-works.ts';
import { selectionGap } from './selection-gap.ts';
import type { Gap } from './selection-gap.ts';
import { uncomparedFacts } from './unproven.ts';
import { unreadOverrideClauses, unseenClauses } from './unseen-kinds.ts';
import { freshAgainstDeploy, freshAgainstHub, freshnessOfGroups } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { PlacementView } from '../view/placement.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';

/**
 * Whether the placement rolls out this deploy. A deploy may change only a policy, an override or the placement itself, and no selected
 * object. Such a deploy is compared with the hub's own objects, and so is one that was not described.
 * @param expected the objects of the deploy this placement selects; `undefined` if the deploy was not described
 * @param early whether a snapshot with more selected objects may still come
 */
export function placementFreshness(
  hub: HubState,
  view: PlacementView,
  expected: readonly DeployedObject[] | undefined,
  early: () => boolean,
): Freshness {
  const content = expected === undefined || expected.length === 0 ? undefined : expected;
  if (view.groups === undefined) return assumedFreshness(view, content ?? []);
  const freshness = view.external ? externalFreshness(hub, view, content) : freshnessOfGroups(view.groups, content, liveLookup(hub));
  if (freshness.kind !== 'fresh') return freshness;
  const held = freshness.group?.objects ?? [];
  const gap = selectionGap(hub, view.object, held, content === undefined) ?? (view.external ? undefined : removalGap(hub, held));
  if (gap === undefined) {
    const { unread, absent } = namedObjects(hub, view.object, held);
    const found = expected === undefined ? noting(withoutManifests(freshness), uncomparedFacts(hub, view, freshness.group)) : freshness;
    const unseen = [...unseenClauses(hub, view.object, held), ...unreadOverrideClauses(hub, view.bindings ?? []), ...unread];
    return noting(assumedFor(found, unseen), absent);
  }
  const ref = refOf(gap.object);
  const message = `resource snapshot ${String(freshness.index)} ${gap.why}: ${ref.kind} ${ref.name}`;
  // While a snapshot holds a removed object, members keep it. An empty snapshot places nothing on members, however long the next one takes.
  if (view.external || gap.kind === 'left' || held.length === 0 || early()) return { kind: 'stale', object: ref, message };
  return { ...freshness, proof: 'assumed', note: message };
}

/** A fresh result is only assumed if there are clauses about unseen facts; they are added to its note. */
export function assumedFor(freshness: Freshness, unseen: readonly string[]): Freshness {
  return freshness.kind === 'fresh' && unseen.length > 0 ? noting({ ...freshness, proof: 'assumed' }, unseen) : freshness;
}

/** Adds clauses to the note of a fresh result. */
export function noting(freshness: Freshness, clauses: readonly string[]): Freshness {
  return freshness.kind === 'fresh' ? { ...freshness, note: [freshness.note, ...clauses].join('; ') } : freshness;
}

/** Without the manifests, the hub itself defines the content to roll out; that it is the intended content is not proven. */
export function withoutManifests(freshness: Freshness): Freshness {
  return freshness.kind === 'fresh' ? { ...freshness, proof: 'assumed', note: `${DEPLOY_UNKNOWN}; ${freshness.note}` } : freshness;
}

export const DEPLOY_UNKNOWN = 'what was deployed is not known';

/** An object that the snapshot still holds and the hub does not. Another snapshot must follow, and members keep the object until then. */
export function removalGap(hub: HubState, held: readonly KubeObject[]): Gap | undefined {
  return removalGaps(hub, held)[0];
}

export function removalGaps(hub: HubState, held: readonly KubeObject[]): readonly Gap[] {
  const live = liveLookup(hub);
  return held.flatMap((object): readonly Gap[] => {
    const found = live(object);
    if (found === null) return [{ object, kind: 'left', why: 'still holds what was removed from the hub' }];
    const isLeaving = found !== undefined && isDeleting(found);
    return isLeaving ? [{ object: found, kind: 'left', why: 'still holds what is being deleted on the hub' }] : [];
  });
}

/** The hub's own object by identity: `undefined` if its kind cannot be read, `null` if it does not exist. */
export function liveLookup(hub: HubState): (object: KubeObject) => KubeObject | null | undefined {
  return (object) => {
    const type = { group: groupOf(object.apiVersion), kind: object.kind };
    if (hub.visibility(type, object.metadata.namespace).kind !== 'seen') return undefined;
    return hub.get(type, object.metadata.namespace, object.metadata.name) ?? null;
  };
}

/**
 * Used if resource snapshots cannot be read. The status lists the selected objects, and Works show old content. Otherwise, only the time
 * since the deploy indicates that its content is rolled out.
 */
function assumedFreshness(view: PlacementView, content: readonly DeployedObject[]): Freshness {
  const index = view.observedIndex;
  if (index === undefined) return { kind: 'stale', message: 'the placement has not observed a resource snapshot yet' };
  const outdated = outdatedInWorks(view, content);
  if (outdated !== undefined)
    return {
      kind: 'stale',
      object: outdated,
      message: `every Work still holds ${outdated.kind} ${outdated.name} as it was before this deploy`,
    };
  const missing = content.filter(({ ref }) => !view.selected.has(objectKey(ref))).map(({ ref }) => ref);
  if (missing.length === 0) return { kind: 'fresh', proof: 'assumed', index, note: 'the index the placement shows' };
  const names = missing.map((ref) => `${ref.kind} ${ref.name}`).join(', ');
  return { kind: 'notCarried', index, objects: missing, message: `status.selectedResources does not hold ${names}` };
}

/** Other snapshots than that of `index` with the same content. If a change was reverted, several hold it, and a run may use any of them. */
export function equalGroups(
  hub: HubState,
  view: PlacementView,
  expected: readonly DeployedObject[] | undefined,
  index: number,
): readonly SnapshotGroup[] {
  return wholeGroups(view).filter((group) => group.index !== index && groupFreshness(hub, group, expected).kind === 'fresh');
}

function wholeGroups({ groups = [] }: PlacementView): readonly SnapshotGroup[] {
  return groups.filter((group) => group.whole);
}

function groupFreshness(hub: HubState, group: SnapshotGroup, expected: readonly DeployedObject[] | undefined): Freshness {
  return expected === undefined ? freshAgainstHub(group, liveLookup(hub)) : freshAgainstDeploy(group, expected);
}

/** Under External a run chooses the snapshot, so any snapshot with the deploy is accepted; the newest such one is used. */
function externalFreshness(hub: HubState, view: PlacementView, expected: readonly DeployedObject[] | undefined): Freshness {
  const answers = wholeGroups(view).map((group) => groupFreshness(hub, group, expected));
  const fresh = answers.find((answer) => answer.kind === 'fresh');
  const none: Freshness = {
    kind: 'stale',
    message: 'no resource snapshot has been taken yet; under strategy External an update run takes it',
  };
  const best = fresh ?? answers[0] ?? none;
  return best.kind === 'notCarried'
    ? { kind: 'stale', message: best.message, ...(best.isAsOnHub === true ? { isAsOnHub: true } : {}) }
    : best;
}
