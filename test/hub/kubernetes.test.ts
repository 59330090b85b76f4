/**
 * Compares what `src/admission/kubernetes` accepts and refuses for Kubernetes' own kinds with dry runs on this server: as a create, and as
 * a server-side apply, which are the requests that a member gets.
 */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { field, objectAt } from '../../src/fleet/json/json.ts';
import { refOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { filledIn } from '../../src/schedule/override/filled-in.ts';
import { acceptedObjects, edits } from '../support/kubernetes/kubernetes-edits.ts';
import { isMissing } from '../support/truth.ts';
import { createPaths } from './rig/create-paths.ts';
import { withOwnHub } from './suite/own-hub.ts';

describe.concurrent('kinds of Kubernetes', () => {
  it('are accepted and refused by the server as they are here', () =>
    withOwnHub({ name: 'kubernetes', version: '' }, async ({ hub }) => {
      const pathOf = await createPaths(hub, acceptedObjects());
      const wrong: string[] = [];
      for (const object of acceptedObjects()) {
        const { code, body } = await hub.api.ask('POST', pathOf(object), { body: object });
        if (code >= 400 && code !== 409) wrong.push(`${object.kind} ${object.metadata.name}: ${String(body.message)}`);
      }
      for (const { title, object, expected } of edits()) {
        const strict = expected?.fault === 'unknown' ? '&fieldValidation=Strict' : '';
        const { code, body } = await hub.api.ask('POST', `${pathOf(object)}${strict}`, { body: object });
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

  it('every path that this server fills with a default is one that a patch may replace', () =>
    withOwnHub({ name: 'defaults', version: '' }, async ({ hub }) => {
      const pathOf = await createPaths(hub, acceptedObjects());
      const passedOver = new Set<string>();
      let filled = 0;
      for (const object of acceptedObjects().flatMap((each) => [each, ...sparse(each)])) {
        // Without some fields the server closes the connection.
        const answer = await hub.api.ask('POST', pathOf(object), { body: object }).catch(() => undefined);
        if (answer === undefined || answer.code >= 400) continue;
        for (const tokens of added(object, answer.body as unknown, [])) {
          filled += 1;
          if (filledIn(refOf(object))(tokens) === 'no') passedOver.add(`${object.kind} ${tokens.join('/')}`);
        }
      }
      expect([...passedOver]).toEqual([]);
      expect(filled).toBeGreaterThan(500);
    }));

  it.skipIf(isMissing('crds'))('the server writes no Work whose manifest has values of a wrong type below metadata', () =>
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
    }),
  );
});

/** Copies of the object, each without one of the fields of its spec. */
function sparse(object: KubeObject): readonly KubeObject[] {
  const spec = objectAt(object, 'spec') ?? {};
  return Object.keys(spec).map((name) => ({ ...object, spec: Object.fromEntries(Object.entries(spec).filter(([key]) => key !== name)) }));
}

/** The places that only the answer has; for a new subtree, all places in it. Only metadata that users can patch is included. */
function* added(sent: unknown, answer: unknown, tokens: readonly string[]): Iterable<readonly string[]> {
  if (typeof answer !== 'object' || answer === null) return;
  for (const [key, value] of Object.entries(answer)) {
    const at = [...tokens, key];
    if (at[0] === 'status' || (at[0] === 'metadata' && at[1] !== undefined && at[1] !== 'labels' && at[1] !== 'annotations')) continue;
    const before = field(sent, key) ?? undefined;
    if (before === undefined) yield at;
    yield* added(before, value, at);
  }
}
