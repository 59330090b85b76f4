import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';

import { readManifests } from '../../src/static/read/read-manifests.ts';
import { textOfFile, textOfStream } from '../../src/files/text-of-file.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const TEXT = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';

function pipe(): string {
  const path = join(temporaryFolder(), 'pipe.yaml');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

it('reads a pipe up to its end, even if it is written slowly', async () => {
  const path = pipe();
  const writer = spawn('sh', ['-c', `exec 3<>"$0"; echo opened; printf "$1" >&3; sleep 0.2; printf "$1" >&3`, path, TEXT]);
  // The write end is open from here on; what comes later is waited for.
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  expect(await textOfFile(path, 1000)).toBe(TEXT + TEXT);
});

it('does not wait for a writer that never opens the pipe', async () => {
  const path = pipe();
  await expect(textOfFile(path, 1000)).rejects.toThrow('a pipe that has no writer');
  const { manifests, notEvaluated } = await readManifests([path], { cwd: '/' });
  expect([manifests.length, notEvaluated.map(({ reason }) => reason)]).toEqual([0, ['The file was not read: a pipe that has no writer.']]);
});

it('does not wait without end for a writer', async () => {
  vi.useFakeTimers();
  try {
    const stream = new PassThrough();
    stream.write(TEXT);
    const read = expect(textOfStream(stream, 1000)).rejects.toThrow('a pipe whose writer did not finish within 10 minutes');
    await vi.advanceTimersByTimeAsync(600_000);
    await read;
  } finally {
    vi.useRealTimers();
  }
});

it('stops at a size limit, in a file and in a pipe', async () => {
  const file = join(temporaryFolder(), 'large.yaml');
  writeFileSync(file, 'x'.repeat(20));
  await expect(textOfFile(file, 10)).rejects.toThrow('larger than 10 bytes');
  const path = pipe();
  const writer = spawn('sh', ['-c', 'exec 3<>"$0"; echo opened; head -c 200000 /dev/zero >&3', path]);
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  await expect(textOfFile(path, 10)).rejects.toThrow('larger than 10 bytes');
});

it.each([
  ['/dev/zero', 'a device, not a file'],
  ['/', 'a directory, not a file'],
  ['/nowhere', 'no such file'],
])('reports for %s that it is %s', async (path, reason) => {
  await expect(textOfFile(path, 1000)).rejects.toThrow(reason);
});

it.each([
  ['utf-16le', [0xff, 0xfe], (bytes: Buffer) => bytes],
  ['utf-16be', [0xfe, 0xff], (bytes: Buffer) => bytes.swap16()],
] as const)('reads %s as its byte order mark says, like kubectl', async (_, mark, order) => {
  const file = join(temporaryFolder(), 'a.yaml');
  writeFileSync(file, Buffer.concat([Buffer.from(mark), order(Buffer.from(TEXT, 'utf16le'))]));
  expect(await textOfFile(file, 1000)).toBe(TEXT);
  writeFileSync(file, Buffer.from([...mark, 0x00, 0xd8, 0x41]));
  expect((await textOfFile(file, 1000)).isWellFormed()).toBe(true);
});
