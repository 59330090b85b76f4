import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import { ConfigError } from '../../src/errors.ts';
import {
  type BatchesOf,
  fileBatches,
  type BesideFiles,
  type FileBatch,
  type FilesWanted,
} from '../../src/static/read/files/file-batches.ts';
import { findFiles } from '../../src/static/read/files/find-files.ts';
import { readManifests } from '../../src/static/read/read-manifests.ts';
import { fakeIo } from '../support/fake-io.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('brings the files that are found, in their order, with their bytes', () => {
  const cwd = temporaryFolder();
  for (let index = 0; index < 300; index += 1) write(cwd, `team-${index % 7}/${index}.yaml`, 'ä'.repeat(index * 20));
  write(cwd, 'empty.yaml', '');
  write(cwd, '.hidden/a.yaml', 'kind: A');
  const { batches, beside } = allOf(cwd, ['.', 'team-3']);
  const { files, ...others } = findFiles(['.', 'team-3'], cwd);
  expect(batches.flatMap((batch) => batch.files)).toEqual(files);
  expect(beside).toEqual(others);
  expect(batches.length).toBeGreaterThan(4);
  for (const batch of batches) {
    expect(batch.files.length).toBeLessThanOrEqual(64);
    expect(batch.bytes.length).toBeLessThanOrEqual(256 * 1024);
    for (const [index, { path }] of batch.files.entries()) expect(bytesOf(batch, index)).toEqual(readFileSync(path));
  }
});

it('is left to the thread that has a deadline where globs exclude something, as the judged tree may bring these', async () => {
  const cwd = temporaryFolder();
  write(cwd, 'a.yaml', 'kind: A');
  const asked: string[] = [];
  const batches = (wanted: FilesWanted): ReturnType<BatchesOf> => (asked.push(...wanted.paths), one(fileBatches(wanted)));
  const options = { cwd, batches };
  expect((await readManifests(['.'], options)).files).toBe(1);
  expect(asked).toEqual(['.']);
  for (const exclude of [['*b*b*'], ['/.fleet-gate.yaml', 'b'], Array.from({ length: 100 }, (_, index) => `/${index}`)])
    expect((await readManifests(['.'], { ...options, exclude })).files).toBe(1);
  expect(asked).toEqual(['.']);
});

it("is another thread's where only the configuration is left out, as it is in any tree", async () => {
  const cwd = temporaryFolder();
  write(cwd, 'a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
  write(cwd, '.fleet-gate.yaml', 'paths: [.]');
  const asked: FilesWanted[] = [];
  const batches = (wanted: FilesWanted): ReturnType<BatchesOf> => (asked.push(wanted), one(fileBatches(wanted)));
  const { report } = await run(['lint'], { ...fakeIo({ cwd }), batches });
  expect(report?.lint?.files).toBe(1);
  expect(asked).toMatchObject([{ cwd, exclude: ['/.fleet-gate.yaml', '/.fleet-gate.yml'] }]);
});

it('yields now and then where many folders hold no file', () => {
  const cwd = temporaryFolder();
  for (let index = 0; index < 200; index += 1) mkdirSync(join(cwd, `empty-${index}`));
  expect(allOf(cwd, ['.']).batches.length).toBeGreaterThan(3);
});

it.skipIf(process.platform === 'win32')('leaves a large file, a pipe, and what cannot be read, and waits for none of them', () => {
  const cwd = temporaryFolder();
  write(cwd, 'a.yaml', 'kind: A');
  write(cwd, 'b.yaml', 'x'.repeat(256 * 1024));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  mkdirSync(join(cwd, 'folder'));
  write(cwd, 'c.yaml', 'kind: C');
  const { batches } = allOf(cwd, ['a.yaml', 'b.yaml', 'pipe', 'c.yaml']);
  const read = batches.flatMap((batch) => batch.files.map(({ name }, index) => [name, bytesOf(batch, index)?.toString()]));
  expect(read).toEqual([
    ['a.yaml', 'kind: A'],
    ['b.yaml', undefined],
    ['pipe', undefined],
    ['c.yaml', 'kind: C'],
  ]);
});

it('refuses a path that does not exist', () => {
  expect(() => allOf(temporaryFolder(), ['nope'])).toThrow(ConfigError);
});

function allOf(cwd: string, paths: readonly string[]): { readonly batches: readonly FileBatch[]; readonly beside: BesideFiles } {
  const reading = fileBatches({ paths, cwd, exclude: [], excludeFrom: cwd });
  const batches: FileBatch[] = [];
  for (;;) {
    const next = reading.next();
    if (next.done === true) return { batches, beside: next.value };
    batches.push(next.value);
  }
}

/** `undefined` for a file that is left to others. */
function bytesOf({ bytes, ends }: FileBatch, index: number): Buffer | undefined {
  const end = ends[index] ?? -1;
  return end < 0 ? undefined : Buffer.from(bytes.slice(Math.max(0, ...ends.slice(0, index)), end));
}

function write(cwd: string, name: string, text: string): void {
  mkdirSync(join(cwd, name, '..'), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

async function* one(batches: ReturnType<typeof fileBatches>): ReturnType<BatchesOf> {
  return yield* batches;
}
