import { field, stringAt } from '../../fleet/json/json.ts';
import { changed, entryAt, has, RECREATE, type CelWording, type Wording, type Wordings } from './cel-wording.ts';
import { PLACEMENT_WORDINGS } from './placement-wordings.ts';
import { POLICY_WORDINGS } from './policy-wordings.ts';
import { atLeast, shortenTo } from './value-hints.ts';

/** Our sentence for a denied rule of the built-in contracts. KubeFleet's message for the rule identifies it. */
export function celWording(message: string, value: unknown, old: unknown): CelWording {
  for (const [start, wording] of WORDINGS) if (message.startsWith(start)) return wording(value, old);
  return { at: '' };
}

const WORDINGS: Wordings = [
  ...PLACEMENT_WORDINGS,
  ...POLICY_WORDINGS,
  ['metadata.name max length is 63', tooLongName(63)],
  ['metadata.name max length is 127', tooLongName(127)],
  ['The spec field is immutable', changed('The spec of this kind', RECREATE)],
  ['The placement field is immutable', changed('`placement` of an override', RECREATE, 'placement')],
  ['The ClusterName field is immutable', changed('`clusterName` of an eviction', 'Create an eviction with another name.')],
  ['The PlacementName field is immutable', changed('`placementName` of an eviction', 'Create an eviction with another name.')],
  [
    'clusterResourceOverride placement reference',
    () => ({
      at: '/spec/placement/scope',
      sentence: 'A ClusterResourceOverride cannot belong to a placement of scope Namespaced.',
      hint: 'Write `scope: Cluster`, or use a ResourceOverride.',
    }),
  ],
  [
    'Both MaxUnavailable and MinAvailable',
    () => ({
      at: '/minAvailable',
      sentence: 'A disruption budget has both `maxUnavailable` and `minAvailable`.',
      hint: 'Keep one of them.',
    }),
  ],
  [
    'If supplied value is String',
    (value) => ({
      at: '',
      sentence: `${JSON.stringify(value)} is neither a whole number from 0 nor a percentage from 0% to 100%.`,
      hint:
        typeof value === 'string' && /^\d+$/.test(value)
          ? `Write ${value} without quotes, or ${value}%.`
          : 'Write a number such as `1`, or a percentage such as `25%`.',
    }),
  ],
  ['invalid state transition', stateChange],
  ['placementName is immutable', changed('`placementName` of an update run', 'Create a new run.')],
  ['resourceSnapshotIndex is immutable', changed('`resourceSnapshotIndex` of an update run', 'Create a new run.')],
  ['stagedRolloutStrategyName is immutable', changed('`stagedRolloutStrategyName` of an update run', 'Create a new run.')],
  [
    'AfterStageTaskType is Approval',
    (value) => ({
      at: entryAt(value, (entry) => field(entry, 'type') === 'Approval' && has(entry, 'waitTime'), 'waitTime'),
      sentence: 'A task of type Approval has a `waitTime`.',
      hint: 'Remove `waitTime`, or write `type: TimedWait`.',
    }),
  ],
  [
    'AfterStageTaskType is TimedWait',
    (value) => ({
      at: entryAt(value, (entry) => field(entry, 'type') === 'TimedWait' && !has(entry, 'waitTime'), 'waitTime'),
      sentence: 'A task of type TimedWait has no `waitTime`.',
      hint: 'Write how long to wait, such as `waitTime: 1h`.',
    }),
  ],
  [
    'BeforeStageTaskType cannot be TimedWait',
    (value) => ({
      at: entryAt(value, (entry) => field(entry, 'type') === 'TimedWait', 'type'),
      sentence: 'A task before a stage cannot be of type TimedWait.',
      hint: 'Use Approval, or put the wait into `afterStageTasks` of the stage before.',
    }),
  ],
  [
    'maxConcurrency must be at least 1',
    (value) => ({ at: '', sentence: `\`maxConcurrency\` is ${String(value)}; the minimum is 1.`, hint: atLeast(1) }),
  ],
];

function tooLongName(limit: number): Wording {
  return (value) => ({
    at: '/metadata/name',
    sentence: `The name has ${String((stringAt(value, 'metadata', 'name') ?? '').length)} characters; the maximum is ${String(limit)}.`,
    hint: shortenTo(limit),
  });
}

function stateChange(value: unknown, old: unknown): CelWording {
  const [from, to] = [stringAt(old, 'state') ?? '', stringAt(value, 'state') ?? ''];
  return {
    at: '/state',
    sentence: `An update run cannot go from ${from} to ${to}; a manifest without \`state\` means Initialize.`,
    hint: from === 'Initialize' ? 'Start the run first, or delete it.' : 'Write the state the run shall have, or create a new run.',
  };
}
