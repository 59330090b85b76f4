/** A run with nothing to check says what was not read. */
import { expect, test } from 'vitest';
import { nothingRead } from '../../../src/cli/tree/nothing-read.ts';
import { NOTHING_READ } from '../../../src/static/read/read-result.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

test('each file that is not checked is named', async () => {
  const folder = temporaryFolder();
  writeTree(folder, { '.a/a.yaml': namespaceYaml('a'), '.b/b.yaml': namespaceYaml('b'), 'c.yaml': '{{ if .x }}\na: b\n{{ end }}\n' });
  const { exitCode, err } = await runCli(folder, ['lint']);
  expect(exitCode).toBe(3);
  for (const file of ['.a/a.yaml', '.b/b.yaml', 'c.yaml']) expect(err).toContain(file);
});

test('a condition of a chart that hides all of its objects is named', () => {
  const note = 'Conditions that depend on the hub: templates/a.yaml:1 (lookup).';
  const read = { ...NOTHING_READ, files: 2 };
  expect(nothingRead(['.'], { ...read, notes: [note] })).toBe(`nothing to check in .: 2 files read, no Kubernetes object found; ${note}`);
  const unread = ['a.yaml', 'b.yaml', 'b.yaml'].map((file) => ({ file, line: 1, reason: 'It was not read.' }));
  expect(nothingRead(['.'], { ...read, notEvaluated: unread, notes: [note] })).toBe(
    `nothing to check in .: 2 files read, no Kubernetes object found; first: a.yaml:1: It was not read. Not checked as well: b.yaml. ${note}`,
  );
});
