import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import { truthPath } from '../../support/truth.ts';
import type { KubeApi } from './kube-api.ts';

/** A folder of CRDs that belong to a KubeFleet version: `v0.3.1` or `main`. */
export type CrdSet = string;

export interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly scope: 'Cluster' | 'Namespaced';
    readonly names: { readonly plural: string; readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
  };
}

/** The CRDs of a version, or those of them whose names `wanted` accepts; empty if the folder is missing. */
export function readCrds(set: CrdSet, wanted: (name: string) => boolean = () => true): readonly Crd[] {
  const folder = truthPath('crds', set);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')).map((document) => document.toJS() as Crd))
    .filter((crd) => crd?.metadata !== undefined && wanted(crd.metadata.name));
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Creates CRDs; with `settle`, waits until each can be listed (a new one answers 429 for some seconds). */
export async function installCrds(api: KubeApi, crds: readonly Crd[], settle = true): Promise<void> {
  await Promise.all(crds.map((crd) => api.must('POST', CRDS, { body: crd })));
  if (!settle) return;
  const end = performance.now() + HANG_LIMIT;
  for (const { spec } of crds) {
    const served = spec.versions.find((version) => version.served);
    while ((await api.ask('GET', `/apis/${spec.group}/${served?.name ?? ''}/${spec.names.plural}?limit=1`)).code !== 200) {
      if (performance.now() > end) throw new Error(`${spec.names.plural} is not served after its CRD was created`);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}
