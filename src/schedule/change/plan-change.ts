import { isDeepStrictEqual } from 'node:util';
import { objectAt, stringAt } from '../../fleet/json/json.ts';
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { PlannedChange } from '../../report.ts';
import type { Unpicked } from '../decision.ts';
import type { Resolvable } from '../override/placement-overrides.ts';
import type { SelectedResource } from '../../selection/selection.ts';
import { isNewPolicy } from '../existing.ts';
import { receivedChanges, type SenderSide } from './received-changes.ts';
import { resourceChanges, type OpenItems } from './resource-changes.ts';

/** A placement with what it picks and selects, before or after the change. */
export interface Side<T extends Resolvable> {
  /** `undefined` if the placement or its policy is not known. */
  readonly object: KubeObject | undefined;
  readonly picked: readonly string[];
  readonly unpicked: readonly Unpicked[];
  /** `undefined` if it is not known. */
  readonly selected: readonly SelectedResource<T>[] | undefined;
  /** The objects it sends, and to which clusters; `undefined` if that is not known. */
  readonly sends: SenderSide<T> | undefined;
  /** Objects of the tree that it may select too, by key. */
  readonly open: OpenItems<T>;
  /** Whether an object is in the tree of this side. */
  readonly holds: (ref: ObjectRef) => boolean;
}

export interface ChangeContext {
  /** Other warnings, in whole sentences. */
  readonly cautions: readonly string[];
  readonly target: HubProfile | undefined;
  /** Whether a cluster is a member after the change. */
  readonly isMember: (cluster: string) => boolean;
}

/** Returns the change of a placement: added and removed clusters and resources, each with its reason, and what the edit triggers. */
export function planChange<T extends Resolvable>(
  before: Side<T>,
  after: Side<T>,
  { cautions, target, isMember }: ChangeContext,
): PlannedChange {
  const { added, removed, kept } = movedClusters(before.picked, after.picked);
  const leftFleet = removed.filter((cluster) => !isMember(cluster));
  const [more, fewer] = fallbackReasons(before.object, after.object);
  const reasons = [...reasonsFor(added, before.unpicked, more), ...reasonsFor(removed, after.unpicked, fewer)];
  const resources = changedContent(before, after);
  const reevaluatedFor = editedPolicy(before.object, after.object, target);
  const warnings = [...cautions, ...oneWay(before.object, after.object), ...appliesLess(before.object, after.object)];
  return {
    added,
    removed,
    ...(leftFleet.length === 0 ? {} : { leftFleet }),
    kept,
    ...(isExternal(after.object) ? { byRun: true as const } : {}),
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(resources === undefined ? {} : { resources }),
    ...(reevaluatedFor.length === 0 || before.picked.length === 0 ? {} : { reevaluatedFor }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function movedClusters(before: readonly string[], after: readonly string[]): Pick<PlannedChange, 'added' | 'removed' | 'kept'> {
  if (before.length === after.length && before.every((name, index) => name === after[index])) {
    return { added: [], removed: [], kept: before.length };
  }
  const [old, now] = [new Set(before), new Set(after)];
  return { added: [...now.difference(old)].toSorted(), removed: [...old.difference(now)].toSorted(), kept: old.intersection(now).size };
}

function reasonsFor(
  clusters: readonly string[],
  unpicked: readonly Unpicked[],
  fallback: Omit<Unpicked, 'cluster'> | undefined,
): readonly Unpicked[] {
  if (clusters.length === 0) return [];
  const asked = new Set(clusters);
  const answers = new Map(unpicked.filter(({ cluster }) => asked.has(cluster)).map((entry) => [entry.cluster, entry]));
  return clusters.flatMap((cluster) => answers.get(cluster) ?? (fallback === undefined ? [] : { cluster, ...fallback }));
}

/**
 * Reasons for clusters without one from the scheduler: it does not examine clusters that PickFixed does not name, nor more clusters than
 * PickN needs.
 */
function fallbackReasons(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): readonly (Omit<Unpicked, 'cluster'> | undefined)[] {
  if (before === undefined || after === undefined) return [undefined, undefined];
  const [old, now] = [policyOf(before), policyOf(after)];
  if (now.placementType === 'PickFixed') return ['named now', 'no longer named'].map((reason) => ({ plugin: 'PickFixed', reason }));
  if (now.placementType !== 'PickN' || old.numberOfClusters === now.numberOfClusters) return [undefined, undefined];
  return ['more clusters are asked for', 'fewer clusters are asked for'].map((reason) => ({ plugin: 'PickN', reason }));
}

function changedContent<T extends Resolvable>(before: Side<T>, after: Side<T>): PlannedChange['resources'] {
  if (before.selected === undefined || after.selected === undefined) return undefined;
  const kept = after.picked.filter((name) => before.picked.includes(name));
  const received =
    before.sends === undefined || after.sends === undefined ? new Map<string, never>() : receivedChanges(before.sends, after.sends, kept);
  return resourceChanges({ ...before, selected: before.selected }, { ...after, selected: after.selected }, { received, kept });
}

/** Every edit except that of the number makes a new policy snapshot. Then no cluster is kept because it was picked before. */
function editedPolicy(before: KubeObject | undefined, after: KubeObject | undefined, target: HubProfile | undefined): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const [old, now] = [objectAt(before, 'spec', 'policy'), objectAt(after, 'spec', 'policy')];
  if (!isNewPolicy(old, now, after.kind, target)) return [];
  const fields = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  return [...fields].filter((field) => field !== 'numberOfClusters' && !isDeepStrictEqual(old?.[field], now?.[field])).toSorted();
}

/** Source: `apis/placement/v1beta1/clusterresourceplacement_types.go`, the CEL rule on the type of the strategy. */
function oneWay(before: KubeObject | undefined, after: KubeObject | undefined): readonly string[] {
  const [old, now] = [before, after].map((object) => stringAt(object, 'spec', 'strategy', 'type'));
  if (before === undefined || now !== 'External' || old === 'External') return [];
  return ['The rollout strategy becomes External, which cannot be changed back: from then on only an update run rolls out changes.'];
}

/** What an edit of the apply strategy keeps from the clusters. Source: `apis/placement/v1beta1/clusterresourceplacement_types.go`, `ApplyStrategy`. */
function appliesLess(before: KubeObject | undefined, after: KubeObject | undefined): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const became = (field: string, value: string): boolean => {
    const [old, now] = [before, after].map((object) => stringAt(object, 'spec', 'strategy', 'applyStrategy', field));
    return now === value && old !== value;
  };
  if (became('type', 'ReportDiff'))
    return ['The apply strategy becomes ReportDiff: from then on the placement applies no changes, and only reports differences.'];
  return became('whenToApply', 'IfNotDrifted')
    ? ['`whenToApply` becomes IfNotDrifted: from then on the placement does not update objects that were changed on a cluster.']
    : [];
}
