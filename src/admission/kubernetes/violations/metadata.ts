import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { podPathOf } from '../../../fleet/kubernetes/pod-template.ts';
import { labelFault, labelValueFault, qualifiedNameFault, subdomainFault, type NameFault } from '../../name-format.ts';
import { shortenTo } from '../../wording/value-hints.ts';
import { misnamed, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks names, labels and annotations. Source: apimachinery `pkg/api/validation/objectmeta.go`, and the name functions of each kind. */
export function* metadataViolations(object: KubeObject, kind: string): Iterable<Violation> {
  const name = stringAt(object, 'metadata', 'name') ?? '';
  if (name === '' && (stringAt(object, 'metadata', 'generateName') ?? '') === '')
    yield wrongTogether('/metadata/name', [], 'is required', 'Add `name` below `metadata`.');
  yield* misnamed('/metadata/name', name, (text) => nameFault(kind, text));
  yield* namespaceViolations(object);
  yield* ofMetadata(object, '');
  const path = podPathOf(object)?.slice(0, -1) ?? [];
  if (path.length > 0) yield* ofMetadata(objectAt(object, ...path), `/${path.join('/')}`);
}

/** Checks that a namespace can have that name. The field is ignored if the kind is cluster-scoped. */
function* namespaceViolations(object: KubeObject): Iterable<Violation> {
  const namespace = stringAt(object, 'metadata', 'namespace') ?? '';
  const fault = namespace === '' ? undefined : labelFault(namespace);
  if (fault === undefined || BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind)?.namespaced !== true) return;
  yield wrongValue('/metadata/namespace', namespace, `cannot be ${JSON.stringify(namespace)}: ${fault.says}`, fault.hint);
}

function* ofMetadata(holder: unknown, at: string): Iterable<Violation> {
  yield* labelViolations(objectAt(holder, 'metadata', 'labels'), `${at}/metadata/labels`);
  const annotations = objectAt(holder, 'metadata', 'annotations');
  if (annotations === undefined) return;
  let characters = 0;
  for (const [key, value] of Object.entries(annotations)) {
    characters += key.length + (typeof value === 'string' ? value.length : 0);
    const fault = qualifiedNameFault(key.toLowerCase());
    if (fault === undefined) continue;
    yield wrongValue(childPointer(`${at}/metadata/annotations`, key), key, `has a key it cannot have: ${fault.says}`, fault.hint);
  }
  // A UTF-16 unit takes at most three bytes in UTF-8, so most annotations need no exact count.
  if (characters * 3 > MOST_BYTES && bytesOf(annotations) > MOST_BYTES)
    yield wrongTogether(`${at}/metadata/annotations`, [], 'has more than 256 KiB', 'Move long values into a ConfigMap, for example.');
}

const MOST_BYTES = 256 * 1024;

function bytesOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
}

/**
 * Checks labels, or the labels that a selector requires.
 * @param at pointer to the labels
 */
export function* labelViolations(labels: JsonObject | undefined, at: string): Iterable<Violation> {
  if (labels === undefined) return;
  for (const [key, value] of Object.entries(labels)) {
    const [ofKey, ofValue] = [qualifiedNameFault(key), labelValueFault(value)];
    if (ofKey !== undefined) yield wrongValue(childPointer(at, key), key, `has a key it cannot have: ${ofKey.says}`, ofKey.hint);
    if (ofValue !== undefined)
      yield wrongValue(childPointer(at, key), value, `cannot be ${JSON.stringify(value)}: ${ofValue.says}`, ofValue.hint);
  }
}

function nameFault(kind: string, name: string): NameFault | undefined {
  if (kind === 'batch/CronJob' && name.length > LONGEST_CRON_JOB)
    return {
      says: `the name of a CronJob has at most ${LONGEST_CRON_JOB} characters, because its Jobs add some`,
      hint: shortenTo(LONGEST_CRON_JOB),
    };
  if (LABELS.has(kind)) return labelFault(name);
  return SUBDOMAINS.has(kind) ? subdomainFault(name) : undefined;
}

const LONGEST_CRON_JOB = 52;
/** Older API servers require that the name of a Service begins with a letter. Newer ones do not. */
const LABELS: ReadonlySet<string> = new Set(['/Namespace', '/Service']);
/** RBAC kinds and some others accept nearly any name, and are not in this list. */
const SUBDOMAINS: ReadonlySet<string> = new Set([
  '/ConfigMap',
  '/LimitRange',
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  '/Pod',
  '/ReplicationController',
  '/ResourceQuota',
  '/Secret',
  '/ServiceAccount',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/CronJob',
  'batch/Job',
  'networking.k8s.io/Ingress',
  'networking.k8s.io/IngressClass',
  'networking.k8s.io/NetworkPolicy',
  'scheduling.k8s.io/PriorityClass',
  'storage.k8s.io/StorageClass',
]);
