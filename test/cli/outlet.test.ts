/** Texts that are made as they are written: their order, how few of them wait, and that they end when nobody takes them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { array, assert, asyncProperty, nat, oneof, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outlet } from '../../src/cli/process/backpressure-writer.ts';

/** Takes what it is given a moment later, a text at a time. */
function slowStream(highWaterMark = 1): { readonly stream: Writable; readonly text: () => string } {
  let text = '';
  const stream = new Writable({
    highWaterMark,
    decodeStrings: false,
    write: (chunk: string, _, done) => {
      text += chunk;
      setImmediate(done);
    },
  });
  return { stream, text: () => text };
}

function written(outlet: Outlet): Promise<void> {
  return new Promise((resolve) => outlet.written(resolve));
}

describe('an outlet', () => {
  it('writes all in the order in which it was given, in pieces or not', async () => {
    await assert(
      asyncProperty(array(oneof(string(), array(string()))), nat(20), async (given, highWaterMark) => {
        const { stream, text } = slowStream(highWaterMark + 1);
        const outlet = new Outlet(stream);
        for (const each of given) {
          if (typeof each === 'string') outlet.write(each);
          else outlet.writePieces(each);
        }
        await written(outlet);
        expect(text()).toBe(given.flat().join(''));
      }),
      { seed: 17, numRuns: 50 },
    );
  });

  it('makes a piece when the one before it is out', async () => {
    const { stream, text } = slowStream();
    const waiting: number[] = [];
    let made = 0;
    function* pieces(): Generator<string> {
      for (; made < 50; made++) {
        waiting.push(made - text().length);
        yield 'x';
      }
    }
    const outlet = new Outlet(stream);
    outlet.writePieces(pieces());
    expect(made).toBeLessThan(3);
    await written(outlet);
    expect([text().length, Math.max(...waiting)]).toEqual([50, 0]);
  });

  it('ends where the stream fails, and makes nothing more', async () => {
    const stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void setImmediate(() => done(new Error('gone'))) });
    const failed = once(stream, 'error');
    let made = 0;
    function* pieces(): Generator<string> {
      for (;;) yield String(made++);
    }
    const outlet = new Outlet(stream);
    outlet.writePieces(pieces());
    await written(outlet);
    expect([made, String((await failed)[0])]).toEqual([1, 'Error: gone']);
  });

  it('tells a piece that cannot be made as an error of the stream', async () => {
    const { stream } = slowStream();
    const failed = once(stream, 'error');
    const outlet = new Outlet(stream);
    outlet.writePieces(
      (function* pieces(): Generator<string> {
        yield 'x';
        throw new Error('no more');
      })(),
    );
    await written(outlet);
    expect(String((await failed)[0])).toBe('Error: no more');
  });

  it('keeps no listener once all is written', async () => {
    const { stream } = slowStream();
    const before = stream.eventNames().length;
    const outlet = new Outlet(stream);
    for (let round = 0; round < 3; round++) {
      outlet.writePieces(['a', 'b']);
      await written(outlet);
    }
    expect(stream.eventNames()).toHaveLength(before);
  });
});

/** Writes 40 MB in pieces of a quarter of one to standard output, ends with 0, and says on standard error how many bytes waited at most. */
const PROGRAM = `
import { processIo } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/process/io.ts'))};
import { endNow, endWith, expectExitCode } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/process/process-end.ts'))};
import { outletOf } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/process/backpressure-writer.ts'))};
expectExitCode();
process.stdout.on('error', (error) => { if (error.code !== 'EPIPE') { endWith(2); process.exit(); } });
const io = processIo(new AbortController().signal);
let queued = 0;
function* pieces() {
  for (let count = 0; count < 160; count++) {
    queued = Math.max(queued, process.stdout.writableLength);
    yield 'x'.repeat(250_000);
  }
}
io.stdout.writePieces(pieces());
io.stdout.write('end');
outletOf(process.stdout).written(() => process.stderr.write(String(queued)));
endWith(0);
endNow();
`;

function start(shell = '"$@"'): ReturnType<typeof spawn> {
  return spawn('bash', ['-c', shell, '-', process.execPath, '--input-type=module', '--eval', PROGRAM]);
}

describe.runIf(existsSync('/bin/bash'))('standard output of a process', () => {
  it('a slow reader gets everything, and little of it waits in the process', async () => {
    const child = start();
    let [length, tail, err] = [0, '', ''];
    child.stderr?.on('data', (chunk: Buffer) => (err += String(chunk)));
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      tail = chunk.toString('latin1').slice(-3);
      child.stdout?.pause();
      setTimeout(() => child.stdout?.resume(), 1);
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect([length, tail]).toEqual([40_000_003, 'end']);
    expect(Number(err)).toBeLessThan(300_000);
  });

  it('a reader that goes away ends it, with its code', async () => {
    const child = start();
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.runIf(existsSync('/dev/full'))('a full disk ends it with 2', async () => {
    expect(await once(start('"$@" >/dev/full'), 'exit')).toEqual([2, null]);
  });
});
