import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelSelector, matchesLabels, type LabelSelector } from '../../fleet/kubernetes/label-selector.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { PlannedRun } from '../../report.ts';

/** The result of `stagesOf` for a strategy. */
export interface Staged extends Pick<PlannedRun, 'stages' | 'errors'> {
  /** Pairs of stages, by their indexes in the strategy, that contain the same picked clusters, each with its entry of `errors`. */
  readonly overlaps: readonly {
    readonly first: number;
    readonly second: number;
    readonly clusters: readonly string[];
    readonly error: string;
  }[];
  /**
   * Stages that sort by a label whose value is not an integer on some of their clusters, each with the value; empty if the label is
   * missing.
   */
  readonly unsorted: readonly UnsortedStage[];
  /** Picked clusters that are in no stage. */
  readonly leftOver: readonly string[];
}

export interface UnsortedStage {
  readonly key: string;
  readonly clusters: readonly { readonly name: string; readonly value: string }[];
  /** The entry of `errors` about it. */
  readonly error: string;
}

/**
 * Assigns the picked clusters to the stages of a strategy, in update order. It also returns why the hub would refuse that: a cluster in two
 * stages or in none, or a sorting label that is not an integer. Source: `pkg/controllers/updaterun/initialization.go`,
 * computeRunStageStatus.
 */
export function stagesOf(strategy: KubeObject, picked: readonly string[], clusters: readonly MemberCluster[]): Staged {
  const members = new Map(clusters.map((cluster) => [cluster.name, cluster]));
  const selected = picked.flatMap((name) => members.get(name) ?? []);
  const placed = new Map<string, number>();
  const overlaps: Staged['overlaps'][number][] = [];
  const errors: string[] = [];
  const unsorted: UnsortedStage[] = [];
  const list = listAt(strategy, 'spec', 'stages');
  const nameOf = (index: number): string => stringAt(list[index], 'name') ?? '';
  const stages = list.map((stage, index) => {
    const selector = labelSelector(objectAt(stage, 'labelSelector'));
    if (selector?.invalid !== undefined) errors.push(`the stage label selector is invalid: ${selector.invalid}`);
    const own = selected.filter(matcherOf(selector));
    const shared = Map.groupBy(own, ({ name }) => placed.get(name));
    for (const [first, both] of shared) {
      if (first === undefined) continue;
      const names = both.map(({ name }) => name);
      const error = `${clusterNames(names, 'appears', 'appear')} in more than one stages: \`${nameOf(first)}\` and \`${nameOf(index)}\``;
      overlaps.push({ first, second: index, clusters: names, error });
      errors.push(error);
    }
    for (const { name } of own) if (!placed.has(name)) placed.set(name, index);
    const key = stringAt(stage, 'sortingLabelKey');
    const wrong = key === undefined ? undefined : unsortedStage(key, own);
    if (wrong !== undefined) {
      unsorted.push(wrong);
      errors.push(wrong.error);
    }
    return {
      name: nameOf(index),
      clusters: own.toSorted((a, b) => compare(rank(key, a), rank(key, b)) || compare(a.name, b.name)).map(({ name }) => name),
      maxConcurrency: concurrency(field(stage, 'maxConcurrency'), own.length),
      before: listAt(stage, 'beforeStageTasks').map(taskText),
      after: listAt(stage, 'afterStageTasks').map(taskText),
    };
  });
  const missing = picked.filter((name) => !placed.has(name)).toSorted();
  if (missing.length > 0) {
    const shown = missing.slice(0, 10).join(', ');
    errors.push(`some clusters are not placed in any stage, total ${missing.length}, showing up to 10: ${shown}`);
  }
  return { stages, errors, overlaps, unsorted, leftOver: missing };
}

/** A stage without a label selector contains no cluster; an empty selector contains all. */
function matcherOf(selector: LabelSelector | undefined): (cluster: MemberCluster) => boolean {
  if (selector === undefined || selector.invalid !== undefined) return () => false;
  return ({ labels }) => matchesLabels(selector, labels);
}

/** One for all clusters of a stage, because the hub names only the first it finds. */
function unsortedStage(key: string, clusters: readonly MemberCluster[]): UnsortedStage | undefined {
  const wrong = clusters.flatMap(({ name, labels }) => {
    const value = labelOf(key, labels);
    const why = !INTEGER.test(value) ? 'invalid syntax' : isInRange(value) ? undefined : 'value out of range';
    return why === undefined ? [] : [{ name, value, cause: `strconv.Atoi: parsing ${JSON.stringify(value)}: ${why}` }];
  });
  const [first, ...others] = wrong;
  if (first === undefined) return undefined;
  const more =
    others.length === 0 ? '' : `; nor on ${others.map(({ name, value }) => `\`${name}\` (${JSON.stringify(value)})`).join(', ')}`;
  const error = `the sorting label \`${key}:${first.value}\` on cluster \`${first.name}\` is not valid: ${first.cause}${more}`;
  return { key, clusters: wrong.map(({ name, value }) => ({ name, value })), error };
}

/** "cluster `a` appears", "clusters `a`, `b` appear" */
function clusterNames(names: readonly string[], one: string, many: string): string {
  const quoted = names.map((name) => `\`${name}\``).join(', ');
  return names.length === 1 ? `cluster ${quoted} ${one}` : `clusters ${quoted} ${many}`;
}

const INTEGER = /^[+-]?\d+$/;
const MAX = 2n ** 63n;

function isInRange(value: string): boolean {
  const number = BigInt(value.replace('+', ''));
  return number < MAX && number >= -MAX;
}

/** The order of clusters whose label is not an integer does not matter: the run is refused. */
function rank(key: string | undefined, { labels }: MemberCluster): bigint {
  const value = key === undefined ? '0' : labelOf(key, labels);
  return INTEGER.test(value) ? BigInt(value.replace('+', '')) : 0n;
}

function labelOf(key: string, labels: MemberCluster['labels']): string {
  return (Object.hasOwn(labels, key) ? labels[key] : undefined) ?? '';
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}

/** The concurrency as a number of clusters: given as a number, or as a percentage of the stage, rounded down, at least one. */
function concurrency(value: unknown, clusters: number): number {
  const percent = typeof value === 'string' ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  if (percent !== undefined) return Math.max(1, Math.floor((Number(percent) * clusters) / 100));
  return typeof value === 'number' && value > 0 ? value : 1;
}

function taskText(task: unknown): string {
  const [type = 'unknown task', wait] = [stringAt(task, 'type'), stringAt(task, 'waitTime')];
  return wait === undefined ? type : `${type} ${wait}`;
}
