import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { withoutGoPrint } from '../../../fleet/kubernetes/go-print.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { nearest } from '../../../fleet/text/nearest.ts';
import { fleetAnnotation } from '../../../fleet/kubefleet/fleet-metadata.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { policyOf } from '../../../fleet/kubefleet/placement-policy.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import { askedClusters, latestPolicySnapshot } from '../../view/placement.ts';
import type { PlacementView } from '../../view/placement.ts';
import { isCurrent } from '../../view/seen.ts';
import { msSinceLatest } from '../failing-since.ts';
import { quotedMessage } from '../quoted-message.ts';
import { refusedSelector } from './refused-selector.ts';
import { unclearPolicy } from './unclear-policy.ts';
import { unmatchedLabels } from './unmatched-labels.ts';

/** Observations from the Scheduled condition of this generation (KubeFleet pkg/controllers/placement/placement_status.go). */
export function schedulingObservations(context: PlacementContext): readonly Observation[] {
  const { view, hub } = context;
  const base = { scope: 'placement', step: 'Scheduled', target: view.ref, object: view.ref } as const;
  const condition = view.conditions.get('Scheduled');
  if (view.conditions.size === 0) {
    const lastedMs = msSinceLatest(hub, view.object.metadata.creationTimestamp);
    return [{ ...base, fact: 'not-reconciled', evidence: ['status has no conditions'], lastedMs }];
  }
  if (!isCurrent(condition, view.generation)) {
    const evidence = [
      `Scheduled was observed at generation ${String(condition?.observedGeneration)}, the placement is at ${String(view.generation)}`,
      ...unprocessed(view),
      ...unclearPolicy(view),
    ];
    return [{ ...base, fact: 'scheduling-unanswered', evidence, words: { unprocessed: 'true' } }];
  }
  if (condition === undefined) return [];
  if (condition.status === 'Unknown') {
    const lacks = lackingInPolicy(view);
    const lack = lacks === undefined ? [] : [`spec.policy is ${view.policy.type} and has no ${lacks}`];
    const old = unprocessed(view);
    const evidence = [...lack, ...old, quote(condition), ...unclearPolicy(view)];
    const words = { ...(lacks === undefined ? {} : { lacks }), ...(old.length === 0 ? {} : { unprocessed: 'true' }) };
    return [{ ...base, fact: 'scheduling-unanswered', evidence, lastedMs: unansweredFor(context, condition), words }];
  }
  if (condition.reason === 'SchedulingPolicyUnfulfilled')
    return unfulfilled(context, condition).map((seen) => ({ ...seen, lastedMs: msSinceLatest(hub, condition.lastTransitionTime) }));
  if (condition.status === 'False')
    return [
      {
        ...base,
        object: duplicateIn(condition.message) ?? view.ref,
        condition,
        evidence: [quote(condition)],
        words: refusedSelector(view.object, condition.message),
      },
    ];
  const picked = view.clusters.length + view.unnamed.length + (view.bindings ?? []).filter((binding) => !binding.leaving).length;
  if (picked > 0 || !isNoneFound(condition)) return [];
  return [
    {
      ...base,
      fact: 'zero-clusters',
      evidence: [...shortage(context, condition), ...removedText(view)],
      words: { asked: String(askedClusters(view) ?? 'all'), ...fleetSize(context), ...lackOfNamespace(reasonsIn(view)) },
    },
  ];
}

/** The hub agent notes on the policy snapshot which generation of the placement it was made for; the scheduler decides only after that. */
function unprocessed(view: PlacementView): readonly string[] {
  const object = latestPolicySnapshot(view)?.object;
  const noted = Number.parseInt((object && fleetAnnotation(object, 'CRP-generation')) ?? '', 10);
  if (object === undefined || Number.isNaN(noted) || noted >= (view.generation ?? 0)) return [];
  return [`policy snapshot ${object.metadata.name} is for generation ${String(noted)}, the placement is at ${String(view.generation)}`];
}

/**
 * The time since the first edit without an answer. Later edits keep the condition Unknown, so the time is known only for a spec as it was
 * created. The hub agent itself edits a new ResourcePlacement once, to fill in its strategy.
 */
function unansweredFor({ hub, view }: PlacementContext, condition: Condition): number | undefined {
  const untouched = view.object.kind === 'ResourcePlacement' ? 2 : 1;
  return (view.generation ?? Infinity) <= untouched ? msSinceLatest(hub, condition.lastTransitionTime) : undefined;
}

export function quote(condition: Condition): string {
  return `${condition.type} ${condition.status} ${condition.reason}: ${quotedMessage(condition.message)}`;
}

/** A policy that lacks a field its type needs is never processed (KubeFleet pkg/scheduler/framework/framework.go). */
function lackingInPolicy(view: PlacementView): string | undefined {
  const { placementType, clusterNames, numberOfClusters } = policyOf(view.object);
  if (placementType === 'PickFixed' && clusterNames.length === 0) return 'clusterNames';
  return placementType === 'PickN' && numberOfClusters === undefined ? 'numberOfClusters' : undefined;
}

/** Only the message has the number. */
function isNoneFound({ message }: Condition): boolean {
  return /found 0 cluster/.test(message);
}

function unfulfilled(context: PlacementContext, condition: Condition): readonly Observation[] {
  const { view } = context;
  const asked = askedClusters(view);
  const most = context.members?.size;
  const words = {
    ...(isNoneFound(condition) ? { found: '0' } : {}),
    ...(asked !== undefined && most !== undefined && most < asked ? { most: String(most) } : {}),
    asked: asked === undefined ? 'more clusters' : counted(asked),
  };
  const base = { scope: 'placement', step: 'Scheduled', target: view.ref, object: view.ref, words } as const;
  if (view.policy.type !== 'PickFixed')
    return [{ ...base, condition, evidence: shortage(context, condition), words: { ...words, ...lackOfNamespace(reasonsIn(view)) } }];
  const scheduled = new Set(view.clusters.map((entry) => entry.cluster));
  return view.policy.clusterNames
    .filter((cluster) => !scheduled.has(cluster))
    .map((cluster) => {
      const unknown = unknownCluster(context, cluster);
      const why = [...view.unnamed.map((entry) => withoutGoPrint(entry.message)), ...decisions(view)].filter(
        (text) => text.includes(`"${cluster}"`) || text.startsWith(`${cluster}: `),
      );
      return {
        ...base,
        fact: 'cluster-not-scheduled',
        cluster,
        evidence: [...unknown, ...new Set(why), quote(condition)],
        words: { ...words, ...lackOfNamespace(why), ...(unknown.length > 0 ? { isUnknown: 'true' } : {}) },
      };
    });
}

/** A name that no member has, with the most similar one. */
function unknownCluster({ members }: PlacementContext, name: string): readonly string[] {
  if (members === undefined || members.size === 0 || members.has(name)) return [];
  const meant = nearest(name, [...members.keys()].toSorted());
  return [`there is no cluster ${name} in the fleet${meant === undefined ? '' : `, the nearest is ${meant}`}`];
}

/**
 * Why there are too few clusters, the most probable reason first: labels that no cluster has, a number larger than the fleet, the
 * scheduler's reasons against the others. The fleet is omitted if the members cannot be read.
 */
function shortage(context: PlacementContext, condition: Condition): readonly string[] {
  const { view, members } = context;
  const asked = view.policy.type === 'PickN' ? askedClusters(view) : undefined;
  const fleet = members === undefined ? [] : [members.size === 0 ? 'the fleet has no cluster' : `the fleet has ${counted(members.size)}`];
  const demand = [[...(asked === undefined ? [] : [`asked for ${counted(asked)}`]), ...fleet].join('; ')].filter((text) => text !== '');
  const reasons = [...decisions(view), ...undecidedText(view)];
  const isEnough = members !== undefined && asked !== 0 && members.size >= (asked ?? 1);
  const rest = isEnough ? [...reasons, ...demand] : [...demand, ...reasons];
  return [...unmatchedLabels(context), ...rest, quote(condition)];
}

function fleetSize({ members }: PlacementContext): { readonly fleet?: string } {
  return members === undefined ? {} : { fleet: String(members.size) };
}

/** Zero clusters may be what was wanted (KubeFleet pull requests 588 and 719), so the report names what is removed. */
function removedText({ bindings = [] }: PlacementView): readonly string[] {
  const clusters = [...new Set(bindings.map(({ cluster }) => cluster))].toSorted();
  return clusters.length === 0 ? [] : [`its objects are being removed from ${listed(clusters, 5)}`];
}

function counted(clusters: number): string {
  return `${String(clusters)} ${clusters === 1 ? 'cluster' : 'clusters'}`;
}

/**
 * Why clusters were not picked, in the scheduler's words; at most 20 are recorded (KubeFleet
 * pkg/controllers/placement/placement_status.go).
 */
function decisions(view: PlacementView): readonly string[] {
  const targets = listAt(latestPolicySnapshot(view)?.object, 'status', 'targetClusters');
  const left = targets.filter(
    (target) => !(typeof target === 'object' && target !== null && 'selected' in target && target.selected === true),
  );
  const byReason = Map.groupBy(left, (target) => withoutGoPrint(stringAt(target, 'reason') ?? ''));
  return [...byReason].map(([reason, same]) => `${same.map((target) => stringAt(target, 'clusterName') ?? '').join(', ')}: ${reason}`);
}

/** The same from the placement's status, which does not name the clusters. Used only if no policy snapshot has the reasons. */
function undecidedText(view: PlacementView): readonly string[] {
  return decisions(view).length > 0
    ? []
    : [...new Set(view.unnamed.map(({ message }) => `a cluster was left out: ${withoutGoPrint(message)}`))];
}

/**
 * Whether clusters were not picked because they lack the namespace of a ResourcePlacement (KubeFleet
 * pkg/scheduler/framework/plugins/namespaceaffinity).
 */
function lackOfNamespace(reasons: readonly string[]): Readonly<Record<string, string>> {
  return reasons.some((reason) => reason.includes('target namespace does not exist on cluster')) ? { lacksNamespace: 'true' } : {};
}

function reasonsIn(view: PlacementView): readonly string[] {
  return [...decisions(view), ...view.unnamed.map(({ message }) => message)];
}

/**
 * The object in a selection error, from its Go representation: `{Group: Version:v1 Kind:ConfigMap Name:a Namespace:b …}`. Only the message
 * has it.
 */
function duplicateIn(message: string): ObjectRef | undefined {
  // bounded: a message is cut at 32,768 characters.
  const match = /duplicate resource \{Group:(\S*) Version:(\S*) Kind:(\S+) Name:(\S+) Namespace:(\S*)/.exec(message);
  if (match === null) return undefined;
  const [, group = '', version = '', kind = '', name = '', namespace = ''] = match;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return namespace === '' ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
}
