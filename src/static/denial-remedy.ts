import type { Denial } from '../admission/judge.ts';

/** What to write instead, where the hub refuses a field: the hint of the twin, or what follows from the reason and the bounds it names. */
export function denialRemedy(denial: Denial): string {
  const { reason, message, field, pointer, hint } = denial;
  if (hint !== undefined) return hint;
  if (message.endsWith('metadata.name`.')) return 'Add `name` below `metadata`.';
  if (reason === 'FieldValueRequired' || message.endsWith(' is required.')) return requiredRemedy(field);
  if (reason === 'FieldUnknown') return 'Remove it, or move what it says to a field the API reference of the kind has.';
  const empty = message.endsWith('and is empty.') && /\/\d+$/.test(pointer);
  return empty
    ? 'Remove the empty entry of the list, or write what belongs there.'
    : (boundRemedy(message) ?? formatRemedy(message) ?? GENERAL);
}

const GENERAL = 'Change the value as the message says, or see the field in the API reference of the kind.';

/** How a missing field is written; the others are names that only their author knows. */
const EXAMPLES: Readonly<Record<string, string>> = {
  clusterSelectorTerms: 'clusterSelectorTerms: []',
  data: 'data:',
  effect: 'effect: NoSchedule',
  group: 'group: ""',
  op: 'op: replace',
  operator: 'operator: In',
  overrideRules: 'overrideRules:',
  path: 'path: /spec/replicas',
  policy: 'policy:',
  preference: 'preference:',
  sortOrder: 'sortOrder: Descending',
  spec: 'spec:',
  topologyKey: 'topologyKey: region',
  type: 'type: Approval',
  values: 'values: []',
  version: 'version: v1',
  weight: 'weight: 10',
};
/** What a reader of an example has to know besides. */
const NOTES: Readonly<Record<string, string>> = {
  clusterSelectorTerms: ' (`[]` means every cluster)',
  data: ', with at least one manifest',
  group: ' (or the group of the kind; a key without a value counts as missing)',
  path: ' (a JSON pointer to the field)',
  policy: ', with the rules of the override',
  spec: ', with the fields its kind asks for',
  values: ', with what is compared',
};

function requiredRemedy(field: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  const parent = field.slice(0, Math.max(0, field.lastIndexOf('.')));
  const written = Object.hasOwn(EXAMPLES, name) ? EXAMPLES[name] : `${name}: …`;
  const note = Object.hasOwn(NOTES, name) ? NOTES[name] : '';
  return `Add \`${written ?? ''}\` ${parent === '' ? 'at the top level' : `below \`${parent}\``}${note ?? ''}.`;
}

/** Alternatives and limits, as the message names them. */
function boundRemedy(message: string): string | undefined {
  const words = /it can be (?:only )?(.+)\.$/.exec(message)?.[1];
  if (words !== undefined) return `Write ${words.replaceAll(/"([^"]*)"/g, '`$1`')}.`;
  const [, length] = /has \d+ characters; the most is (\d+)|no more than (\d+) characters/.exec(message)?.filter(Boolean) ?? [];
  if (length !== undefined) return `Shorten it to ${length} characters.`;
  const [, entries] = /entries; the most is (\d+)/.exec(message) ?? [];
  if (entries !== undefined) return `Keep ${entries} of them, and put the others into another object.`;
  if (/must have at least \d+ entr/.test(message)) return 'Add an entry, or remove what is empty.';
  const [, which, limit] = /the (least|most) is (-?[\d.]*\d)/.exec(message) ?? [];
  if (limit !== undefined) return `Write ${limit} or ${which === 'least' ? 'more' : 'less'}.`;
  return /out of the range of int/.test(message) ? 'Write a number nearer to zero.' : undefined;
}

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/must be a list/, 'Write a list: each entry on a line of its own that starts with `- `.'],
  [/must be an object/, 'Write its fields below it, indented, each as `name: value`.'],
  [/must be a whole number or a string/, 'Write a whole number, or a percentage such as `25%`.'],
  [/must be (?:a whole number|a number)/, 'Write a whole number, without quotes.'],
  [/must be true or false/, 'Write `true` or `false`, without quotes.'],
  [/must be a string/, 'Write a single value, as text.'],
  [/cannot override typeMeta/, 'Remove the patch: apiVersion and kind of an object cannot be overridden.'],
  [
    /cannot override (?:field metadata|metadata fields)/,
    'Patch below `/metadata/labels` or `/metadata/annotations`, the only metadata that can be overridden.',
  ],
  [/cannot override status/, 'Remove the patch: each cluster writes the status itself.'],
  [/path cannot contain empty string/, 'Write the path without doubled slashes and without one at its end.'],
  [/no time of RFC 3339/, 'Write a time such as `2026-01-31T12:00:00Z`, or remove the field.'],
  [/must not be empty/, 'Write a value, or remove the field.'],
  [/at most one slash|prefix before the slash|first segment/, 'Write it like `example.com/name`, or without a prefix.'],
  [/needs exactly one value/, 'Write one entry in `values`.'],
  [/capacity type/, 'Write `allocatable`, `available` or `total` before the resource, such as `resources.kubernetes-fleet.io/total-cpu`.'],
  [/expected format is \[PREFIX\]/, 'Write it like `resources.kubernetes-fleet.io/total-cpu`.'],
];

function formatRemedy(message: string): string | undefined {
  const shape = SHAPES.find(([pattern]) => pattern.test(message));
  if (shape !== undefined) return shape[1];
  const written = /"([^"]*)"/.exec(message)?.[1] ?? '';
  const allowed = /lower case letters/.test(message) ? /[^a-z0-9.-]+/g : /letters, digits/.test(message) ? /[^A-Za-z0-9._-]+/g : undefined;
  if (allowed === undefined || written.includes('/')) return undefined;
  const better = (/lower case letters/.test(message) ? written.toLowerCase().replaceAll('_', '-') : written)
    .replaceAll(allowed, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  return better === '' || better === written ? 'Write a word of the letters and signs allowed.' : `Write \`${better}\`, for example.`;
}
