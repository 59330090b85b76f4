/**
 * The health checks in the interpreter of Argo CD, if Go is installed (with CONFORMANCE=all). The result for every object of
 * every recording is the same as in the interpreter that the other tests use.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

import { groupOf } from '../../../src/fleet/kubernetes/object.ts';
import { healthScript } from '../../support/gitops/health-checks.ts';
import { luaHealth } from '../../support/gitops/lua-health.ts';
import { isFleetGroup } from '../../../src/fleet/kubefleet/kinds.ts';
import { readRecording, recordingNames } from '../../support/recordings/recording.ts';
import { IS_FULL } from '../../support/sampled.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { isMissing } from '../../support/truth.ts';

const MODULE = resolve(import.meta.dirname, '../../integrations/gopher-lua');
const hasGo = spawnSync('go', ['version']).status === 0;

test.skipIf(!IS_FULL || !hasGo || isMissing('recordings'))('the interpreter of Argo CD has the same results', () => {
  const binary = join(temporaryFolder(), 'gopher-lua');
  const built = spawnSync('go', ['build', '-o', binary, '.'], { cwd: MODULE, encoding: 'utf8' });
  expect(built.status, built.stderr).toBe(0);
  let objects = 0;
  for (const name of recordingNames()) {
    const checks = readRecording(name).events.flatMap(({ object, type }) => {
      const group = groupOf(object.apiVersion);
      const isJudged = type !== 'DELETED' && isFleetGroup(group) && object.metadata.deletionTimestamp === undefined;
      return isJudged && !object.kind.endsWith('MemberCluster') ? [{ script: healthScript(`${group}/${object.kind}`), object }] : [];
    });
    const ran = spawnSync(binary, { input: JSON.stringify(checks), encoding: 'utf8', maxBuffer: 64 << 20 });
    expect(ran.status, `${name}: ${ran.stderr}`).toBe(0);
    expect(JSON.parse(ran.stdout), name).toEqual(checks.map(({ script, object }) => luaHealth(script, object)));
    objects += checks.length;
  }
  process.stdout.write(`health checks: ${String(objects)} states of objects judged alike by fengari and gopher-lua\n`);
  expect(objects).toBeGreaterThan(1000);
});
