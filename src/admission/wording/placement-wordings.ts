import { allRemedy, fixedRemedy, namesRemedy } from './policy-type-remedy.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { changed, entryAt, has, RECREATE_PLACEMENT, type CelWording, type Wording, type Wordings } from './cel-wording.ts';
import { existsWithoutValue } from './policy-wordings.ts';

const MODE = '`selectionScope: NamespaceWithResourceSelectors`';

/** Our sentences for the rules of ClusterResourcePlacement and ResourcePlacement. */
export const PLACEMENT_WORDINGS: Wordings = [
  [
    'name and labelSelector are mutually exclusive',
    (value) => ({
      at: entryAt(value, (entry) => field(entry, 'name') !== '' && has(entry, 'name') && has(entry, 'labelSelector'), 'labelSelector'),
      sentence: 'A resource selector has both `name` and `labelSelector`.',
      hint: 'Keep `name` to select one object, or `labelSelector` to select all that match.',
    }),
  ],
  [
    'policy cannot be removed once set',
    () => ({
      at: '',
      sentence: 'The placement has a policy, and the manifest omits `policy`.',
      hint: `Keep \`policy\`; to change its type, ${RECREATE_PLACEMENT}.`,
    }),
  ],
  [
    'when statusReportingScope is NamespaceAccessible',
    (value) => ({
      at: '/statusReportingScope',
      sentence: `\`statusReportingScope: NamespaceAccessible\` needs exactly one selector of kind Namespace; there are ${String(namespaceSelectors(value))}.`,
      hint: 'Select one namespace, or remove `statusReportingScope`.',
    }),
  ],
  [
    'statusReportingScope is immutable',
    changed('`statusReportingScope`', `Keep the old value, or ${RECREATE_PLACEMENT}.`, 'statusReportingScope'),
  ],
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
    changed('The placement type', `Keep the old type (without \`policy\` it is PickAll), or ${RECREATE_PLACEMENT}.`, 'placementType'),
  ],
  ['affinity, numberOfClusters,', notWith('PickFixed', ['affinity', 'numberOfClusters', 'topologySpreadConstraints', 'tolerations'])],
  ['clusterNames, numberOfClusters,', notWith('PickAll', ['clusterNames', 'numberOfClusters', 'topologySpreadConstraints'])],
  ['clusterNames cannot be set and', pickN],
  [
    'value must be empty when operator is Exists',
    (value) => {
      const at = entryAt(value, (entry) => field(entry, 'operator') === 'Exists' && (stringAt(entry, 'value') ?? '') !== '', 'value');
      return at === ''
        ? existsWithoutValue(value)
        : { at, sentence: 'A toleration with `operator: Exists` has a `value`.', hint: 'Remove `value`, or write `operator: Equal`.' };
    },
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
      hint: `Keep \`type: External\`, or ${RECREATE_PLACEMENT}.`,
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
];

function notWith(type: 'PickFixed' | 'PickAll', fields: readonly string[]): Wording {
  return (value) => {
    const set = fields.filter((name) => has(value, name));
    return {
      at: childPointer('', set[0] ?? 'placementType'),
      sentence: `${set.map((name) => `\`${name}\``).join(', ')} cannot be set when the placement type is ${type}.`,
      ...(type === 'PickFixed' ? fixedRemedy : allRemedy)(value, set[0] ?? 'placementType'),
    };
  };
}

function pickN(value: unknown): CelWording {
  if (has(value, 'clusterNames'))
    return {
      at: '/clusterNames',
      sentence: '`clusterNames` cannot be set when the placement type is PickN.',
      ...namesRemedy(value, 'PickN'),
    };
  return {
    at: '/numberOfClusters',
    sentence: 'The placement type is PickN, and `numberOfClusters` is missing.',
    hint: 'Write how many clusters to pick.',
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
