/** The summary on Azure Pipelines: the agent gets the absolute path of the markdown file once it is written. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { commandsIn } from '../../support/oracles/runner-commands.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const BROKEN =
  'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\nspec:\n  bogus: 1\n  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]\n';

function tree(): string {
  const folder = temporaryFolder();
  writeTree(folder, { 'deploy/shop.yaml': BROKEN });
  return folder;
}

test('the summary is uploaded after its file is written, and issues name the file from the root', async () => {
  const folder = tree();
  const io = fakeIo({ cwd: folder });
  const summary = join(folder, 'out; 100%3B/sum]mary.md');
  const there: boolean[] = [];
  const stdout = {
    ...io.stdout,
    write: (text: string) => {
      if (text.includes('uploadsummary')) there.push(existsSync(summary));
      io.stdout.write(text);
    },
  };
  const { exitCode } = await run(['lint', '--format', 'azure', '--format', 'markdown=out; 100%3B/sum]mary.md'], { ...io, stdout });
  const commands = commandsIn(io.out());
  expect(exitCode).toBe(1);
  expect(commands[0]).toMatchObject({
    name: 'task.logissue',
    properties: { type: 'error', sourcepath: 'deploy/shop.yaml', linenumber: '5', code: 'schema' },
  });
  expect(commands.at(-1)).toEqual({ name: 'task.uploadsummary', properties: {}, data: summary });
  expect(there).toEqual([true]);
});

test('a file of commands ends with the upload, at any position among the formats', async () => {
  const folder = tree();
  const { out } = await runCli(folder, ['lint', '--format', 'azure=commands.txt', '--format', 'markdown=summary.md', '--format', 'text']);
  expect(commandsIn(readFileSync(join(folder, 'commands.txt'), 'utf8')).at(-1)?.data).toBe(join(folder, 'summary.md'));
  expect(commandsIn(out)).toEqual([]);
});

test('without a markdown file, or with one that cannot be written, nothing is uploaded', async () => {
  const folder = tree();
  expect((await runCli(folder, ['lint', '--format', 'azure'])).out).not.toContain('uploadsummary');
  const io = fakeIo({ cwd: folder });
  await expect(run(['lint', '--format', 'azure', '--format', 'markdown=deploy/shop.yaml/summary.md'], io)).rejects.toThrow(
    'cannot be written',
  );
  expect(commandsIn(io.out()).map(({ name }) => name)).toEqual(expect.not.arrayContaining(['task.uploadsummary']));
  expect(commandsIn(io.out()).length).toBeGreaterThan(0);
});
