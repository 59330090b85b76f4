import type { Reference } from './reference.ts';

/** ConfigMaps with certificates that a controller puts into every namespace: of Kubernetes, of OpenShift, of Istio. */
const CONFIG_MAPS: ReadonlySet<string> = new Set(['kube-root-ca.crt', 'openshift-service-ca.crt', 'istio-ca-root-cert']);

/** The endings of the Secrets that clusters make for a ServiceAccount; Kubernetes draws names from these letters. */
const OF_ACCOUNT = /-(?:token|dockercfg)-[bcdfghjklmnpqrstvwxz2456789]{5}$/;

/** Whether each cluster makes the object by itself, whatever is placed there. Source: Kubernetes' root CA publisher and token controller. */
export function isMadeEverywhere({ group, kind, namespace, name }: Pick<Reference, 'group' | 'kind' | 'namespace' | 'name'>): boolean {
  if (group !== '') return false;
  if (kind === 'ConfigMap') return CONFIG_MAPS.has(name);
  if (kind === 'Secret') return OF_ACCOUNT.test(name);
  if (kind === 'ServiceAccount') return name === 'default';
  return kind === 'Service' && namespace === 'default' && name === 'kubernetes';
}
