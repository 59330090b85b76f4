/**
 * Update strategies that the CRD accepts, but for which every run is refused. Source: `pkg/controllers/updaterun/initialization.go`
 * (validateAfterStageTask, LabelSelectorAsSelector of each stage): `Initialized` False. Pull request 813 has the same check for the tasks
 * of the delete stage. A wait that is not a Go duration can match the unanchored
 * pattern of v0.3, and one that Go cannot hold matches every pattern: the hub agent cannot decode the strategy.
 */
import { goDuration, LONGEST_GO_DURATION } from '../../fleet/kubernetes/go-duration.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelSelector } from '../../fleet/kubernetes/label-selector.ts';
import { takesPart } from '../answers/admission.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Refused {
  readonly stage: string;
  readonly fault: string;
  readonly remedy: string;
  /** The hub agent cannot decode the strategy. */
  readonly isUnread?: boolean;
}

export const strategyRefused = defineRule<Refused & { readonly at: string }>({
  id: 'strategy-refused',
  summary: 'Every update run with this strategy is refused',
  effect: 'fails',
  kinds: ['ClusterStagedUpdateStrategy', 'StagedUpdateStrategy'],
  why: 'The hub accepts every strategy that matches the schema and checks its stages only when a run uses it. It does not allow two tasks of the same type after a stage, a wait of zero, or an invalid label selector. It cannot read a wait that is not a duration of Go, or longer than 2562047h47m16s. With one of them `Initialized` of the run is False, nothing is rolled out, and you must correct the strategy and create a new run.',
  remedy: 'Give each stage at most one Approval and one TimedWait with a `waitTime` above zero, and a valid label selector.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ stage, fault, isUnread = false }) =>
    `${stage} ${fault}, so the hub ${isUnread ? 'agent cannot read the strategy, and no run with it starts' : 'refuses every run with this strategy'}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    if (!takesPart(manifest, '/spec/stages', world) || !takesPart(manifest, '/spec/deleteStageTasks', world)) return;
    for (const data of faultsOf(manifest))
      if (isResolved(manifest, data.at)) yield { at: data.at, part: data.at.endsWith('labelSelector') ? 'key' : 'value', data };
  },
});

function* faultsOf({ object }: Manifest): Iterable<Refused & { readonly at: string }> {
  for (const [index, entry] of listAt(object, 'spec', 'stages').entries()) {
    const stage = `Stage ${stringAt(entry, 'name') ?? String(index + 1)}`;
    const invalid = labelSelector(objectAt(entry, 'labelSelector'))?.invalid;
    if (invalid !== undefined) {
      const at = `/spec/stages/${index}/labelSelector`;
      yield { at, stage, fault: `has no valid label selector (${invalid})`, remedy: 'Correct the operator, key or values.' };
    }
    yield* taskFaults(listAt(entry, 'afterStageTasks'), `/spec/stages/${index}/afterStageTasks`, stage, 'after it');
  }
  yield* taskFaults(listAt(object, 'spec', 'deleteStageTasks'), '/spec/deleteStageTasks', 'The delete stage', 'before it');
}

function* taskFaults(tasks: readonly unknown[], list: string, stage: string, place: string): Iterable<Refused & { readonly at: string }> {
  const [first, second] = tasks.map((task) => stringAt(task, 'type'));
  if (first !== undefined && first === second)
    yield { at: `${list}/1`, stage, fault: `has two ${first} tasks ${place}`, remedy: 'Remove one of the two.' };
  for (const [task, { waitTime }] of tasks.map((each) => ({ waitTime: stringAt(each, 'waitTime') })).entries()) {
    if (waitTime === undefined) continue;
    const wait = goDuration(waitTime);
    if (typeof wait === 'bigint' && wait > 0n) continue;
    yield { at: `${list}/${task}/waitTime`, stage, fault: waitFault(waitTime, wait), isUnread: typeof wait !== 'bigint', remedy: WAIT };
  }
}

const WAIT = 'Write a time such as `10m` or `1h30m`, or remove the task.';

function waitFault(text: string, wait: ReturnType<typeof goDuration>): string {
  if (wait === 'tooLong') return `waits for ${text}, which is longer than ${LONGEST_GO_DURATION}`;
  return wait === undefined ? `waits for "${text}", which is not a duration` : `waits for ${text}, which is not longer than zero`;
}
