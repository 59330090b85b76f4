import { isExternal } from '../../../fleet/kubefleet/is-external.ts';
import { kindInScopeOf } from '../../../fleet/kubefleet/kinds.ts';
import { fleetLabel } from '../../../fleet/kubefleet/fleet-metadata.ts';
import { listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName, isDeleting, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { labelsOf, labelSelector, matchesLabels } from '../../../fleet/kubernetes/label-selector.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { viewPlacement } from '../../view/placement.ts';
import type { RunView } from '../../view/run.ts';
import { isCurrent, typeOf } from '../../view/seen.ts';

/**
 * The evidence that what stopped a run at its start is corrected by now; `undefined` if it is not, or was not read. A run keeps the message
 * of its first look, and the object that the message names may have arrived or changed after that (KubeFleet
 * pkg/controllers/updaterun/initialization.go).
 */
export function correctedSince(hub: HubState, run: RunView): string | undefined {
  const message = run.initialized?.message ?? '';
  const check = CHECKS.find(({ says }) => says.test(message));
  return check?.corrected(hub, run, message);
}

interface Correction {
  readonly says: RegExp;
  corrected(hub: HubState, run: RunView, message: string): string | undefined;
}

// bounded: a message is cut at 32,768 characters.
const IN_NO_STAGE = /not placed in any stage, total (\d+), showing up to 10: (.*)/;
const IN_TWO_STAGES = /cluster `([^`]+)` appears in more than one stage/;
const SORTED = /the sorting label `([^`:]+):[^`]*` on cluster `([^`]+)`/;

const CHECKS: readonly Correction[] = [
  { says: /referenced updateStrategy not found/, corrected: (hub, run) => existsText(strategyOf(hub, run)) },
  { says: /parent placement not found/, corrected: (hub, run) => existsText(placementOf(hub, run)) },
  {
    says: /does not have an external rollout strategy/,
    corrected(hub, run) {
      const placement = placementOf(hub, run);
      const isByRun = isExternal(placement);
      return placement === undefined || !isByRun ? undefined : `${displayName(refOf(placement))} has strategy External now`;
    },
  },
  {
    says: /no resourceSnapshots with index/,
    corrected(hub, { ref, placementName, askedIndex }) {
      const type = typeOf(kindInScopeOf(ref, 'ResourceSnapshot'));
      const snapshots = hub.derived(type, { namespace: ref.namespace, name: placementName });
      return existsText(snapshots.find((snapshot) => fleetLabel(snapshot, 'resource-index') === String(askedIndex)));
    },
  },
  {
    says: /not fully scheduled yet|no latest policy snapshot/,
    corrected(hub, run) {
      const placement = placementOf(hub, run);
      if (placement === undefined) return undefined;
      const view = viewPlacement(hub, placement);
      const scheduled = view.conditions.get('Scheduled');
      const isScheduled = scheduled?.status === 'True' && isCurrent(scheduled, view.generation);
      return isScheduled ? `${displayName(view.ref)} is scheduled now` : undefined;
    },
  },
  {
    says: IN_NO_STAGE,
    corrected(hub, run, message) {
      const [, total, listed = ''] = IN_NO_STAGE.exec(message) ?? [];
      const names = listed.split(',').map((name) => name.trim());
      const isWhole = String(names.length) === total;
      return isWhole && names.every((name) => stagesOf(hub, run, name) === 1)
        ? `each of ${names.join(', ')} is in one stage now`
        : undefined;
    },
  },
  {
    says: IN_TWO_STAGES,
    corrected(hub, run, message) {
      const name = IN_TWO_STAGES.exec(message)?.[1] ?? '';
      return stagesOf(hub, run, name) === 1 ? `cluster ${name} is in one stage now` : undefined;
    },
  },
  {
    says: SORTED,
    corrected(hub, _run, message) {
      const [, key = '', name = ''] = SORTED.exec(message) ?? [];
      const value = labelsOf(hub.get(typeOf('MemberCluster'), undefined, name))[key];
      return value !== undefined && /^[+-]?\d+$/.test(value) ? `label ${key} of cluster ${name} is ${value} now` : undefined;
    },
  },
];

function existsText(object: KubeObject | undefined): string | undefined {
  return object === undefined || isDeleting(object) ? undefined : `${displayName(refOf(object))} is on the hub now`;
}

function placementOf(hub: HubState, { ref, placementName }: RunView): KubeObject | undefined {
  return hub.get(typeOf(kindInScopeOf(ref, 'ResourcePlacement')), ref.namespace, placementName);
}

function strategyOf(hub: HubState, { object, ref }: RunView): KubeObject | undefined {
  const type = typeOf(kindInScopeOf(ref, 'StagedUpdateStrategy'));
  return hub.get(type, ref.namespace, stringAt(object, 'spec', 'stagedRolloutStrategyName') ?? '');
}

/** The number of stages of the strategy that match a cluster now; `undefined` if strategy or cluster were not read. */
function stagesOf(hub: HubState, run: RunView, cluster: string): number | undefined {
  const [strategy, member] = [strategyOf(hub, run), hub.get(typeOf('MemberCluster'), undefined, cluster)];
  if (strategy === undefined || member === undefined) return undefined;
  return listAt(strategy, 'spec', 'stages').filter((stage) => {
    const selector = labelSelector(objectAt(stage, 'labelSelector'));
    return selector?.invalid === undefined && selector !== undefined && matchesLabels(selector, labelsOf(member));
  }).length;
}
