import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { ApprovalRequest } from '../../gates/approval/approval-requests.ts';
import { placedWorkloads, type PlacedWorkload, podEvidence } from '../../gates/approval/pod-evidence.ts';
import { type Soak, soakOf } from '../../gates/approval/soak.ts';
import { type Compared, type Evidence, stageEvidence } from '../../gates/approval/stage-evidence.ts';
import { unseenBesideClauses } from '../../gates/deploy/beside-content.ts';
import { deployedObjects } from '../../gates/deploy/deployed-object.ts';
import type { MemberReader } from '../../gates/hub/member-reader.ts';
import { JUDGED_ONCE } from '../../gates/memory.ts';
import { absentNext } from '../../gates/observations/run/next-clusters.ts';
import { isStrategyOf } from '../../gates/rollout/other-strategy.ts';
import { contentFor } from '../../gates/rollout/placement-context.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { viewMembers } from '../../gates/view/member.ts';
import { type PlacementView, viewPlacement } from '../../gates/view/placement.ts';
import { seenObjects, typeOf } from '../../gates/view/seen.ts';
import type { RunView } from '../../gates/view/run.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { Terms } from '../../terms.ts';
import { defined } from '../command-line/invocation.ts';
import { notJudgedObjects } from '../hub/not-judged-objects.ts';
import type { Seen } from './approve-run.ts';
import type { Query } from './prometheus.ts';

/** What else must be proven. */
export interface Asked {
  /** The objects of the deploy, if they are given: the run must have their content. */
  readonly manifests?: readonly KubeObject[];
  /** Fields that were left out of the comparison. */
  readonly ignoredFields: readonly string[];
  readonly terms: Terms;
  /** Milliseconds. */
  readonly soak: number;
  readonly members?: MemberReader;
  readonly query?: Query;
}

/**
 * All evidence for a request: clusters and content, then how long, then pods, then the query, which is asked only if the rest is proven.
 */
export async function gatherEvidence(request: ApprovalRequest, at: Seen, asked: Asked): Promise<Evidence> {
  const { hub, run, gate } = at;
  const [gated] = gate.runs;
  if (gated === undefined) return { clusters: [], proven: [], notProven: ['the run was not checked'], waits: [] };
  const compared = asked.manifests && comparedPart(at, asked.manifests, asked.ignoredFields);
  const wanted = { terms: asked.terms, hasQuery: asked.query !== undefined, ...defined({ compared }) };
  const found = stageEvidence({ run: gated, outcome: gate.outcome as TargetOutcome }, request, wanted);
  if (found.notProven.length > 0) return found;
  const unread = found.clusters.length === 0 ? [] : UNREAD.filter(({ kind }) => seenObjects(hub, kind) === undefined);
  if (unread.length > 0) return { ...found, notProven: unread.map(({ text }) => text) };
  const view = placementOf(at);
  const bindings = view?.bindings ?? [];
  const soak: Soak =
    asked.soak === 0 ? { proven: [], waits: [], notProven: [] } : soakOf({ hub, run, bindings }, found.clusters, asked.soak);
  const pods =
    asked.members === undefined ? NOTHING : await podsOn(found.clusters, view, { hub, members: asked.members, window: asked.soak });
  // Nothing can be proven about clusters that the approval starts, but their silence is known.
  const silent = absentNext(run, { hub, members: viewMembers(hub, JUDGED_ONCE, 0) });
  const others = [{ proven: silent, notProven: [] }, soak, ...pods];
  const notProven = others.flatMap((each) => each.notProven);
  const isOpen = notProven.length + soak.waits.length > 0;
  const query = asked.query === undefined || isOpen ? [] : [await asked.query.ask()];
  return {
    clusters: found.clusters,
    proven: [...found.proven, ...[...others, ...query].flatMap((each) => each.proven)],
    notProven: [...notProven, ...query.flatMap((each) => each.notProven)],
    waits: soak.waits,
    ...(soak.until === undefined ? {} : { until: soak.until }),
  };
}

function comparedPart({ hub, run, gate }: Seen, manifests: readonly KubeObject[], ignoredFields: readonly string[]): Compared {
  const placement = placementObject(hub, run);
  const strategies = manifests.filter((object) => isStrategyOf(object, run));
  return {
    hasContent: placement === undefined || contentFor(hub, placement, manifests).length > 0,
    isPart: (gate.unplaced ?? []).length + notJudgedObjects(gate, manifests).length > 0,
    ignoredFields,
    unseen: unseenBesideClauses(deployedObjects(hub, strategies, JUDGED_ONCE)),
  };
}

/** The conditions of a member that is dead stay True, and a binding may be ahead of its Works for a moment. */
const UNREAD = [
  {
    kind: 'MemberCluster',
    text: 'MemberClusters cannot be read, so it is not known whether the clusters still answer: grant list and watch on them',
  },
  {
    kind: 'Work',
    text: 'Works cannot be read, so it is not known whether the clusters have the content of the snapshot: grant list and watch on them',
  },
] as const;
const NOTHING: readonly Found[] = [];

type Found = Pick<Evidence, 'proven' | 'notProven'>;

function placementObject(hub: HubState, run: RunView): KubeObject | undefined {
  return hub.get(typeOf(kindInScopeOf(run.ref, 'ResourcePlacement')), run.ref.namespace, run.placementName);
}

function placementOf({ hub, run }: Seen): PlacementView | undefined {
  const placement = placementObject(hub, run);
  return placement && viewPlacement(hub, placement);
}

async function podsOn(
  clusters: readonly string[],
  view: PlacementView | undefined,
  { hub, members, window }: { readonly hub: Seen['hub']; readonly members: MemberReader; readonly window: number },
): Promise<readonly Found[]> {
  const readable = clusters.filter((cluster) => members.clusters.has(cluster));
  const others = clusters.filter((cluster) => !members.clusters.has(cluster));
  const unread = others.length === 0 ? [] : [{ proven: [`pods were not read on ${others.join(', ')}`], notProven: [] }];
  if (view?.bindings === undefined || view.works === undefined)
    return [...unread, { proven: [], notProven: ['the workloads are not known, because bindings or Works cannot be read'] }];
  const placed = Map.groupBy(placedWorkloads(view.bindings, view.works, new Set(readable)), ({ cluster }) => cluster);
  const found = await Promise.all(
    readable.map(async (cluster): Promise<Found> => {
      const workloads = placed.get(cluster) ?? [];
      if (workloads.length === 0) return { proven: [`no workload with pods is on ${cluster}`], notProven: [] };
      return podEvidence(cluster, workloads, await namespacesOn(cluster, workloads, members), { now: hub.now, window });
    }),
  );
  return [...found, ...unread];
}

async function namespacesOn(
  cluster: string,
  workloads: readonly PlacedWorkload[],
  members: MemberReader,
): Promise<ReadonlyMap<string, readonly KubeObject[] | undefined>> {
  const namespaces = [...new Set(workloads.map(({ object }) => object.namespace))];
  return new Map(await Promise.all(namespaces.map(async (namespace) => [namespace, await members.read(cluster, namespace)] as const)));
}
