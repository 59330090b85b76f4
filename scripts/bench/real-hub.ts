import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RigError } from '../../test/hub/rig/build.ts';
import type { Hub } from '../../test/hub/rig/hub.ts';
import { startRig } from '../../test/hub/rig/rig.ts';
import { isMissing, truthPath } from '../../test/support/truth.ts';
import { Skipped } from './row.ts';

/** Runs with its own real API server, whose requests are logged; see test/hub/README.md. @throws {Skipped} without Go or CRDs */
export async function withRealHub<T>(use: (hub: Hub) => Promise<T>): Promise<T> {
  if (isMissing('crds')) throw new Skipped(`needs the CRDs of KubeFleet in ${truthPath('crds')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-hub-'));
  try {
    const rig = await startRig(path.join(folder, 'rig'));
    try {
      const { hub } = await rig.start({ name: 'bench', version: 'v0.3.1', audit: true });
      return await use(hub);
    } finally {
      await rig.stop();
    }
  } catch (error) {
    if (error instanceof RigError && error.message.startsWith('Go is not installed')) throw new Skipped('needs Go');
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
