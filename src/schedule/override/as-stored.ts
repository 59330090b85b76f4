import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { isService, placedService } from '../../fleet/kubefleet/unplaced-fields.ts';
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { CONTAINER_LISTS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import type { Presence } from './json-patch.ts';

/**
 * The object as overrides find it: in the namespace and version of the hub, without status, nulls and the empty values that an API server
 * drops, and without the fields that KubeFleet removes before it sends an object. The text of a Secret is encoded. Source: the types of
 * `k8s.io/api` (`omitempty`); `pkg/utils/controller/resource_selector_resolver.go` of KubeFleet, generateRawContent.
 */
export function asStored(object: KubeObject, { apiVersion, namespace }: ObjectRef): KubeObject {
  const { status: _status, ...rest } = withoutNulls(object) as KubeObject;
  for (const variable of variablesIn(rest)) if (variable['value'] === '') delete variable['value'];
  const group = groupOf(apiVersion);
  const isBuiltIn = !isFleetGroup(group) && BUILT_IN_APIS.find(group, rest.kind) !== undefined;
  const kept = isBuiltIn ? withoutAllocated(withEncodedText(withoutEmpty(rest) as KubeObject)) : rest;
  return { ...kept, apiVersion, metadata: namespace === undefined ? kept.metadata : { ...kept.metadata, namespace } };
}

/**
 * The same for the fields that the API server fills in: KubeFleet removes some of them again, and nothing adds keys to a Secret that has
 * some.
 */
export function withoutRemoved(object: KubeObject, presence: Presence): Presence {
  if (isSecretWithData(object)) return (tokens) => (tokens[0] === 'data' ? 'no' : presence(tokens));
  if (!isService(object) || stringAt(object, 'spec', 'clusterIP') === 'None') return presence;
  return (tokens) => (ALLOCATED.has(tokens.at(-1) ?? '') || ALLOCATED.has(tokens.at(-2) ?? '') ? 'no' : presence(tokens));
}

const ALLOCATED: ReadonlySet<string> = new Set(['clusterIP', 'clusterIPs', 'healthCheckNodePort', 'nodePort']);

function isSecretWithData({ apiVersion, kind, ...object }: KubeObject): boolean {
  if (kind !== 'Secret' || apiVersion !== 'v1') return false;
  return ['data', 'stringData'].some((name) => isObject(object[name]) && Object.keys(object[name]).length > 0);
}

function withoutAllocated(object: KubeObject): KubeObject {
  const spec = object['spec'];
  return isService(object) && isObject(spec) ? { ...object, spec: placedService(spec) } : object;
}

/** An API server stores the `stringData` of a Secret in `data`. */
function withEncodedText(object: KubeObject): KubeObject {
  const { stringData, ...rest } = object;
  if (object.kind !== 'Secret' || !isObject(stringData)) return object;
  const texts = Object.entries(stringData);
  if (!texts.every(([, text]) => typeof text === 'string')) return object;
  const data = isObject(object['data']) ? object['data'] : {};
  const encoded = texts.map(([key, text]) => [key, Buffer.from(String(text)).toString('base64')] as const);
  return { ...rest, data: { ...data, ...Object.fromEntries(encoded) } };
}

/** The variables of all containers. The API server does not store an empty value (`omitempty` of EnvVar). */
function variablesIn(object: KubeObject): readonly Record<string, unknown>[] {
  const pod = podSpecOf(object)?.pod;
  return CONTAINER_LISTS.flatMap((list) => listAt(pod, list)).flatMap((container) => listAt(container, 'env').filter(isObject));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, entry]) => (entry === null ? [] : [[key, withoutNulls(entry)]])));
}

/** Without the empty values of fields that every kind with a field of that name drops; the keys of maps are not names of fields. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      if (isDropped(key, entry)) return [];
      return [[key, MAPS.has(key) ? entry : withoutEmpty(entry)]];
    }),
  );
}

function isDropped(key: string, value: unknown): boolean {
  if (value === false) return SWITCHES.has(key);
  if (value === 0) return NUMBERS.has(key);
  if (value === '') return TEXTS.has(key);
  if (Array.isArray(value)) return value.length === 0 && LISTS.has(key);
  return isObject(value) && Object.keys(value).length === 0 && DROPPED_MAPS.has(key);
}

/** KubeFleet removes labels of a Job, and keeps the maps that are empty then. */
const DROPPED_MAPS: ReadonlySet<string> = new Set(
  'annotations nodeSelector data binaryData stringData limits requests parameters overhead'.split(' '),
);
const MAPS: ReadonlySet<string> = new Set([...DROPPED_MAPS, 'labels', 'matchLabels']);
const LISTS: ReadonlySet<string> = new Set(
  'args command env envFrom volumeMounts volumeDevices volumes initContainers imagePullSecrets tolerations hostAliases topologySpreadConstraints readinessGates finalizers externalIPs loadBalancerSourceRanges secrets subjects tls add drop supplementalGroups sysctls volumeClaimTemplates mountOptions'.split(
    ' ',
  ),
);
const SWITCHES: ReadonlySet<string> = new Set(
  'hostNetwork hostPID hostIPC stdin stdinOnce tty paused publishNotReadyAddresses globalDefault'.split(' '),
);
const NUMBERS: ReadonlySet<string> = new Set(['minReadySeconds', 'initialDelaySeconds']);
const TEXTS: ReadonlySet<string> = new Set(
  'workingDir subPath subPathExpr priorityClassName hostname subdomain medium externalName loadBalancerIP description'.split(' '),
);
