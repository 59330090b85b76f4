import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Hub } from './hub.ts';

/** Where objects of the kinds of these are created by a dry run, by discovery. */
export async function createPaths(hub: Hub, objects: readonly KubeObject[]): Promise<(object: KubeObject) => string> {
  const found = new Map<string, string>();
  for (const apiVersion of new Set(objects.map((object) => object.apiVersion))) {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { resources } = (await hub.api.must('GET', root)).body as {
      resources: readonly { name: string; kind: string; namespaced: boolean }[];
    };
    for (const { name, kind, namespaced } of resources) {
      if (!name.includes('/')) found.set(`${apiVersion}/${kind}`, `${root}/${namespaced ? 'namespaces/default/' : ''}${name}?dryRun=All`);
    }
  }
  return ({ apiVersion, kind }) => found.get(`${apiVersion}/${kind}`) ?? '';
}
