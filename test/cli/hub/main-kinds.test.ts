/** Placement policies of main, with a hub that has them or not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import { MAIN_KINDS } from '../../../src/fleet/kubefleet/kinds.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const POLICY = `apiVersion: placement.kubefleet.dev/v1alpha1
kind: PlacementPolicy
metadata: {name: cart, namespace: shop}
spec:
  resourceSelectors: [{apiGroup: apps, apiVersion: v1, kind: Deployment, name: cart}]
`;

it.each([
  ['a hub without them', false, 'main', ['api-version-not-served', 'policy-not-acted-on']],
  ['a hub that has them', true, 'main', ['policy-not-acted-on']],
  ['a hub that has them, checked for another target', true, 'v0.3', ['policy-not-acted-on']],
  ['another hub', false, 'v0.3', ['api-version-not-served']],
] as const)('%s', async (_, serves, target, rules) => {
  const cwd = temporaryFolder();
  const hub = await startEmbeddedHub({ types: serves ? [...SERVED_TYPES, ...MAIN_KINDS] : SERVED_TYPES });
  try {
    hub.store.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
    writeFileSync(join(cwd, 'config'), hub.kubeconfig());
    writeFileSync(join(cwd, 'a.yaml'), POLICY);
    const { report } = await run(['lint', '--kubeconfig', 'config', '--target', target, 'a.yaml'], fakeIo({ cwd }));
    expect(report?.lint?.findings.map(({ rule }) => rule).toSorted()).toEqual(rules);
    expect(report?.lint?.notEvaluated).toEqual([]);
  } finally {
    await hub.close();
  }
});
