import { conditionsAt, findCondition, type Condition } from '../kubernetes/condition.ts';
import { field, isObject, listAt, objectAt, stringAt } from '../json/json.ts';
import { labelsOf, type Labels } from '../kubernetes/label-selector.ts';
import { isDeleting, type KubeObject } from '../kubernetes/object.ts';
import { parseQuantity, type Quantity } from '../kubernetes/quantity.ts';
import { taintsAt, type Taint } from '../kubernetes/taint.ts';

/** The facts of a MemberCluster that the scheduler uses. To read one is cheap: quantities are parsed once, when they are needed. */
export interface MemberCluster {
  readonly name: string;
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  /** The object has a deletionTimestamp: the cluster is leaving the fleet. */
  readonly leaving: boolean;
  /** The first status entry of the member agent; absent before the agent has reported. */
  readonly agent?: { readonly lastHeartbeat: number; readonly joined?: Condition; readonly healthy?: Condition };
  /** `untracked`: its agent does not report namespaces. `unknown`: it does, but the list is missing (it is also missing if it is empty). */
  readonly namespaces: ReadonlySet<string> | 'untracked' | 'unknown';
  /** The value of a property by the name that policies use for it. */
  property(name: string): PropertyValue;
}

/** `absent` is not an error (the cluster does not report the property). `invalid` stops the scheduler. */
export type PropertyValue =
  | { readonly kind: 'value'; readonly quantity: Quantity }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly error: string };

export const RESOURCE_PROPERTY_PREFIX = 'resources.kubernetes-fleet.io/';
const CAPACITIES: Readonly<Record<string, string>> = { total: 'capacity', allocatable: 'allocatable', available: 'available' };

/** Reads a MemberCluster object of any version. Fields of a wrong type are treated as absent. */
export function memberCluster(object: KubeObject): MemberCluster {
  const known = new Map<string, PropertyValue>();
  const agent = agentOf(object);
  return {
    name: object.metadata.name,
    labels: labelsOf(object),
    taints: taintsAt(object, 'spec', 'taints'),
    leaving: isDeleting(object),
    ...(agent === undefined ? {} : { agent }),
    namespaces: namespacesOf(object),
    property(name) {
      const before = known.get(name);
      if (before !== undefined) return before;
      const value = name.startsWith(RESOURCE_PROPERTY_PREFIX) ? resourceProperty(object, name) : otherProperty(object, name);
      known.set(name, value);
      return value;
    },
  };
}

/**
 * Whether an agent has reported on a MemberCluster. If so, the object was read from a hub, because people write at most an empty status.
 */
export function isReportedOn(object: KubeObject): boolean {
  return listAt(object, 'status', 'agentStatus').length > 0;
}

/** The MemberClusters among the objects. If several have one name, the last one is used. One without a name is none: no hub creates it. */
export function memberClusters(objects: readonly KubeObject[]): readonly MemberCluster[] {
  const byName = new Map<string, KubeObject>();
  for (const object of objects)
    if (object.kind === 'MemberCluster' && object.metadata.name !== '') byName.set(object.metadata.name, object);
  return [...byName.values()].map(memberCluster);
}

/**
 * The names of the properties that a MemberCluster reports, as policies write them. Those of `resources.kubernetes-fleet.io` come from its
 * usage.
 */
export function reportedProperties(object: KubeObject): readonly string[] {
  const usage = Object.entries(CAPACITIES).flatMap(([type, path]) =>
    Object.keys(objectAt(object, 'status', 'resourceUsage', path) ?? {}).map(
      (resource) => `${RESOURCE_PROPERTY_PREFIX}${type}-${resource}`,
    ),
  );
  return [...Object.keys(objectAt(object, 'status', 'properties') ?? {}), ...usage];
}

/** Why the scheduler cannot use the name of a resource property on any cluster; `undefined` if it can, and for other properties. */
export function resourcePropertyNameError(name: string): string | undefined {
  if (!name.startsWith(RESOURCE_PROPERTY_PREFIX)) return undefined;
  const short = name.slice(RESOURCE_PROPERTY_PREFIX.length);
  const parts = short.split('-');
  const [type = '', resource = ''] = parts;
  if (parts.length !== 2 || type === '' || resource === '') return `invalid resource property name: ${short}`;
  return Object.hasOwn(CAPACITIES, type) ? undefined : `invalid capacity type ${type} in resource property name ${short}`;
}

function agentOf(object: KubeObject): MemberCluster['agent'] {
  const entry = listAt(object, 'status', 'agentStatus').find((candidate) => stringAt(candidate, 'type') === 'MemberAgent');
  if (entry === undefined) return undefined;
  const conditions = conditionsAt(entry, 'conditions');
  const [joined, healthy] = [findCondition(conditions, 'Joined'), findCondition(conditions, 'Healthy')];
  return {
    lastHeartbeat: timeOf(stringAt(entry, 'lastReceivedHeartbeat')),
    ...(joined === undefined ? {} : { joined }),
    ...(healthy === undefined ? {} : { healthy }),
  };
}

/** A missing time is Go's zero time: there was no heartbeat. */
function timeOf(text: string | undefined): number {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? -Infinity : time;
}

function namespacesOf(object: KubeObject): MemberCluster['namespaces'] {
  const collected = listAt(object, 'status', 'conditions').some((entry) => stringAt(entry, 'type') === 'NamespaceCollectionSucceeded');
  if (!collected) return 'untracked';
  const namespaces = objectAt(object, 'status', 'namespaces');
  return namespaces === undefined ? 'unknown' : new Set(Object.keys(namespaces));
}

function resourceProperty(object: KubeObject, name: string): PropertyValue {
  const short = name.slice(RESOURCE_PROPERTY_PREFIX.length);
  const error = resourcePropertyNameError(name);
  const subject = `failed to retrieve resource property value for ${short} from cluster ${object.metadata.name}`;
  if (error !== undefined) return { kind: 'invalid', error: `${subject}: ${error}` };
  const [type = '', resource = ''] = short.split('-');
  const value = field(object, 'status', 'resourceUsage', CAPACITIES[type] ?? '', resource);
  if (typeof value !== 'string' && typeof value !== 'number') return { kind: 'absent' };
  const quantity = parseQuantity(value);
  return quantity === undefined
    ? { kind: 'invalid', error: `${subject}: ${String(value)} is not a quantity` }
    : { kind: 'value', quantity };
}

function otherProperty(object: KubeObject, name: string): PropertyValue {
  const property = field(object, 'status', 'properties', name);
  if (!isObject(property)) return { kind: 'absent' };
  const value = stringAt(property, 'value') ?? '';
  const quantity = parseQuantity(value);
  if (quantity !== undefined) return { kind: 'value', quantity };
  const cluster = object.metadata.name;
  return { kind: 'invalid', error: `value ${value} of property ${name} from cluster ${cluster} is not a valid quantity` };
}
