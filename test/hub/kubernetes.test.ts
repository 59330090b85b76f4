/**
 * What `src/admission/kubernetes` takes and refuses of Kubernetes' own kinds, against the dry run of this very server: as a member is asked that
 * creates an object, and one that applies it on the server's side.
 */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { KubeObject } from '../../src/fleet/object.ts';
import { acceptedObjects, edits } from '../support/kubernetes-edits.ts';
import type { Hub } from './rig/hub.ts';
import { withOwnHub } from './suite/own-hub.ts';

describe.concurrent('kinds of Kubernetes', () => {
  it('the server takes and refuses what is taken and refused here', () =>
    withOwnHub({ name: 'kubernetes', version: '' }, async ({ hub }) => {
      const pathOf = await paths(hub);
      const wrong: string[] = [];
      for (const object of acceptedObjects()) {
        const { code, body } = await hub.api.ask('POST', pathOf(object), { body: object });
        if (code >= 400 && code !== 409) wrong.push(`${object.kind} ${object.metadata.name}: ${String(body.message)}`);
      }
      for (const { title, object, expected } of edits()) {
        const { code, body } = await hub.api.ask('POST', pathOf(object), { body: object });
        if (code >= 400 !== (expected !== undefined)) wrong.push(`${title}: ${code} ${String(body.message)}`);
        if (expected === undefined) continue;
        const [path = '', query = ''] = pathOf(object).split('?');
        const contentType = 'application/apply-patch+yaml';
        const place = `${path}/${object.metadata.name}?${query}&fieldManager=gate&force=true`;
        const applied = await hub.api.ask('PATCH', place, { body: object, contentType });
        if (applied.code < 400) wrong.push(`${title}: taken by a server-side apply`);
      }
      expect(wrong).toEqual([]);
    }));

  it('the server writes no Work whose manifest has values of a wrong type below metadata', () =>
    withOwnHub({ name: 'work-metadata', version: 'v0.3.1', crds: (name) => name.startsWith('works.') }, async ({ hub }) => {
      const at = '/apis/placement.kubernetes-fleet.io/v1beta1/namespaces/default/works?dryRun=All';
      const workOf = (annotations: string): unknown => ({
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'Work',
        metadata: { name: 'shop-work', namespace: 'default' },
        spec: {
          workload: {
            manifests: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: parse(annotations) as unknown } }],
          },
        },
      });
      expect((await hub.api.ask('POST', at, { body: workOf('{a: "1"}') })).code).toBe(201);
      expect((await hub.api.ask('POST', at, { body: workOf('{a: 1}') })).code).toBeGreaterThanOrEqual(400);
    }));
});

/** Where objects are created, by discovery. */
async function paths(hub: Hub): Promise<(object: KubeObject) => string> {
  const found = new Map<string, string>();
  for (const apiVersion of new Set(acceptedObjects().map((object) => object.apiVersion))) {
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
