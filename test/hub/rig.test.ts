/** Tests of the rig itself, which need neither CRDs nor recordings: an API server without KubeFleet. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { execPlugin, writeKubeconfig } from './rig/kubeconfigs.ts';
import { isAlive } from './rig/role.ts';
import { fleetGate, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withOwnHub } from './suite/own-hub.ts';

const WAYS = ['admin', 'read-only', 'no-rights', 'client-certificate', 'expiring-token', 'exec-plugin'];

it('on an API server without KubeFleet every login works, and the gate reports what is missing', async () => {
  const pid = await withOwnHub({ name: 'rig', version: '' }, async ({ hub, role }) => {
    const folder = workFolder(hub);
    for (const way of WAYS) {
      const argv = ['diagnose', 'crp/web', '--kubeconfig', kubeconfigOf(hub, way)];
      const { code, out, err } = await fleetGate(argv, { hub, cwd: folder });
      expect(code, `${way}\n${out}${err}`).toBe(4);
      expect(out + err, way).toMatch(/is KubeFleet installed/);
    }
    const wrong = writeKubeconfig(hub, 'wrong', { token: 'nobody-knows-this' });
    expect((await fleetGate(['diagnose', 'crp/web', '--kubeconfig', wrong], { hub, cwd: folder })).code).toBe(5);
    const missing = writeKubeconfig(hub, 'missing', execPlugin(hub, 'no-such-account', 600));
    expect((await fleetGate(['diagnose', 'crp/web', '--kubeconfig', missing], { hub, cwd: folder })).code).toBe(5);
    expect(existsSync(path.join(hub.folder, 'apiserver.log'))).toBe(true);
    return role.pid;
  });
  expect(isAlive(pid)).toBe(false);
});
