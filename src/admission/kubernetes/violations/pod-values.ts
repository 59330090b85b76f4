import { field, isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { labelFault, labelValueFault, qualifiedNameFault, subdomainFault } from '../../name-format.ts';
import { addressOf } from './addresses.ts';
import { claimTemplateAt } from './claims.ts';
import { containerResourceViolations } from './container-resources.ts';
import { conflictViolations } from './pod-together.ts';
import { fieldOfFile, fieldOfVariable } from './field-paths.ts';
import { negativeViolations } from './quantities.ts';
import { selectorFaults } from './selectors.ts';
import {
  between,
  fewerThan,
  named,
  ofObject,
  oneAtMost,
  port,
  relative,
  shapeViolations,
  withoutSteps,
  word,
  type Check,
  type Shape,
} from './shape.ts';
import { misnamed, repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks fields of a PodSpec one by one. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidatePodSpec, as far as all
 * supported versions refuse the value.
 * @param at pointer to the PodSpec
 */
export function podValueViolations(pod: unknown, at: string): Iterable<Violation> {
  return shapeViolations(POD, pod, at);
}

const LARGEST = 2 ** 31 - 1;
const HIGHEST_MODE = 0o777;

const id = between(0, LARGEST);
const qualified = named(qualifiedNameFault);
const subdomain = named(subdomainFault);
const label = named(labelFault);

/** Names the profile on the node if, and only if, the type is Localhost. */
const profile = ofObject(function* check(object, at) {
  const [type, name] = [stringAt(object, 'type') ?? '', object['localhostProfile'] ?? undefined];
  const pointer = `${at}/localhostProfile`;
  if (type === 'Localhost' && name === undefined)
    yield wrongTogether(pointer, [type], 'is required with `type: Localhost`', 'Write the path of the profile.', [`${at}/type`]);
  if ((type === 'RuntimeDefault' || type === 'Unconfined') && name !== undefined)
    yield wrongTogether(pointer, [type], `cannot be set with \`type: ${type}\``, 'Remove it, or write `type: Localhost`.', [`${at}/type`]);
});

/** A name that may end with a dash. */
const sourceName = named((text) => subdomainFault(text.replace(/-$/, '')));
const resource = word(...['limits', 'requests'].flatMap((list) => ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${list}.${name}`)));

const SECURITY: Shape = {
  runAsUser: id,
  runAsGroup: id,
  seccompProfile: { $: profile, localhostProfile: relative },
  appArmorProfile: { $: profile },
};

const HTTP: Shape = { port };
const PROBE: Shape = {
  exec: { $: required('command') },
  httpGet: HTTP,
  tcpSocket: HTTP,
  grpc: { port: between(1, 65_535) },
  initialDelaySeconds: between(0),
  timeoutSeconds: between(0),
  periodSeconds: between(0),
  failureThreshold: between(0),
};
/** 0 means the default, which is 1. */
const ENDING: Shape = { ...PROBE, successThreshold: between(0, 1), terminationGracePeriodSeconds: between(1) };
const HOOK: Shape = { httpGet: HTTP, tcpSocket: HTTP };

/** An empty source is no source. */
const source: Check = (value, at) =>
  isObject(value) && Object.keys(value).length === 0
    ? [wrongTogether(at, [], 'does not set a source', 'Add `configMapKeyRef`, `secretKeyRef`, `fieldRef` or `resourceFieldRef`.')]
    : oneSource(value, at);
const oneSource = oneAtMost('configMapKeyRef', 'fieldRef', 'resourceFieldRef', 'secretKeyRef');

const CONTAINER: Shape = {
  ports: { '*': { hostPort: between(0, 65_535) } },
  env: {
    '*': {
      valueFrom: {
        $: source,
        configMapKeyRef: { name: subdomain },
        secretKeyRef: { name: subdomain },
        fieldRef: { fieldPath: fieldOfVariable },
        resourceFieldRef: { resource },
      },
    },
  },
  envFrom: { '*': { configMapRef: { name: sourceName }, secretRef: { name: sourceName } } },
  volumeMounts: { '*': { $: oneAtMost('subPath', 'subPathExpr'), subPath: relative, subPathExpr: relative } },
  resources: { $: ofObject(containerResourceViolations) },
  livenessProbe: ENDING,
  startupProbe: ENDING,
  readinessProbe: { ...PROBE, successThreshold: between(0), terminationGracePeriodSeconds: neverSet('in a readiness probe') },
  lifecycle: { postStart: HOOK, preStop: HOOK },
  securityContext: SECURITY,
  $: ofObject(propagationViolations),
};

const FILE: Shape = { mode: between(0, HIGHEST_MODE), path: relative };
const FILES: Shape = { items: { '*': FILE } };
const FIELDS: Shape = {
  items: {
    '*': {
      ...FILE,
      $: oneAtMost('fieldRef', 'resourceFieldRef'),
      fieldRef: { fieldPath: fieldOfFile },
      resourceFieldRef: { $: required('containerName'), resource },
    },
  },
};
const TERM: Shape = { topologyKey: qualified, labelSelector: selectorFaults, namespaces: { '*': label } };
const TERMS: Shape = {
  requiredDuringSchedulingIgnoredDuringExecution: { '*': TERM },
  preferredDuringSchedulingIgnoredDuringExecution: { '*': { podAffinityTerm: TERM } },
};
const NODES: Shape = { matchExpressions: { '*': { key: qualified } } };

const POD: Shape = {
  $: ofObject(conflictViolations),
  activeDeadlineSeconds: between(1),
  hostname: label,
  subdomain: label,
  nodeName: subdomain,
  serviceAccountName: subdomain,
  priorityClassName: subdomain,
  runtimeClassName: subdomain,
  securityContext: {
    ...SECURITY,
    fsGroup: id,
    supplementalGroups: { '*': id },
    sysctls: { $: sysctlViolations },
  },
  containers: { '*': CONTAINER },
  initContainers: { '*': { ...CONTAINER, $: initViolations } },
  volumes: {
    '*': {
      configMap: FILES,
      secret: FILES,
      downwardAPI: FIELDS,
      hostPath: { path: withoutSteps },
      emptyDir: { $: ofObject((object, at) => negativeViolations(object, 'sizeLimit', at)) },
      nfs: { path: absolute },
      ephemeral: { volumeClaimTemplate: claimTemplateAt },
      projected: {
        sources: {
          '*': {
            $: oneAtMost('configMap', 'downwardAPI', 'secret', 'serviceAccountToken'),
            configMap: FILES,
            secret: FILES,
            downwardAPI: FIELDS,
            serviceAccountToken: { expirationSeconds: between(600), path: relative },
          },
        },
      },
    },
  },
  tolerations: { '*': { $: ofObject(tolerationViolations), key: qualified } },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: { $: notEmpty, '*': NODES } },
      preferredDuringSchedulingIgnoredDuringExecution: { '*': { preference: NODES } },
    },
    podAffinity: TERMS,
    podAntiAffinity: TERMS,
  },
  topologySpreadConstraints: { '*': { labelSelector: selectorFaults } },
  hostAliases: { '*': { hostnames: { '*': subdomain } } },
  dnsConfig: { nameservers: { $: fewerThan(4), '*': address }, searches: { $: fewerThan(33) }, options: { '*': { $: required('name') } } },
  os: { name: word('linux', 'windows') },
  readinessGates: { '*': { conditionType: qualified } },
  schedulingGates: { '*': { name: qualified } },
};

function required(name: string): Check {
  return ofObject(function* check(object, at) {
    const value = object[name] ?? '';
    if (value === '' || (Array.isArray(value) && value.length === 0))
      yield wrongTogether(`${at}/${name}`, [], 'is required', 'Add it.', [at]);
  });
}

function neverSet(where: string): Check {
  return function* check(value, at) {
    yield wrongValue(at, value, `cannot be set ${where}`, 'Remove it.');
  };
}

function* notEmpty(value: unknown, at: string): Iterable<Violation> {
  if (Array.isArray(value) && value.length === 0) yield wrongTogether(at, [], 'cannot be empty', 'List the terms.');
}

function* address(value: unknown, at: string): Iterable<Violation> {
  if (typeof value === 'string' && addressOf(value) === undefined)
    yield wrongValue(at, value, `cannot be ${JSON.stringify(value)}: it is not an address`, 'Write an IP address.');
}

function* absolute(value: unknown, at: string): Iterable<Violation> {
  if (typeof value === 'string' && value !== '' && !value.startsWith('/'))
    yield wrongValue(at, value, `cannot be ${JSON.stringify(value)}: it must begin with a slash`, `Write \`/${value}\`.`);
}

function* tolerationViolations(toleration: JsonObject, at: string): Iterable<Violation> {
  if (['', 'Equal'].includes(stringAt(toleration, 'operator') ?? '')) yield* misnamed(`${at}/value`, toleration['value'], labelValueFault);
}

/** A name of a sysctl in one of its two forms, with dots or with slashes. */
const SYSCTL = /^[a-z0-9][a-z0-9_-]*(?:[./][a-z0-9][a-z0-9_-]*)*$/;

function* sysctlViolations(value: unknown, at: string): Iterable<Violation> {
  const sysctls = Array.isArray(value)
    ? value.map((entry: unknown, index) => ({ name: stringAt(entry, 'name') || undefined, pointer: `${at}/${index}/name` }))
    : [];
  for (const { name, pointer } of sysctls)
    if (name !== undefined && (!SYSCTL.test(name) || /[-_](?:[./]|$)/.test(name) || name.length > 253))
      yield wrongValue(
        pointer,
        name,
        `cannot be ${JSON.stringify(name)}: it is not the name of a sysctl`,
        'Write it like `net.core.somaxconn`.',
      );
  for (const { name, pointer } of repeated(sysctls, (each) => each.name))
    yield wrongTogether(pointer, [name], 'is set twice', 'Remove one of the two.');
}

const OF_LONG_RUNNING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

/** Init containers end before the others start, except those that are restarted always. */
function* initViolations(container: unknown, at: string): Iterable<Violation> {
  if (!isObject(container)) return;
  yield* propagationViolations(container, at);
  const policy = stringAt(container, 'restartPolicy') ?? '';
  if (policy === 'Always') return;
  for (const name of OF_LONG_RUNNING)
    if (isObject(container[name]))
      yield wrongTogether(`${at}/${name}`, [policy], 'cannot be set in an init container without `restartPolicy: Always`', 'Remove it.', [
        `${at}/restartPolicy`,
      ]);
}

function* propagationViolations(container: JsonObject, at: string): Iterable<Violation> {
  if (field(container, 'securityContext', 'privileged') === true) return;
  for (const [index, mount] of listAt(container, 'volumeMounts').entries())
    if (field(mount, 'mountPropagation') === 'Bidirectional')
      yield wrongTogether(
        `${at}/volumeMounts/${index}/mountPropagation`,
        [],
        'cannot be Bidirectional in a container that is not privileged',
        'Write `HostToContainer`, or run the container privileged.',
        [`${at}/securityContext`],
      );
}
