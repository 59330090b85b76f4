import { expect, it } from 'vitest';

import { withoutSecretData } from '../../../src/cli/hub/read-hub.ts';

// SECURITY.md: Only `plan --render` with `--show-secrets` prints a Secret
it('hides the values of Secrets, in envelopes too, and keeps their sizes', () => {
  const secret = (data: object): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, type: 'Opaque', ...data });
  const plain = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { mode: 'fast' } };
  const envelope = {
    kind: 'ResourceEnvelope',
    data: { 'a.yaml': secret({ stringData: { password: 'hunter2', empty: '' } }), 'b.yaml': plain },
  };
  expect(withoutSecretData([secret({ data: { password: 'aHVudGVyMg==' } }), envelope])).toEqual([
    secret({ data: { password: '************' } }),
    { kind: 'ResourceEnvelope', data: { 'a.yaml': secret({ stringData: { password: '*******', empty: '' } }), 'b.yaml': plain } },
  ]);
});
