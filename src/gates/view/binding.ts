import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { identifiedBy } from '../../fleet/kubefleet/identified-by.ts';
import { isCurrent } from './seen.ts';

/** One (Cluster)ResourceBinding: a placement's rollout on one cluster. */
export interface BindingView {
  readonly object: KubeObject;
  readonly name: string;
  readonly generation: number | undefined;
  readonly cluster: string;
  readonly state: string;
  readonly snapshotName: string;
  readonly policySnapshotName: string;
  readonly applyStrategy: JsonObject | undefined;
  /** Override snapshots in force, as `namespace/name`, or `/name` for cluster scope. */
  readonly overrides: readonly string[];
  /** It is being removed: its cluster was deselected or evicted, or it was deleted. */
  readonly leaving: boolean;
  readonly conditions: readonly Condition[];
  readonly failed: readonly ManifestIssue[];
  readonly diffed: readonly Difference[];
  readonly drifted: readonly Difference[];
}

/** One field of the object by JSON pointer, with the value on each side as KubeFleet prints it; `undefined` on a side without the field. */
export interface FieldDifference {
  readonly path: string;
  readonly hub: string | undefined;
  readonly member: string | undefined;
}

/** An object that differs on the member from the hub. */
export interface Difference {
  readonly object: ObjectRef;
  readonly fields: readonly FieldDifference[];
  /** The hub's object has none of these fields. */
  readonly isOnlyOnMember: boolean;
}

/** A manifest that failed on a cluster, with the envelope it came from. */
export interface ManifestIssue {
  readonly object: ObjectRef;
  readonly condition: Condition;
  readonly envelope?: string;
}

export function toBinding(object: KubeObject): BindingView {
  const state = stringAt(object, 'spec', 'state') ?? '';
  const status = object['status'];
  return {
    object,
    name: object.metadata.name,
    generation: object.metadata.generation,
    cluster: stringAt(object, 'spec', 'targetCluster') ?? '',
    state,
    snapshotName: stringAt(object, 'spec', 'resourceSnapshotName') ?? '',
    policySnapshotName: stringAt(object, 'spec', 'schedulingPolicySnapshotName') ?? '',
    applyStrategy: objectAt(object, 'spec', 'applyStrategy'),
    overrides: overrideSnapshotsIn(object['spec']),
    leaving: isDeleting(object) || state === 'Unscheduled',
    conditions: conditionsAt(status, 'conditions'),
    failed: issuesAt(status),
    diffed: differencesAt(status, 'diffedPlacements', 'observedDiffs'),
    drifted: differencesAt(status, 'driftedPlacements', 'observedDrifts'),
  };
}

/** The names in a binding's spec, or in a run's status of a cluster: `namespace/name`, or `/name` for cluster scope. */
export function overrideSnapshotsIn(holder: unknown): readonly string[] {
  return [
    ...listAt(holder, 'clusterResourceOverrideSnapshots').map((name) => `/${String(name)}`),
    ...listAt(holder, 'resourceOverrideSnapshots').map((entry) => `${stringAt(entry, 'namespace') ?? ''}/${stringAt(entry, 'name') ?? ''}`),
  ];
}

/** `driftedPlacements` and `diffedPlacements` of a binding or of a placement's per-cluster status. */
export function differencesAt(status: unknown, list: string, details: string): readonly Difference[] {
  return listAt(status, list).flatMap((entry): readonly Difference[] => {
    const object = identifiedBy(entry);
    return object === undefined ? [] : [differenceOf(object, listAt(entry, details))];
  });
}

/** @param details entries with `path`, `valueInHub` and `valueInMember` */
export function differenceOf(object: ObjectRef, details: readonly unknown[]): Difference {
  const fields = details.flatMap((detail): readonly FieldDifference[] => {
    const path = stringAt(detail, 'path');
    return path === undefined ? [] : [{ path, hub: stringAt(detail, 'valueInHub'), member: stringAt(detail, 'valueInMember') }];
  });
  return { object, fields, isOnlyOnMember: fields.length > 0 && fields.every(({ hub }) => hub === undefined) };
}

/** `failedPlacements` of a binding or of a placement's per-cluster status. */
export function issuesAt(status: unknown): readonly ManifestIssue[] {
  return listAt(status, 'failedPlacements').flatMap((entry): readonly ManifestIssue[] => {
    const object = identifiedBy(entry);
    const condition = conditionsAt([objectAt(entry, 'condition')])[0];
    if (object === undefined || condition === undefined) return [];
    const name = stringAt(entry, 'envelope', 'name');
    const envelope = name === undefined ? undefined : [stringAt(entry, 'envelope', 'namespace') ?? [], name].flat().join('/');
    return [envelope === undefined ? { object, condition } : { object, condition, envelope }];
  });
}

/** Its rollout was not started since its last change. Under strategy External only an update run starts it. */
export function isUnstarted({ conditions, generation }: BindingView): boolean {
  return !isCurrent(findCondition(conditions, 'RolloutStarted'), generation);
}
