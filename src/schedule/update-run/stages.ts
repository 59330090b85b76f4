import { field, listAt, objectAt, stringAt } from '../../fleet/json.ts';
import { labelSelector, matchesLabels, type LabelSelector } from '../../fleet/label-selector.ts';
import type { MemberCluster } from '../../fleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { PlannedRun } from '../../report.ts';

/**
 * Which of the picked clusters land in which stage of a strategy, in the order they are updated. It also tells why the hub would refuse
 * that: a cluster in two stages or in none, a sorting label that is no integer.
 * Source: `pkg/controllers/updaterun/initialization.go`, computeRunStageStatus.
 */
export function stagesOf(
  strategy: KubeObject,
  picked: readonly string[],
  clusters: readonly MemberCluster[],
): Pick<PlannedRun, 'stages' | 'errors'> {
  const members = new Map(clusters.map((cluster) => [cluster.name, cluster]));
  const selected = picked.flatMap((name) => members.get(name) ?? []);
  const placed = new Set<string>();
  const errors: string[] = [];
  const stages = listAt(strategy, 'spec', 'stages').map((stage) => {
    const selector = labelSelector(objectAt(stage, 'labelSelector'));
    if (selector?.invalid !== undefined) errors.push(`the stage label selector is invalid: ${selector.invalid}`);
    const own = selected.filter(matcherOf(selector));
    for (const { name } of own) {
      if (placed.has(name)) errors.push(`cluster \`${name}\` appears in more than one stages`);
      placed.add(name);
    }
    const key = stringAt(stage, 'sortingLabelKey');
    if (key !== undefined) errors.push(...own.flatMap((cluster) => sortingError(key, cluster) ?? []));
    return {
      name: stringAt(stage, 'name') ?? '',
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
  return { stages, errors };
}

/** A stage without a label selector takes no cluster, one with an empty one takes all. */
function matcherOf(selector: LabelSelector | undefined): (cluster: MemberCluster) => boolean {
  if (selector === undefined || selector.invalid !== undefined) return () => false;
  return ({ labels }) => matchesLabels(selector, labels);
}

function sortingError(key: string, { name, labels }: MemberCluster): string | undefined {
  const value = labelOf(key, labels);
  const why = !INTEGER.test(value) ? 'invalid syntax' : isInRange(value) ? undefined : 'value out of range';
  const cause = `strconv.Atoi: parsing ${JSON.stringify(value)}: ${why ?? ''}`;
  return why === undefined ? undefined : `the sorting label \`${key}:${value}\` on cluster \`${name}\` is not valid: ${cause}`;
}

const INTEGER = /^[+-]?\d+$/;
const MAX = 2n ** 63n;

function isInRange(value: string): boolean {
  const number = BigInt(value.replace('+', ''));
  return number < MAX && number >= -MAX;
}

/** What the sort falls back to where a label is no integer does not matter: the run is refused. */
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

/** A number or a percentage of the stage, rounded down, at least one. */
function concurrency(value: unknown, clusters: number): number {
  const percent = typeof value === 'string' ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  if (percent !== undefined) return Math.max(1, Math.floor((Number(percent) * clusters) / 100));
  return typeof value === 'number' && value > 0 ? value : 1;
}

function taskText(task: unknown): string {
  const [type = 'unknown task', wait] = [stringAt(task, 'type'), stringAt(task, 'waitTime')];
  return wait === undefined ? type : `${type} ${wait}`;
}
