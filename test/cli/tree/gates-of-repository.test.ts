/** The gates of a repository are found in its workflows, otherwise in its configuration, and compared with the waits of its strategies. */
import { expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const STRATEGY = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec: { stages: [{ name: all, labelSelector: {}, afterStageTasks: [{ type: TimedWait, waitTime: 20m }] }] }
`;
const inJob = (limit: string, step: string): string =>
  `on: push\njobs: { deploy: { runs-on: ubuntu-latest, ${limit}, steps: [${step}] } }\n`;
const workflow = (step: string): string => `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [${step}] } }\n`;
const ACTION = workflow('{ uses: fleet-gate/fleet-gate@v1, with: { mode: gate } }');
const CONFIG = 'gate: { timeout: 5m }\n';

it.each([
  ['no gate', {}, []],
  ['the default of the Action', { '.github/workflows/deploy.yml': ACTION }, ['.github/workflows/deploy.yml:2 gives up after 15m']],
  [
    'the configuration, which the Action uses',
    { '.github/workflows/deploy.yml': ACTION, '.fleet-gate.yaml': CONFIG },
    ['deploy.yml:2 gives up after 5m'],
  ],
  ['the configuration alone', { '.fleet-gate.yaml': CONFIG }, ['the gate in .fleet-gate.yaml gives up after 5m']],
  ['a configuration with time enough', { '.fleet-gate.yaml': 'gate: { timeout: 2h }\n' }, []],
  ['a command in a subfolder of no workflows', { 'ci/deploy.yml': workflow('{ run: fleet-gate wait crp/shop }') }, []],
  [
    'a job that ends before its gate does',
    {
      '.github/workflows/deploy.yml': inJob('timeout-minutes: 18', '{ uses: fleet-gate/fleet-gate@v1, with: { mode: gate, timeout: 1h } }'),
    },
    ['GitHub ends the job of the gate in .github/workflows/deploy.yml:2 after 18m'],
  ],
  [
    'a step that ends before its gate and its job do',
    { '.github/workflows/deploy.yml': inJob("timeout-minutes: '19'", '{ run: fleet-gate wait --timeout 1h, timeout-minutes: 17 }') },
    ['GitHub ends the step of the gate in .github/workflows/deploy.yml:2 after 17m'],
  ],
  [
    'a gate that ends before its job does',
    { '.github/workflows/deploy.yml': inJob('timeout-minutes: 19', '{ run: fleet-gate wait --timeout 10m, timeout-minutes: 11 }') },
    ['the gate in .github/workflows/deploy.yml:2 gives up after 10m'],
  ],
  [
    'a job and a step with time enough',
    { '.github/workflows/deploy.yml': inJob('timeout-minutes: 60', '{ run: fleet-gate wait --timeout 50m, timeout-minutes: 55 }') },
    [],
  ],
  [
    'a job whose time only the run knows',
    { '.github/workflows/deploy.yml': inJob("timeout-minutes: '${{ inputs.minutes }}'", '{ run: fleet-gate wait --timeout 1h }') },
    [],
  ],
  [
    'a job that ends before a gate whose time only the run knows',
    { '.github/workflows/deploy.yml': inJob('timeout-minutes: 20', '{ run: fleet-gate wait --timeout "$TIME" }') },
    ['GitHub ends the job of the gate in .github/workflows/deploy.yml:2 after 20m'],
  ],
  [
    'a job with the 6 hours that GitHub gives it',
    { 'tree/a.yaml': STRATEGY.replace('20m', '7h'), '.github/workflows/deploy.yml': workflow('{ run: fleet-gate wait --timeout 8h }') },
    ['GitHub ends the job of the gate in .github/workflows/deploy.yml:2 after 360m'],
  ],
  ['a workflow that is not YAML', { '.github/workflows/deploy.yml': 'fleet-gate: [' }, []],
])('%s', async (_, files, expected) => {
  const { dir } = gitRepository({ 'tree/a.yaml': STRATEGY, ...files });
  const io = fakeIo({ cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
  const { report } = await run(['lint', 'tree'], io);
  const told = (report?.lint?.findings ?? []).filter(({ rule }) => rule === 'waits-outlast-gate');
  expect(told.map(({ message }) => message)).toEqual(expected.map((part) => expect.stringContaining(part)));
  expect(told.every(({ severity }) => severity === 'notice')).toBe(true);
});
