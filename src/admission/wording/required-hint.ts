/** How to add a missing field. `names` are the parts of its path as the API server writes them. */
export function requiredHint(names: readonly string[]): string {
  const name = names.at(-1) ?? '';
  const parent = names.slice(0, -1).join('.');
  const written = Object.hasOwn(EXAMPLES, name) ? EXAMPLES[name] : `${name}: …`;
  const note = Object.hasOwn(NOTES, name) ? NOTES[name] : '';
  return `Add \`${written ?? ''}\` ${parent === '' ? 'at the top level' : `below \`${parent}\``}${note ?? ''}.`;
}

/** Examples of missing fields. For the other fields only the author knows the name to write. */
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
/** What the reader must know in addition to the example. */
const NOTES: Readonly<Record<string, string>> = {
  clusterSelectorTerms: ' (`[]` means every cluster)',
  data: ', with at least one manifest',
  group: ' (or the group of the kind; a key without a value is treated as missing)',
  path: ' (a JSON pointer to the field)',
  policy: ', with the rules of the override',
  spec: ', with the fields its kind asks for',
  values: ', with what is compared',
};
