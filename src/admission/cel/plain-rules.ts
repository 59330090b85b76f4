import { isObject } from '../../fleet/json/json.ts';

/**
 * Whether a value surely keeps a rule of KubeFleet, told without the engine of CEL, which takes longer to load and to read its first rules than
 * all else that a placement is judged by. `false` says nothing: the engine is to be asked. @param rule its text
 */
export function surelyKeeps(rule: string, value: unknown): boolean {
  return PLAIN.get(rule)?.(value) ?? false;
}

type Check = (self: unknown) => boolean;

const NAMESPACE = `x.kind == 'Namespace' && x.group == "" && x.version == 'v1'`;
const PICKED = `${NAMESPACE} && has(x.selectionScope) && x.selectionScope == 'NamespaceWithResourceSelectors'`;
const count = (which: string): string => `size(self.resourceSelectors.filter(x, ${which}))`;

/** No selector is of a namespace whose resources are picked one by one. */
const picksNone: Check = (self) =>
  isObject(self) &&
  areAll(
    self['resourceSelectors'],
    ({ kind, group, version, selectionScope }) =>
      isText(kind) &&
      (kind !== 'Namespace' ||
        (isText(group) &&
          isText(version) &&
          (selectionScope === undefined || (isText(selectionScope) && selectionScope !== 'NamespaceWithResourceSelectors')))),
  );

/** A policy of another type, or one that says nothing in these fields. */
const saysNothing =
  (type: string, ...fields: readonly string[]): Check =>
  (self) => {
    if (!isObject(self) || !isText(self['placementType'])) return false;
    return self['placementType'] !== type || (fields.length > 0 && fields.every((field) => self[field] === undefined));
  };

/** By the text of a rule. */
export const PLAIN: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    `!(self.statusReportingScope == 'NamespaceAccessible' && ${count("x.kind == 'Namespace'")} != 1)`,
    (self) => isObject(self) && isText(self['statusReportingScope']) && self['statusReportingScope'] !== 'NamespaceAccessible',
  ],
  [`${count(PICKED)} <= 1`, picksNone],
  [`${count(PICKED)} == 0 || (${count(`${PICKED} && has(x.name) && size(x.name) > 0 && !has(x.labelSelector)`)} == 1)`, picksNone],
  [`${count(PICKED)} == 0 || ${count(NAMESPACE)} == 1`, picksNone],
  [
    "self.placementType != 'PickFixed' || (!has(self.affinity) && !has(self.numberOfClusters) && !has(self.topologySpreadConstraints) && !has(self.tolerations))",
    saysNothing('PickFixed', 'affinity', 'numberOfClusters', 'topologySpreadConstraints', 'tolerations'),
  ],
  [
    "self.placementType != 'PickAll' || (!has(self.clusterNames) && !has(self.numberOfClusters) && !has(self.topologySpreadConstraints))",
    saysNothing('PickAll', 'clusterNames', 'numberOfClusters', 'topologySpreadConstraints'),
  ],
  ["self.placementType != 'PickN' || (!has(self.clusterNames) && has(self.numberOfClusters))", saysNothing('PickN')],
  [
    'self.all(x, !(has(x.name) && size(x.name) > 0 && has(x.labelSelector)))',
    (self) => areAll(self, ({ name, labelSelector }) => name === undefined || (isText(name) && labelSelector === undefined)),
  ],
]);

function areAll(list: unknown, check: (entry: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(list) && list.every((entry) => isObject(entry) && check(entry));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
