import { ConfigError } from '../../errors.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { SHORT_NAMES } from '../../fleet/kubefleet/short-names.ts';
import { withArticle } from '../../fleet/text/with-article.ts';
import type { AskedObject } from '../../report.ts';

/**
 * Parses an object as typed: `KIND[.GROUP]/[NAMESPACE/]NAME`. The kind may also be the plural or the short name of `kubectl`, in any case.
 * A kind that is not built in is used as typed.
 * @param namespace the namespace of objects that name none
 * @throws {ConfigError} if the text has no kind or no name, or more parts than an object has
 */
export function askedObject(text: string, namespace?: string): AskedObject {
  const parts = text.split('/');
  const [type = '', ...path] = parts;
  const name = path.at(-1) ?? '';
  if (type === '' || path.length === 0 || path.length > 2 || path.includes(''))
    throw new ConfigError(
      `'${text}' is not an object: name it as KIND/[NAMESPACE/]NAME, for example Deployment/shop/web or Namespace/shop`,
    );
  const dot = type.indexOf('.');
  const word = dot < 0 ? type : type.slice(0, dot);
  // `kubectl` accepts a version in between: `deployments.v1.apps`.
  const group = dot < 0 ? undefined : type.slice(dot + 1).replace(/^v\d+(?:(?:alpha|beta)\d+)?\./, '');
  const known = builtIn(word, group);
  const isNamespaced = known?.namespaced !== false;
  if (path.length === 2 && !isNamespaced)
    throw new ConfigError(`'${text}' has a namespace, and ${withArticle(known.kind)} is in none: ${known.kind}/${name}`);
  const inNamespace = path.length === 2 ? path[0] : isNamespaced ? namespace : undefined;
  return {
    ...(known === undefined ? (group === undefined ? {} : { group }) : { group: known.group }),
    kind: known?.kind ?? word,
    ...(inNamespace === undefined ? {} : { namespace: inNamespace }),
    name,
  };
}

/** Whether an object is the requested one. The API version is ignored: on a member it is one object. */
export function isAsked({ group, kind, namespace, name }: AskedObject, object: ObjectRef): boolean {
  return (
    object.name === name &&
    (namespace === undefined || object.namespace === namespace) &&
    (group === undefined || groupOf(object.apiVersion) === group) &&
    object.kind.toLowerCase() === kind.toLowerCase()
  );
}

function builtIn(word: string, group: string | undefined): (typeof BUILT_IN_APIS.all)[number] | undefined {
  const lower = word.toLowerCase();
  const kind = Object.hasOwn(KUBECTL_NAMES, lower) ? KUBECTL_NAMES[lower] : undefined;
  // If two groups have an `Event`, the older group is used, as in `kubectl`.
  return BUILT_IN_APIS.all.find(
    (resource) =>
      (group === undefined || resource.group === group) &&
      (resource.kind === kind || resource.kind.toLowerCase() === lower || resource.plural === lower),
  );
}

/** Source: `kubectl api-resources` of Kubernetes 1.34, only kinds that KubeFleet places. */
const KUBECTL_NAMES: Readonly<Record<string, string>> = {
  ...SHORT_NAMES,
  cj: 'CronJob',
  cm: 'ConfigMap',
  crd: 'CustomResourceDefinition',
  deploy: 'Deployment',
  ds: 'DaemonSet',
  hpa: 'HorizontalPodAutoscaler',
  ing: 'Ingress',
  limits: 'LimitRange',
  netpol: 'NetworkPolicy',
  ns: 'Namespace',
  pc: 'PriorityClass',
  pdb: 'PodDisruptionBudget',
  pv: 'PersistentVolume',
  pvc: 'PersistentVolumeClaim',
  quota: 'ResourceQuota',
  rs: 'ReplicaSet',
  sa: 'ServiceAccount',
  sc: 'StorageClass',
  sts: 'StatefulSet',
  svc: 'Service',
};
