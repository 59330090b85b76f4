/** `mode: approve` on a hub of this process: what is written there, and what the Action shows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAction } from '../../src/action/run.ts';
import { run } from '../../src/cli/commands/run.ts';
import { startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../src/demo/hub/hub-time.ts';
import { conditionsAt } from '../../src/fleet/kubernetes/condition.ts';
import { PLACEMENT_GROUP } from '../../src/fleet/kubefleet/kinds.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { NOW } from '../support/fleets/fleet.ts';
import { SOURCE } from '../support/reports/format-parsers.ts';
import { scriptedRunner } from '../support/github/scripted-runner.ts';
import { stagedFleet, stagedObjects } from '../support/fleets/staged-fleet.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

test.for<readonly [string, Readonly<Record<string, string>>, number, string, readonly string[]]>([
  ['approves a proven stage', {}, 0, '✅ fleet-gate · approval approved', ['Approved']],
  ['shows what it would write', { 'dry-run': 'true' }, 0, '✅ fleet-gate · approval: would approve', []],
  ['leaves open what needs more time', { soak: '100h', timeout: '0s' }, 10, 'approval', []],
])('it %s', async ([, inputs, exitCode, heading, conditions]) => {
  const cwd = temporaryFolder();
  const hub = await startEmbeddedHub({ time: { ...realTime, now: () => NOW.getTime() } });
  for (const object of stagedObjects(stagedFleet())) hub.store.put(object);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  const runner = scriptedRunner({ mode: 'approve', run: 'csur/v1', stage: 'prod', kubeconfig: 'kubeconfig', ...inputs });
  const code = await runAction({
    runner,
    context: {
      apiUrl: '',
      graphqlUrl: '',
      owner: 'contoso',
      repo: 'fleet',
      job: 'Deploy/approve',
      place: { kind: 'pull', number: 7 },
      source: SOURCE,
    },
    io: fakeIo({ cwd, env: process.env }),
    run,
    openGitHub: () => Promise.reject(new Error('no comment is asked for')),
    fetchCommit: () => Promise.resolve(),
    cancelGrace: 20,
    deploymentGrace: 10,
    commentGrace: 0,
  });
  await hub.close();
  expect(code, runner.logged.join('\n')).toBe(exitCode);
  expect(runner.summaries.join('\n')).toContain(heading);
  const request = hub.store.find(PLACEMENT_GROUP, 'ClusterApprovalRequest', undefined, 'v1-before-prod');
  expect(conditionsAt(request, 'status', 'conditions').map(({ type }) => type)).toEqual(conditions);
});
