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
