import { BUILT_IN_APIS } from '../../../src/fleet/kubefleet/api-resource.ts';
import { groupOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Hub } from '../rig/hub.ts';

/** Creates an object of a kind of Kubernetes. @throws if the API server refuses it */
export async function create(cluster: Hub, object: KubeObject): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const { plural, namespaced } = BUILT_IN_APIS.find(groupOf(apiVersion), kind) ?? { plural: '', namespaced: false };
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = namespaced ? `/namespaces/${metadata.namespace ?? ''}` : '';
  await cluster.api.must('POST', `${root}${scope}/${plural}`, { body: object });
}
