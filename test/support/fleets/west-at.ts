import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  badWork,
  binding,
  clusterConditions,
  type Fleet,
  greenFleet,
  namespaceShop,
  no,
  orders,
  placementConditions,
  withStatus,
  work,
} from './fleet.ts';

export const content = [namespaceShop(), orders('v1')];
export const workload = content[1] ?? namespaceShop();

/** A fleet in which cluster east is good and cluster west waits at a stage, for this reason and with this Work. */
export function westAt(stage: string, reason: string, westWork?: KubeObject, message = reason): Fleet {
  const fleet = greenFleet(['east', 'west'], content);
  const good = clusterConditions(3).slice(1);
  const at = good.findIndex((condition) => condition['type'] === stage);
  const conditions = [...good.slice(0, at), no(stage, reason, 3, message)];
  const statuses = [
    { clusterName: 'east', conditions: clusterConditions(1) },
    { clusterName: 'west', conditions: [...clusterConditions(1).slice(0, at + 1), no(stage, reason, 1, message)] },
  ];
  const top = placementConditions(2);
  const bent = withStatus(fleet, {
    placementStatuses: statuses,
    conditions: [...top.slice(0, at + 1), { ...top[at + 1], status: 'False' }],
  });
  return {
    ...bent,
    bindings: [fleet.bindings[0] ?? fleet.placement, binding('west', 0, conditions)],
    works: [work('east', 0, content), ...(westWork === undefined ? [] : [westWork])],
  };
}

/** The same fleet, with a Work on west that the member has refused with this text. */
export const refused = (text: string): Fleet =>
  westAt(
    'Applied',
    'NotAllWorkHaveBeenApplied',
    badWork('west', 0, content, workload, no('Applied', 'ManifestApplyFailed', 0, `Failed to apply the manifest (error: ${text})`)),
    'Work object shop-work has failed to apply',
  );
