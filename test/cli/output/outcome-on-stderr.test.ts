/** A run prints its outcome, also if its reports go to files. It prints colours if they are requested and the terminal shows them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { styler } from '../../../src/cli/output/output.ts';
import { PLAIN } from '../../../src/report/text/terminal.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: shop }
  policy: POLICY
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
`;
const MEMBER =
  'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: { name: oslo }\nspec: { identity: { kind: User, name: a } }\n';

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
  mkdirSync(join(dir, 'good'));
  mkdirSync(join(dir, 'bad'));
  mkdirSync(join(dir, 'open'));
  writeFileSync(join(dir, 'good/a.yaml'), PLACEMENT.replace('POLICY', '{ placementType: PickAll }'));
  writeFileSync(join(dir, 'bad/a.yaml'), PLACEMENT.replace('POLICY', '{ placementType: PickAll, numberOfClusters: 2 }'));
  writeFileSync(join(dir, 'open/a.yaml'), PLACEMENT.replace('{ name: shop }', '{ name: {{ .name }} }'));
  writeFileSync(join(dir, 'members.yaml'), MEMBER);
});

describe('standard error has the outcome if no report goes to standard output', () => {
  test.each([
    [['lint', 'bad', '--format', 'sarif=a.sarif'], 1, /^FAILED: bad\/a\.yaml:7/],
    [['lint', 'bad', '--format', 'sarif=a.sarif', '--format', 'json=a.json', '--quiet'], 1, /^FAILED: /],
    [['lint', 'good', '--format', 'sarif=a.sarif'], 0, /^PASSED/],
    [['lint', 'open', '--format', 'sarif=a.sarif'], 6, /^NOT EVALUATED: /],
    [['plan', 'bad', '--clusters', 'members.yaml', '--format', 'markdown=a.md'], 1, /^FAILED: /],
    [['plan', 'good', '--clusters', 'members.yaml', '--format', 'markdown=a.md'], 0, /^PASSED/],
    [['lint', 'bad', '--fix', '--dry-run'], 1, /^Nothing to correct: .*\nFAILED: /],
    [['lint', 'good', '--fix', '--dry-run'], 0, /^Nothing to correct: .*\nPASSED/],
  ])('for %j', async (argv, code, said) => {
    const { exitCode, out, err } = await runCli(dir, argv);
    expect([exitCode, out]).toEqual([code, '']);
    expect(err).toMatch(said);
    expect(err.endsWith('\n')).toBe(true);
  });

  test('and the objects of a cluster on standard output are not a report', async () => {
    const { exitCode, out, err } = await runCli(dir, [
      'plan',
      'bad',
      '--clusters',
      'members.yaml',
      '--render',
      'oslo',
      '--fail-on',
      'error',
    ]);
    expect(exitCode).toBe(1);
    expect(out).not.toContain('FAILED');
    expect(err).toMatch(/^FAILED: /);
  });
});

test.each([
  [['lint', 'good', '--format', 'sarif=a.sarif', '--quiet'], ''],
  [['lint', 'bad', '--format', 'json'], ''],
  [['lint', 'bad'], ''],
])('%j: standard error has nothing more', async (argv, said) => {
  expect((await runCli(dir, argv)).err).toBe(said);
});

test('every exit code except 0 has a line, in any format', async () => {
  for (const format of ['text', 'json', 'sarif', 'junit', 'markdown', 'html', 'github', 'gitlab', 'azure'])
    for (const folder of ['bad', 'open']) {
      const { exitCode, out, err } = await runCli(dir, ['lint', folder, '--format', format]);
      expect([format, folder, exitCode > 0, `${out}${err}`.trim() !== '']).toEqual([format, folder, true, true]);
    }
});

test.each([
  [{ tty: true, env: {} }, [], true],
  [{ tty: false, env: {} }, [], false],
  [{ tty: true, env: { TERM: 'dumb' } }, [], false],
  [{ tty: true, env: { NO_COLOR: '1' } }, [], false],
  [{ tty: true, env: { NO_COLOR: '' } }, [], true],
  [{ tty: false, env: { FORCE_COLOR: '1' } }, [], true],
  [{ tty: false, env: { FORCE_COLOR: '' } }, [], true],
  [{ tty: false, env: { FORCE_COLOR: '1', TERM: 'dumb' } }, [], true],
  [{ tty: true, env: { FORCE_COLOR: '0' } }, [], false],
  [{ tty: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, [], false],
  [{ tty: true, env: { FORCE_COLOR: '1' } }, ['no-color'], false],
])('colours of %j %j: %s', (parts, switches: readonly string[], coloured) => {
  const style = styler({ switch: (name) => switches.includes(name) }, fakeIo({ cwd: '/', ...parts }));
  expect(style !== PLAIN).toBe(coloured);
});
