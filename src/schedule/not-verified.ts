import { unseenReason, type HubListing, type Interest } from '../fleet/kubefleet/hub-state.ts';
import { PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { listed } from '../fleet/text/listed.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import { mayBeSamePlacement } from './change/removed-placements.ts';
import {
  clustersWithoutProperties,
  needsUnknownProperties,
  hasOpenName,
  isUnresolved,
  keyOf,
  refOfPlacement,
  type Base,
  type PlanContext,
  type Planned,
} from './plan-context.ts';
import { neededInterests } from '../selection/needed-interests.ts';

const CLUSTER_SCOPED = ['ClusterSchedulingPolicySnapshot', 'ClusterResourceBinding'];
const NAMESPACED = ['SchedulingPolicySnapshot', 'ResourceBinding'];

/** An override of the hub that fails stops the rollout on its clusters. */
export const OVERRIDES_UNREAD = 'Overrides that exist only on the hub are not in this plan, because they could not be read.';

/** The parts of a placement's plan that depend on unknown facts about the tree or the hub, in whole sentences. */
export function notVerified(placement: Planned, context: PlanContext): readonly string[] {
  return [
    ...unknownInTree(placement),
    ...unknownInBase(placement, context),
    ...unknownOfClusters(placement, context),
    ...unreadOfHub(placement, context),
  ];
}

/** An unknown policy is not listed here: it is the reason why nothing is planned. */
function unknownInTree({ unresolved = [] }: Planned): readonly string[] {
  if (unresolved.includes('')) return ['A kustomization patches this placement; this is the plan of the file without the patches.'];
  if (unresolved.some((pointer) => pointer.startsWith('/spec/resourceSelectors')))
    return ['Its selectors contain a variable that is not expanded, so its selection is not known.'];
  return [];
}

/** A placement that the hub may already have is not new. */
function unknownInBase(placement: Planned, { base, input: { objects } }: PlanContext): readonly string[] {
  if (isUnresolved(placement)) return [];
  const before = base?.placements.get(keyOf(placement));
  if (before !== undefined && isUnresolved(before))
    return ['Its policy in the base is not known, so its clusters in the base are not known either.'];
  if (base === undefined || before !== undefined) return [];
  const kept = keysOf(objects);
  const mayBe = openlyNamed(base).find((other) => !kept.has(keyOf(other)) && mayBeSamePlacement(other, placement));
  return mayBe === undefined ? [] : [`${displayName(refOfPlacement(mayBe))} of the base may be this placement: its name is not known.`];
}

const openlyNamed = oncePer(({ placements }: Base): readonly Planned[] => [...placements.values()].filter(hasOpenName));
const keysOf = oncePer((objects: readonly Planned[]): ReadonlySet<string> => new Set(objects.map(keyOf)));

/** Manifests of member clusters show only labels and taints. */
function unknownOfClusters(placement: Planned, { input }: PlanContext): readonly string[] {
  return needsUnknownProperties(placement, input)
    ? [`It asks for properties of the clusters, which ${clustersWithoutProperties(input)} do not have.`]
    : [];
}

/** Nothing if no hub was read. */
function unreadOfHub(placement: Planned, { input, content }: PlanContext): readonly string[] {
  const { hub, target = 'v0.3' } = input;
  if (hub === undefined) return [];
  const kinds = placement.object.kind === 'ResourcePlacement' ? NAMESPACED : CLUSTER_SCOPED;
  const place = kinds === NAMESPACED && placement.namespace !== undefined ? { namespace: placement.namespace } : {};
  const [held] = kinds.flatMap((kind) => unread(hub, { group: PLACEMENT_GROUP, kind, ...place }) ?? []);
  const needed = neededInterests([placement], content, target, 'contents').filter((interest) => unread(hub, interest) !== undefined);
  const unseen = [...new Map(needed.map((interest) => [`${interest.group}/${interest.kind}`, interest.kind])).values()];
  return [
    ...(held === undefined ? [] : [`Its current clusters are not known, so it is planned as if it had none: ${held}.`]),
    ...(unseen.length === 0
      ? []
      : [`Objects of ${listed(unseen, 5, 'kinds')} that exist only on the hub are not in this plan, because they could not be read.`]),
    ...(overridesDenied(hub, place.namespace) ? [OVERRIDES_UNREAD] : []),
    ...(hub.apis === undefined ? ['The kinds of the hub could not be listed, so custom kinds are known only from the files.'] : []),
  ];
}

/** Whether the hub refuses to list overrides of what the placement selects. */
function overridesDenied(hub: HubListing, namespace: string | undefined): boolean {
  const isDenied = (kind: string): boolean => hub.visibility({ group: PLACEMENT_GROUP, kind }, namespace).kind === 'denied';
  return isDenied('ResourceOverride') || (namespace === undefined && isDenied('ClusterResourceOverride'));
}

/** Why the hub's objects are not known. A kind that the hub does not serve has no objects. */
function unread(hub: HubListing, { namespace, ...type }: Interest): string | undefined {
  const visibility = hub.visibility(type, namespace);
  return visibility.kind === 'notServed' ? undefined : unseenReason(visibility);
}
