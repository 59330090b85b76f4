import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Hub } from '../rig/hub.ts';
import { readCrds } from '../rig/crds.ts';

const BUILT_IN = [
  ['v1', 'namespaces', 'Namespace'],
  ['v1', 'configmaps', 'ConfigMap'],
  ['v1', 'secrets', 'Secret'],
  ['v1', 'services', 'Service'],
  ['v1', 'serviceaccounts', 'ServiceAccount'],
  ['apps/v1', 'deployments', 'Deployment'],
  ['apps/v1', 'statefulsets', 'StatefulSet'],
  ['apps/v1', 'daemonsets', 'DaemonSet'],
  ['batch/v1', 'jobs', 'Job'],
] as const;

/** What an operator attaches to a ticket: `kubectl get … -A -o json` of every kind of a fleet and of what it selects. */
export async function dumpOf(hub: Hub): Promise<object> {
  const crds = readCrds(hub.version).map(({ spec }) => {
    const served = spec.versions.find(({ name }) => name === 'v1beta1') ?? spec.versions[0];
    return [`${spec.group}/${served?.name ?? ''}`, spec.names.plural, spec.names.kind] as const;
  });
  const lists = await Promise.all(
    [...crds, ...BUILT_IN].map(async ([apiVersion, plural, kind]) => {
      const path = `/${apiVersion === 'v1' ? 'api' : 'apis'}/${apiVersion}/${plural}`;
      const { code, body } = await hub.api.ask('GET', path);
      if (code === 404) return [];
      return (body.items as KubeObject[]).map((item) => ({ ...item, apiVersion, kind }));
    }),
  );
  return { apiVersion: 'v1', kind: 'List', metadata: {}, items: lists.flat() };
}
