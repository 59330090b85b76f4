/** A report never replaces a manifest: a typing error must not destroy the checked files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const FILES = {
  'tree/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
  'tree/b.json': JSON.stringify({ ...NAMESPACE, metadata: { name: 'orders' } }),
} as const;

function tree(): string {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'tree'));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(dir, file), text);
  return dir;
}

test.each([
  ['tree/a.yaml', 'json'],
  ['tree/b.json', 'sarif'],
  ['tree/b.json', 'html'],
] as const)('%s is kept if %s would replace it, and this is wrong usage', async (file, format) => {
  const cwd = tree();
  const io = fakeIo({ cwd });
  await expect(run(['lint', 'tree', '--format', `${format}=${file}`], io)).rejects.toThrow(
    `--format ${format}=${file}: cannot be written (that file is a manifest; name another)`,
  );
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(FILES[file]);
});

test.each(['\uFEFFapiVersion: v1\nkind: Namespace\n', '{apiVersion: v1, kind: Namespace}\n', '"apiVersion": v1\n'])(
  'a manifest is recognized although it starts with %j',
  async (text) => {
    const cwd = tree();
    writeFileSync(join(cwd, 'other.yaml'), text);
    await expect(run(['lint', 'tree', '--format', 'json=other.yaml'], fakeIo({ cwd }))).rejects.toThrow('that file is a manifest');
    expect(readFileSync(join(cwd, 'other.yaml'), 'utf8')).toBe(text);
  },
);

test('other reports are still written', async () => {
  const cwd = tree();
  const formats = ['--format', 'json=tree/a.yaml', '--format', 'json=out.json'];
  await expect(run(['lint', 'tree', ...formats], fakeIo({ cwd }))).rejects.toThrow('that file is a manifest');
  expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'))).toMatchObject({ outcome: 'clean' });
});

test('a notification does not replace a manifest either', async () => {
  const cwd = tree();
  await expect(run(['lint', 'tree', '--notify-file', 'tree/b.json'], fakeIo({ cwd }))).rejects.toThrow('that file is a manifest');
  expect(readFileSync(join(cwd, 'tree/b.json'), 'utf8')).toBe(FILES['tree/b.json']);
});

test('an error report does not replace a manifest either', async () => {
  const cwd = tree();
  await expect(run(['lint', 'tree', '--fail-on', 'nothing', '--format', 'json=tree/b.json'], fakeIo({ cwd }))).rejects.toThrow('--fail-on');
  expect(readFileSync(join(cwd, 'tree/b.json'), 'utf8')).toBe(FILES['tree/b.json']);
});

test.each(['json=report.json', 'gitlab=report.json', 'sarif=report.json', 'markdown=report.md', 'html=page.html'])(
  'a report of an earlier run is replaced: %s',
  async (format) => {
    const cwd = tree();
    for (let round = 0; round < 2; round += 1) expect((await run(['lint', '.', '--format', format], fakeIo({ cwd }))).exitCode).toBe(0);
  },
);

test.each([
  ['kubeconfig', 'apiVersion: v1\nkind: Config\nclusters: []\n'],
  ['config.yaml', '{"kind": "Config", "apiVersion": "v1"}\n'],
  ['config.json', JSON.stringify({ apiVersion: 'v1', kind: 'Config' })],
])('a kubeconfig is not replaced by a report or a notification: %s', async (file, text) => {
  const cwd = tree();
  writeFileSync(join(cwd, file), text);
  for (const flags of [
    ['--format', `json=${file}`],
    ['--notify-file', file],
  ])
    await expect(run(['lint', 'tree', ...flags], fakeIo({ cwd }))).rejects.toThrow(/that file is a (?:kubeconfig|manifest); name another/);
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(text);
});
