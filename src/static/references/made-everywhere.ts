import type { Reference } from './reference.ts';

/** ConfigMaps with certificates that a controller creates in every namespace: of Kubernetes, OpenShift and Istio. */
const CONFIG_MAPS: ReadonlySet<string> = new Set(['kube-root-ca.crt', 'openshift-service-ca.crt', 'istio-ca-root-cert']);

/** The endings of the Secrets that clusters create for a ServiceAccount; Kubernetes uses these letters in random names. */
const OF_ACCOUNT = /-(?:token|dockercfg)-[bcdfghjklmnpqrstvwxz2456789]{5}$/;

/** Whether every cluster creates the object itself. Source: Kubernetes' root CA publisher and token controller. */
export function isMadeEverywhere({ group, kind, namespace, name }: Pick<Reference, 'group' | 'kind' | 'namespace' | 'name'>): boolean {
  if (group !== '') return false;
  if (kind === 'ConfigMap') return CONFIG_MAPS.has(name);
  if (kind === 'Secret') return OF_ACCOUNT.test(name);
  if (kind === 'ServiceAccount') return name === 'default';
  return kind === 'Service' && namespace === 'default' && name === 'kubernetes';
}

/** Whether Kubernetes distributions or clouds create an object of that name by default. */
export function isMadeByDistributions({ group, kind, name }: Pick<Reference, 'group' | 'kind' | 'name'>): boolean {
  return MADE_BY_DISTRIBUTIONS[`${group}/${kind}`]?.test(name) === true;
}

const MADE_BY_DISTRIBUTIONS: Readonly<Record<string, RegExp>> = {
  'storage.k8s.io/StorageClass':
    // linear: it matches only at the start of the name, and each alternative reads the name once.
    /^(?:standard|default|gp[23]|local-path|hostpath|manual|managed(?:-csi)?(?:-premium)?|azure(?:file|disk|blob)[\w-]*|(?:standard|premium)-rw[ox]|do-block-storage)$/,
  'scheduling.k8s.io/PriorityClass': /^system-/,
  'rbac.authorization.k8s.io/ClusterRole': /^(?:system:.*|cluster-admin|admin|edit|view)$/,
};
