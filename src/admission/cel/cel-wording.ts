import { isDeepStrictEqual } from 'node:util';

import { field, isObject, listAt, stringAt } from '../../fleet/json.ts';
import { childPointer } from '../denial.ts';

export interface CelWording {
  /** JSON pointer from the value the rule stands on to the field that breaks it. */
  readonly at: string;
  readonly sentence?: string;
  readonly hint?: string;
}

/**
 * Our sentence for a denied rule, found by the message KubeFleet gives the rule. A rule that is not listed has none:
 * it comes from a hub newer than this release, and its own message is shown.
 */
export function celWording(message: string, value: unknown, old: unknown): CelWording {
  for (const [start, wording] of WORDINGS) if (message.startsWith(start)) return wording(value, old);
  return { at: '' };
}

type Wording = (value: unknown, old: unknown) => CelWording;

const RECREATE = 'Keep the old value, or delete the object and create it anew.';
const MODE = '`selectionScope: NamespaceWithResourceSelectors`';

const WORDINGS: readonly (readonly [string, Wording])[] = [
  ['metadata.name max length is 63', tooLongName(63)],
  ['metadata.name max length is 127', tooLongName(127)],
  [
    'name and labelSelector are mutually exclusive',
    (value) => ({
      at: entryAt(value, (entry) => field(entry, 'name') !== '' && has(entry, 'name') && has(entry, 'labelSelector'), 'labelSelector'),
      sentence: 'A resource selector has both `name` and `labelSelector`.',
      hint: 'Keep `name` to select one object, or `labelSelector` to select all that match.',
    }),
  ],
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
  [
    'policy cannot be removed once set',
    () => ({
      at: '',
      sentence: 'The placement has a policy, and the manifest leaves `policy` out.',
      hint: 'Keep `policy`; to change its type, delete the placement and create it anew.',
    }),
  ],
  [
    'when statusReportingScope is NamespaceAccessible',
    (value) => ({
      at: '/statusReportingScope',
      sentence: `\`statusReportingScope: NamespaceAccessible\` needs exactly one selector of kind Namespace; there are ${String(namespaceSelectors(value))}.`,
      hint: 'Select one namespace, or leave `statusReportingScope` out.',
    }),
  ],
  ['statusReportingScope is immutable', changed('`statusReportingScope`', RECREATE, 'statusReportingScope')],
  [
    'only one namespace selector with',
    (value) => ({
      at: selectorAt(value, (selector, at) => isInMode(selector) && at > selectors(value).findIndex(isInMode), 'selectionScope'),
      sentence: `More than one selector has ${MODE}.`,
      hint: 'Keep one of them; use one placement per namespace.',
    }),
  ],
  [
    'namespace selector with NamespaceWithResourceSelectors',
    (value) => ({
      at: selectorAt(
        value,
        isInMode,
        selectors(value).some((selector) => isInMode(selector) && has(selector, 'labelSelector')) ? 'labelSelector' : 'name',
      ),
      sentence: `A selector with ${MODE} must give the namespace by \`name\`, without \`labelSelector\`.`,
      hint: 'Write the name of the namespace.',
    }),
  ],
  [
    'when using NamespaceWithResourceSelectors',
    (value) => ({
      at: selectorAt(value, (selector) => field(selector, 'kind') === 'Namespace' && !isInMode(selector), 'kind'),
      sentence: `Beside a selector with ${MODE} there is another selector of kind Namespace.`,
      hint: 'Keep one namespace selector; use one placement per namespace.',
    }),
  ],
  [
    'placement type is immutable',
    changed('The placement type', 'Keep the old type, or delete the placement and create it anew.', 'placementType'),
  ],
  ['affinity, numberOfClusters,', notWith('PickFixed', ['affinity', 'numberOfClusters', 'topologySpreadConstraints', 'tolerations'])],
  ['clusterNames, numberOfClusters,', notWith('PickAll', ['clusterNames', 'numberOfClusters', 'topologySpreadConstraints'])],
  ['clusterNames cannot be set and', pickN],
  [
    'value must be empty when operator is Exists',
    (value) => ({
      at: entryAt(value, (entry) => field(entry, 'operator') === 'Exists' && (stringAt(entry, 'value') ?? '') !== '', 'value'),
      sentence: 'A toleration with `operator: Exists` has a `value`.',
      hint: 'Remove `value`, or write `operator: Equal`.',
    }),
  ],
  [
    'operator must be Exists when key is empty',
    (value) => ({
      at: entryAt(value, (entry) => (stringAt(entry, 'key') ?? '') === '' && field(entry, 'operator') !== 'Exists', 'key'),
      sentence: 'A toleration has no `key`, and its operator is not Exists.',
      hint: 'Name the `key`, or write `operator: Exists` to tolerate every taint.',
    }),
  ],
  [
    'cannot change rollout strategy type',
    () => ({
      at: '',
      sentence: 'The strategy type is External and cannot be changed back.',
      hint: 'Keep `type: External`, or delete the placement and create it anew.',
    }),
  ],
  [
    'when reportBackStrategy.type',
    () => ({
      at: '/destination',
      sentence: '`reportBackStrategy` of type Mirror needs a `destination`.',
      hint: 'Write `destination: OriginalResource` or `destination: WorkAPI`.',
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
  ['maxConcurrency must be at least 1', (value) => ({ at: '', sentence: `\`maxConcurrency\` is ${String(value)}; the least is 1.` })],
];

function tooLongName(limit: number): Wording {
  return (value) => ({
    at: '/metadata/name',
    sentence: `The name has ${String((stringAt(value, 'metadata', 'name') ?? '').length)} characters; the most is ${String(limit)}.`,
  });
}

function changed(what: string, hint: string, child = ''): Wording {
  return (value, old) => ({
    at: child === '' ? firstChange(value, old) : childPointer('', child),
    sentence: `${what} cannot be changed${versus(child === '' ? [value, old] : [field(value, child), field(old, child)])}.`,
    hint,
  });
}

function versus([value, old]: readonly unknown[]): string {
  const scalars = [value, old].every((each) => typeof each === 'string' || typeof each === 'number');
  return scalars ? ` (from ${String(old)} to ${String(value)})` : '';
}

function firstChange(value: unknown, old: unknown): string {
  if (!isObject(value) || !isObject(old)) return '';
  const key = Object.keys(value).find((name) => !isDeepStrictEqual(value[name], old[name]));
  return key === undefined ? '' : `${childPointer('', key)}${firstChange(value[key], old[key])}`;
}

function notWith(type: string, fields: readonly string[]): Wording {
  return (value) => {
    const set = fields.filter((name) => has(value, name));
    return {
      at: childPointer('', set[0] ?? 'placementType'),
      sentence: `${set.map((name) => `\`${name}\``).join(', ')} cannot be set when the placement type is ${type}.`,
      hint: 'Remove what does not belong to the type, an empty list included, or write another `placementType`.',
    };
  };
}

function pickN(value: unknown): CelWording {
  if (has(value, 'clusterNames'))
    return {
      at: '/clusterNames',
      sentence: '`clusterNames` cannot be set when the placement type is PickN.',
      hint: 'Remove it, or write `placementType: PickFixed`.',
    };
  return {
    at: '/numberOfClusters',
    sentence: 'The placement type is PickN, and `numberOfClusters` is missing.',
    hint: 'Write how many clusters to pick.',
  };
}

function stateChange(value: unknown, old: unknown): CelWording {
  const [from, to] = [stringAt(old, 'state') ?? '', stringAt(value, 'state') ?? ''];
  return {
    at: '/state',
    sentence: `An update run cannot go from ${from} to ${to}; a manifest that leaves \`state\` out means Initialize.`,
    hint: from === 'Initialize' ? 'Start the run first, or delete it.' : 'Write the state the run shall have, or create a new run.',
  };
}

function selectors(spec: unknown): readonly unknown[] {
  return listAt(spec, 'resourceSelectors');
}

function isInMode(selector: unknown): boolean {
  return field(selector, 'kind') === 'Namespace' && field(selector, 'selectionScope') === 'NamespaceWithResourceSelectors';
}

function selectorAt(spec: unknown, matches: (selector: unknown, at: number) => boolean, child: string): string {
  return `/resourceSelectors${entryAt(selectors(spec), matches, child)}`;
}

function namespaceSelectors(spec: unknown): number {
  return listAt(spec, 'resourceSelectors').filter((entry) => field(entry, 'kind') === 'Namespace').length;
}

function entryAt(list: unknown, matches: (entry: unknown, at: number) => boolean, child: string): string {
  const at = Array.isArray(list) ? list.findIndex(matches) : -1;
  return at === -1 ? '' : `/${String(at)}/${child}`;
}

function has(value: unknown, name: string): boolean {
  return field(value, name) !== undefined;
}
