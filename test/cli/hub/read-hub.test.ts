import { expect, it } from 'vitest';
import { readHub } from '../../../src/cli/hub/read-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

it('a bug in computing the needs of manifests leaves no pending request', async () => {
  const bug = new TypeError('a bug');
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop' } } satisfies KubeObject;
  const broken = new Proxy(object, {
    get: () => {
      throw bug;
    },
  });
  let asked = 0;
  // As a hub answers that is closed meanwhile.
  const closed = async (): Promise<never> => {
    asked++;
    await Promise.resolve();
    throw new DOMException('This operation was aborted', 'AbortError');
  };
  const range = { file: 'shop.yaml', line: 1, column: 1, endLine: 1, endColumn: 1 };
  const manifest = { file: range.file, documentIndex: 0, object: broken, namespace: undefined, locate: () => range, unresolved: [] };
  const judged = { head: [manifest], base: [], target: 'v0.3', scope: 'named' } as const;
  await expect(readHub({ read: closed, apis: closed, now: () => new Date(0) }, judged)).rejects.toBe(bug);
  expect(asked).toBe(0);
});
