import { shown } from '../../fleet/text/shown.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { entryAt, type CelWording, type Wordings } from './cel-wording.ts';

/** Our sentences for the rules of `PlacementPolicy` and `ClusterPlacementPolicy` on KubeFleet's main branch. */
export const POLICY_WORDINGS: Wordings = [
  [
    'minCount must be less than or equal to count',
    (value) => ({
      at: '/minCount',
      sentence: `\`minCount\` is ${String(field(value, 'minCount'))}, more than the \`count\` of ${shown(String(field(value, 'count')))}.`,
      hint: 'Lower `minCount`, or remove it: the default is `count`.',
    }),
  ],
  [
    'values must be non-empty when operator is In',
    (value) => ({ at: '/values', sentence: `Operator ${operatorOf(value)} has no value to compare with.`, hint: 'List the `values`.' }),
  ],
  [
    'values must be empty when operator is Exists',
    (value) => ({
      at: '/values',
      sentence: `Operator ${operatorOf(value)} only asks whether the key is there, and has \`values\`.`,
      hint: 'Remove `values`, or use In or NotIn.',
    }),
  ],
  [
    'values must contain exactly one element',
    (value) => ({
      at: '/values',
      sentence: `Operator ${operatorOf(value)} compares with one number, and \`values\` is not a list of one.`,
      hint: 'Write one entry in `values`.',
    }),
  ],
  [
    'operator must be Exists and value must be empty when key is empty',
    (value) => ({
      at: entryAt(value, isKeyless, 'key'),
      sentence: 'A toleration without a `key` must have operator Exists and an empty `value`, and the `value` must be written.',
      hint: "Write `operator: Exists` and `value: ''` to tolerate every taint, or name a key.",
    }),
  ],
];

/** The tolerations rule of a policy also reads a `value` that is absent. It ends with an error in that case. */
export function existsWithoutValue(value: unknown): CelWording {
  return {
    at: entryAt(value, (entry) => stringAt(entry, 'operator') === 'Exists' && stringAt(entry, 'value') !== '', 'value'),
    sentence: 'A toleration with operator Exists must have an empty `value`, and it must be written.',
    hint: "Write `value: ''`.",
  };
}

function operatorOf(value: unknown): string {
  return stringAt(value, 'operator') ?? '';
}

function isKeyless(entry: unknown): boolean {
  const isAny = stringAt(entry, 'operator') === 'Exists' && stringAt(entry, 'value') === '';
  return (stringAt(entry, 'key') ?? '') === '' && !isAny;
}
