/** Cases of the scheduler oracle, replayed on the what-if scheduler: each step starts from what the hub had before it. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { listAt, numberAt, objectAt, stringAt } from '../../src/fleet/json/json.ts';
import { memberCluster, type MemberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Binding } from '../../src/schedule/binding.ts';
import { isNewPolicy, type Existing } from '../../src/schedule/existing.ts';
import { schedule } from '../../src/schedule/schedule.ts';
import { wakesScheduler } from './schedule-watcher.ts';

/** What became of one step: `skipped` ones were refused on creation or are marked racy; `ambiguous` ones want a caution, not an answer. */
export type Compared =
  | Comparison
  | { readonly kind: 'skipped' }
  | { readonly kind: 'ambiguous'; readonly id: string; readonly cautioned: boolean };

export interface Comparison {
  readonly kind: 'compared';
  readonly id: string;
  readonly step: number;
  readonly hub: string;
  readonly here: string;
  /** Bytes of the policy: the smallest disagreements are shown. */
  readonly size: number;
}

interface Step {
  readonly policy: unknown;
  readonly scheduled?: 'True' | 'False' | null;
  readonly reason?: string;
  readonly message?: string;
  readonly decisions?: readonly unknown[];
  readonly picked?: readonly string[];
  readonly refused?: string;
  readonly now?: string;
  readonly bindings?: readonly unknown[];
  readonly clusterChanges?: readonly { readonly cluster: string; readonly object: KubeObject | null }[];
  readonly ambiguous?: string;
  readonly racy?: boolean;
}

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly sequence?: boolean;
  readonly steps: readonly Step[];
}

/** One entry a step of every case in the file. */
export function* scheduleCases(file: string): Generator<Compared> {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const { fleet, now } = JSON.parse(head) as { fleet: readonly KubeObject[]; now: string };
  const clusters = fleet.map(memberCluster);
  for (const line of lines) {
    const testCase = JSON.parse(line) as Case;
    yield* testCase.sequence === true ? replay(testCase, fleet) : single(testCase, clusters, now);
  }
}

function* single({ id, kind, steps }: Case, clusters: readonly MemberCluster[], now: string): Generator<Compared> {
  for (const step of steps) {
    if (step.refused !== undefined) {
      yield { kind: 'skipped' };
      continue;
    }
    const result = schedule({ placement: placementOf(kind, step.policy), clusters, now: new Date(now) });
    yield step.ambiguous === undefined
      ? compared(id, 0, step, toAnswer(result), listAt(step.policy, 'topologySpreadConstraints').length === 0)
      : { kind: 'ambiguous', id, cautioned: result.caution !== undefined };
  }
}

function* replay({ id, kind, steps }: Case, fleet: readonly KubeObject[]): Generator<Compared> {
  let objects = new Map(fleet.map((object) => [object.metadata.name, object]));
  let existing: Existing | undefined;
  let before: Step | undefined;
  for (const [index, step] of steps.entries()) {
    const now = new Date(step.now ?? '');
    const old = objects;
    objects = changed(objects, step.clusterChanges ?? []);
    const placement = placementOf(kind, step.policy);
    const asleep = before !== undefined && isAsleep(step, before, old, objects, now);
    const clusters = [...objects.values()].map(memberCluster);
    const answer = asleep && before !== undefined ? fromHub(before) : toAnswer(schedule({ placement, clusters, now, existing }));
    const comparable = step.racy !== true && step.ambiguous === undefined && step.decisions !== undefined;
    yield comparable ? compared(id, index, step, answer) : { kind: 'skipped' };
    existing = existingAfter(step, existing, placement.kind);
    before = step;
  }
}

/** A step that changes nothing the hub's watchers listen to. */
function isAsleep(step: Step, before: Step, old: Fleet, objects: Fleet, now: Date): boolean {
  if (step.refused !== undefined) return true;
  const changes = step.clusterChanges ?? [];
  if (changes.length === 0) return isDeepStrictEqual(step.policy, before.policy);
  const type = stringAt(step.policy, 'placementType') ?? 'PickAll';
  return !changes.some(({ cluster }) => wakesScheduler(old.get(cluster), objects.get(cluster), now, type, before.scheduled === 'True'));
}

type Fleet = ReadonlyMap<string, KubeObject>;

function changed(fleet: Fleet, changes: NonNullable<Step['clusterChanges']>): Map<string, KubeObject> {
  const after = new Map(fleet);
  for (const { cluster, object } of changes) {
    if (object === null) after.delete(cluster);
    else after.set(cluster, object);
  }
  return after;
}

function existingAfter(step: Step, before: Existing | undefined, kind: string): Existing {
  const renewed = before === undefined || isNewPolicy(before.policy, step.policy, kind);
  return {
    policy: step.policy,
    numberOfClusters: numberAt(step.policy, 'numberOfClusters') ?? (renewed ? undefined : before.numberOfClusters),
    bindings: (step.bindings ?? []).map(toBinding),
  };
}

function toBinding(entry: unknown): Binding {
  const score = objectAt(entry, 'score');
  return {
    name: stringAt(entry, 'name') ?? '',
    cluster: stringAt(entry, 'cluster') ?? stringAt(entry, 'targetCluster') ?? '',
    state: (stringAt(entry, 'state') ?? 'Bound') as Binding['state'],
    // It is not recorded; the hub always knows it.
    previousState: 'Bound',
    current: objectAt({ entry }, 'entry')?.['current'] === true,
    deleting: objectAt({ entry }, 'entry')?.['deleting'] === true,
    ...(score === undefined
      ? {}
      : { score: { affinity: numberAt(score, 'affinityScore') ?? 0, spread: numberAt(score, 'topologySpreadScore') ?? 0 } }),
  };
}

function placementOf(kind: string, policy: unknown): KubeObject {
  const namespace = kind === 'ResourcePlacement' ? { namespace: 'oracle' } : {};
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind,
    metadata: { name: 'p', ...namespace },
    spec: policy === null ? {} : { policy },
  };
}

/** What is compared, as one line of text. */
interface Answer {
  readonly status: string;
  readonly picked: readonly string[];
  readonly decisions: readonly string[];
}

function toAnswer(result: ReturnType<typeof schedule>): Answer {
  const status = { Fulfilled: 'True', Unfulfilled: 'False', Pending: 'none', Stuck: 'none' }[result.outcome];
  return {
    status: status === 'none' ? status : `${status} ${result.reason}: ${result.message}`,
    picked: result.bindings.filter(({ state, deleting }) => state !== 'Unscheduled' && !deleting).map(({ cluster }) => cluster),
    decisions: result
      .decisions()
      .map(({ cluster, selected, score, reason }) => decisionText(cluster, selected, score?.affinity, score?.spread, reason)),
  };
}

function fromHub(step: Step): Answer {
  return {
    status: typeof step.scheduled === 'string' ? `${step.scheduled} ${step.reason ?? ''}: ${step.message ?? ''}` : 'none',
    picked: step.picked ?? [],
    decisions: listAt(step, 'decisions').map((entry) =>
      decisionText(
        stringAt(entry, 'clusterName') ?? '',
        objectAt({ entry }, 'entry')?.['selected'] === true,
        numberAt(entry, 'score', 'affinityScore'),
        numberAt(entry, 'score', 'topologySpreadScore'),
        stringAt(entry, 'reason') ?? '',
      ),
    ),
  };
}

function decisionText(
  cluster: string,
  selected: boolean,
  affinity: number | undefined,
  spread: number | undefined,
  reason: string,
): string {
  const words = reason.replace(/\((last received|last transitioned) [\d.]+ minutes ago\)/, '($1)');
  return `${cluster} ${String(selected)} ${String(affinity)}/${String(spread)} ${words}`;
}

/** `ordered`: one cycle from nothing lists its decisions in an order that is always the same. */
function compared(id: string, step: number, hub: Step, here: Answer, ordered = false): Comparison {
  const size = JSON.stringify(hub.policy).length;
  return { kind: 'compared', id, step, hub: text(fromHub(hub), ordered), here: text(here, ordered), size };
}

function text({ status, picked, decisions }: Answer, ordered: boolean): string {
  return [status, picked.toSorted().join(' '), ...(ordered ? decisions : decisions.toSorted())].join('\n');
}
