import { BUILT_IN_APIS } from '../../../fleet/api-resource.ts';
import { childPointer } from '../../../fleet/json-pointer.ts';
import { objectAt, stringAt } from '../../../fleet/json.ts';
import { groupOf, type KubeObject } from '../../../fleet/object.ts';
import { podSpecOf } from '../../../fleet/pod-template.ts';
import { labelFault, labelValueFault, qualifiedNameFault, subdomainFault, type NameFault } from '../../name-format.ts';
import { shortenTo } from '../../wording/value-hints.ts';
import { wrongValue, type Violation } from './violation.ts';

/** Of names, labels and annotations. Source: apimachinery `pkg/api/validation/objectmeta.go`, and the name functions of each kind. */
export function* metadataViolations(object: KubeObject): Iterable<Violation> {
  const name = stringAt(object, 'metadata', 'name') ?? '';
  const fault = name === '' ? undefined : nameFault(`${groupOf(object.apiVersion)}/${object.kind}`, name);
  if (fault !== undefined) yield wrongValue('/metadata/name', name, `cannot be ${JSON.stringify(name)}: ${fault.says}`, fault.hint);
  yield* namespaceViolations(object);
  yield* ofMetadata(object, '');
  const template = podSpecOf(object)?.at.replace(/\/spec$/, '') ?? '';
  if (template !== '') yield* ofMetadata(objectAt(object, ...template.split('/').slice(1)), template);
}

/** No namespace has such a name. Where the kind is in none, what is written is passed over. */
function* namespaceViolations(object: KubeObject): Iterable<Violation> {
  const namespace = stringAt(object, 'metadata', 'namespace') ?? '';
  const fault = namespace === '' ? undefined : labelFault(namespace);
  if (fault === undefined || BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind)?.namespaced !== true) return;
  yield wrongValue('/metadata/namespace', namespace, `cannot be ${JSON.stringify(namespace)}: ${fault.says}`, fault.hint);
}

function* ofMetadata(holder: unknown, at: string): Iterable<Violation> {
  for (const [key, value] of Object.entries(objectAt(holder, 'metadata', 'labels') ?? {}))
    yield* labelViolations(key, value, childPointer(`${at}/metadata/labels`, key));
  for (const key of Object.keys(objectAt(holder, 'metadata', 'annotations') ?? {})) {
    const fault = qualifiedNameFault(key.toLowerCase());
    if (fault === undefined) continue;
    yield wrongValue(childPointer(`${at}/metadata/annotations`, key), key, `has a key it cannot have: ${fault.says}`, fault.hint);
  }
}

/** Of one label, or of what a selector asks of one. */
export function* labelViolations(key: string, value: unknown, pointer: string): Iterable<Violation> {
  const keyFault = qualifiedNameFault(key);
  if (keyFault !== undefined) yield wrongValue(pointer, key, `has a key it cannot have: ${keyFault.says}`, keyFault.hint);
  const fault = labelValueFault(value);
  if (fault !== undefined) yield wrongValue(pointer, value, `cannot be ${JSON.stringify(value)}: ${fault.says}`, fault.hint);
}

function nameFault(kind: string, name: string): NameFault | undefined {
  if (kind === 'batch/CronJob' && name.length > LONGEST_CRON_JOB)
    return {
      says: `a CronJob has at most ${LONGEST_CRON_JOB} characters in its name, as its Jobs add some`,
      hint: shortenTo(LONGEST_CRON_JOB),
    };
  if (LABELS.has(kind)) return labelFault(name);
  return SUBDOMAINS.has(kind) ? subdomainFault(name) : undefined;
}

const LONGEST_CRON_JOB = 52;
/** A Service had to begin with a letter for long, and later does not have to. */
const LABELS: ReadonlySet<string> = new Set(['/Namespace', '/Service']);
/** Kinds of RBAC and some others take nearly any name. */
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
