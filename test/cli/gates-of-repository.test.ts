/** The gates a repository runs are found in its workflows, else in its configuration, and held against the waits of its strategies. */
import { expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { fakeIo } from '../support/fake-io.ts';
import { gitRepository } from '../support/git-repository.ts';

const STRATEGY = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec: { stages: [{ name: all, labelSelector: {}, afterStageTasks: [{ type: TimedWait, waitTime: 20m }] }] }
`;
const workflow = (step: string): string => `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [${step}] } }\n`;
const ACTION = workflow('{ uses: fleet-gate/fleet-gate@v1, with: { mode: gate } }');
const CONFIG = 'gate: { timeout: 5m }\n';

it.each([
  ['no gate', {}, []],
  ['the default of the Action', { '.github/workflows/deploy.yml': ACTION }, ['.github/workflows/deploy.yml:2 gives up after 15m']],
  [
    'the configuration, which the Action goes by',
    { '.github/workflows/deploy.yml': ACTION, '.fleet-gate.yaml': CONFIG },
    ['deploy.yml:2 gives up after 5m'],
  ],
  ['the configuration alone', { '.fleet-gate.yaml': CONFIG }, ['the gate in .fleet-gate.yaml gives up after 5m']],
  ['a configuration with time enough', { '.fleet-gate.yaml': 'gate: { timeout: 2h }\n' }, []],
  ['a command in a subfolder of no workflows', { 'ci/deploy.yml': workflow('{ run: fleet-gate wait crp/shop }') }, []],
  ['a workflow that is no YAML', { '.github/workflows/deploy.yml': 'fleet-gate: [' }, []],
])('%s', async (_, files, expected) => {
  const { dir } = gitRepository({ 'tree/a.yaml': STRATEGY, ...files });
  const io = fakeIo({ cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
  const { report } = await run(['lint', 'tree'], io);
  const told = (report?.lint?.findings ?? []).filter(({ rule }) => rule === 'waits-outlast-gate');
  expect(told.map(({ message }) => message)).toEqual(expected.map((part) => expect.stringContaining(part)));
  expect(told.every(({ severity }) => severity === 'notice')).toBe(true);
});
