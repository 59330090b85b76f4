import { field, listAt, objectAt, type JsonObject } from '../../fleet/json/json.ts';
import { isObject } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { CONTAINER_LISTS } from '../../fleet/kubernetes/pod-template.ts';

/**
 * Returns an object as the hub stores it, with the default values that validation reads, because a patch is applied to them. The given
 * object is not changed. Source: `pkg/apis/<group>/v1/defaults.go` of Kubernetes; `test/hub/kubernetes.test.ts` compares it with a real API
 * server, and `test/conformance/variants/filled-in.test.ts` with recorded hubs.
 */
export function withDefaults(object: KubeObject): KubeObject {
  const defaults = DEFAULTS[`${groupOf(object.apiVersion)}/${object.kind}`];
  return defaults === undefined || !isObject(object['spec']) ? object : { ...object, spec: defaults(object['spec']) };
}

type Defaults = (spec: JsonObject) => JsonObject;

/** A written value replaces the default; null does not. */
function over(defaults: JsonObject, written: JsonObject): JsonObject {
  return { ...defaults, ...Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null && value !== undefined)) };
}

function mapped(holder: JsonObject, key: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const value = holder[key];
  return isObject(value) ? { ...holder, [key]: change(value) } : holder;
}

function eachOf(holder: JsonObject, key: string, change: (entry: JsonObject) => JsonObject): JsonObject {
  const list = holder[key];
  return Array.isArray(list) ? { ...holder, [key]: list.map((entry) => (isObject(entry) ? change(entry) : (entry as unknown))) } : holder;
}

function container(written: JsonObject): JsonObject {
  return eachOf(over({ imagePullPolicy: pullPolicyOf(written) }, written), 'ports', (port) => over({ protocol: 'TCP' }, port));
}

/** The default for an image without a tag is `Always`. */
function pullPolicyOf({ image }: JsonObject): string {
  if (typeof image !== 'string') return 'IfNotPresent';
  const [name = '', digest] = image.split('@');
  const tag = /:([^/:]+)$/.exec(name)?.[1];
  return (tag ?? (digest === undefined ? 'latest' : '')) === 'latest' ? 'Always' : 'IfNotPresent';
}

function podSpec(written: JsonObject, restartPolicy = 'Always'): JsonObject {
  const spec = over({ restartPolicy, dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30 }, written);
  const whole = listAt(spec, 'volumes').length === 0 ? spec : eachOf(spec, 'volumes', volume);
  return CONTAINER_LISTS.reduce((pod, list) => eachOf(pod, list, container), whole);
}

/** A volume without a source is an `emptyDir`. */
function volume(written: JsonObject): JsonObject {
  return Object.keys(written).some((key) => key !== 'name' && written[key] !== null) ? written : { ...written, emptyDir: {} };
}

function withTemplate(spec: JsonObject): JsonObject {
  return mapped(spec, 'template', (template) => mapped(template, 'spec', (pod) => podSpec(pod)));
}

/** The default strategy is a rolling update, and only a rolling update has numbers. */
function strategy(key: string, numbers: JsonObject): (spec: JsonObject) => JsonObject {
  return (spec) => {
    const written = over({ type: 'RollingUpdate' }, objectAt(spec, key) ?? {});
    const isRolling = written['type'] === 'RollingUpdate' || written['type'] === '';
    const whole = isRolling
      ? { ...written, type: 'RollingUpdate', rollingUpdate: over(numbers, objectAt(written, 'rollingUpdate') ?? {}) }
      : written;
    return { ...spec, [key]: whole };
  };
}

function jobSpec(written: JsonObject): JsonObject {
  const isFixed = field(written, 'completions') === undefined && field(written, 'parallelism') === undefined;
  const counts = isFixed ? { completions: 1, parallelism: 1 } : { parallelism: 1 };
  return withTemplate(over({ ...counts, backoffLimit: 6, completionMode: 'NonIndexed', suspend: false }, written));
}

const DEFAULTS: Readonly<Record<string, Defaults>> = {
  'apps/Deployment': (spec) =>
    strategy('strategy', { maxUnavailable: '25%', maxSurge: '25%' })(
      withTemplate(over({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }, spec)),
    ),
  'apps/StatefulSet': (spec) =>
    strategy('updateStrategy', { partition: 0 })(
      withTemplate(over({ replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' }, spec)),
    ),
  'apps/DaemonSet': (spec) =>
    strategy('updateStrategy', { maxUnavailable: 1, maxSurge: 0 })(withTemplate(over({ revisionHistoryLimit: 10 }, spec))),
  'apps/ReplicaSet': (spec) => withTemplate(over({ replicas: 1 }, spec)),
  'batch/Job': jobSpec,
  'batch/CronJob': (spec) =>
    mapped(
      over({ concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 }, spec),
      'jobTemplate',
      (template) => mapped(template, 'spec', withTemplate),
    ),
  '/Pod': (spec) => podSpec(spec),
  '/Service': (spec) => {
    const typed = over({ type: 'ClusterIP', sessionAffinity: 'None' }, spec);
    const ports = eachOf(typed, 'ports', (port) =>
      over({ protocol: 'TCP', ...(port['port'] === undefined ? {} : { targetPort: port['port'] }) }, port),
    );
    if (typed['type'] === 'ExternalName') return ports;
    const isOpen = typed['type'] === 'NodePort' || typed['type'] === 'LoadBalancer';
    return over({ internalTrafficPolicy: 'Cluster', ...(isOpen ? { externalTrafficPolicy: 'Cluster' } : {}) }, ports);
  },
  'autoscaling/HorizontalPodAutoscaler': (spec) => over({ minReplicas: 1 }, spec),
  '/PersistentVolumeClaim': (spec) => over({ volumeMode: 'Filesystem' }, spec),
};
