/**
 * This server must refuse what the size rule reports as refused, and accept the rest. A dry run does not show this, because etcd decides.
 */
import { expect, it } from 'vitest';
import { SIZED_OBJECTS } from '../support/kubernetes/sized-objects.ts';
import { isMissing } from '../support/truth.ts';
import { withOwnHub } from './suite/own-hub.ts';

const PATHS: Readonly<Record<string, string>> = {
  ConfigMap: '/api/v1/namespaces/default/configmaps',
  Secret: '/api/v1/namespaces/default/secrets',
  ResourceEnvelope: '/apis/placement.kubernetes-fleet.io/v1beta1/namespaces/default/resourceenvelopes',
};

it.skipIf(isMissing('crds'))('an API server or its etcd refuses the objects that are reported as too large', () =>
  withOwnHub({ name: 'sizes', version: 'v0.3.1', crds: (name) => name.startsWith('resourceenvelopes.') }, async ({ hub }) => {
    const wrong: string[] = [];
    for (const [index, { title, object, effect, isEnclosed = false }] of SIZED_OBJECTS.entries()) {
      const body = { ...object, metadata: { name: `sized-${String(index)}`, namespace: 'default' } };
      const { code, body: answer } = await hub.api.ask('POST', PATHS[object.kind] ?? '', { body });
      const isRefused = (effect === 'rejected' || effect === 'fails') && !isEnclosed;
      if (code >= 400 !== isRefused) wrong.push(`${title}: ${String(code)} ${String(answer.message)}`);
    }
    expect(wrong).toEqual([]);
  }),
);
