import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Hub } from './hub.ts';

/** A function that returns the path at which an object of these kinds is created by a dry run, from discovery. */
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
