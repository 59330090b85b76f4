import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const MODULE = JSON.stringify(join(import.meta.dirname, '../../src/cli/process/process-end.ts'));

/** Runs a program that has called `expectExitCode`. */
function start(program: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, argvOf(program));
}

function argvOf(program: string): string[] {
  const source = `import { endCancelled, endNow, endUnwritten, endWith, expectExitCode, printFault } from ${MODULE}; expectExitCode(); ${program}`;
  return ['--input-type=module', '--eval', source];
}

function run(program: string): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = start(program);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

describe('the end of a process', () => {
  it.each([
    ['a promise that never settles, for which Node would exit with 13', 'await new Promise(() => {});', 99],
    ['an uncaught error, for which Node would exit with 1', "setTimeout(() => { throw new Error('a bug'); });", 99],
    ['a rejected promise that is not awaited', "void Promise.reject(new Error('a bug')); setTimeout(() => {}, 60_000);", 99],
    [
      'an uncaught error if Node cannot open standard error',
      "Object.defineProperty(process, 'stderr', { get() { throw new TypeError('no stream'); } }); setTimeout(() => { throw new Error('a bug'); });",
      99,
    ],
    ['a library that exits with 1', 'process.exit(1);', 99],
    ['a library that exits with 0', 'process.exit(0);', 99],
    ['a library that exits after a verdict', 'endWith(10); process.exit(0);', 10],
    ['a verdict', 'endWith(12);', 12],
    ['a run that is cancelled', 'endCancelled();', 130],
    ['a run that is cancelled after its verdict', 'endWith(12); endCancelled();', 12],
    ['a pass with something that never settles after it', 'endWith(0); await new Promise(() => {});', 0],
    ['a verdict with an error after it', "endWith(10); setTimeout(() => { throw new Error('a bug'); });", 10],
  ])('has the right exit code for %s', async (_, program, expected) => {
    const { code, err } = await run(program);
    expect(code, err).toBe(expected);
    if (program.includes('a bug')) expect(err).toMatch(/Error: a bug\n {4}at /);
    if (expected === 99) expect(err).toContain('stopped with an internal error');
    else expect(err).not.toContain('internal error');
  });

  it.each([
    ['a bug in rendering while the report is written', "new Error('a bug')", 99, /Error: a bug\n {4}at /],
    ['a full disk', "Object.assign(new Error('no space'), { code: 'ENOSPC' })", 2, /^fleet-gate: .*written \(ENOSPC\)\n$/],
    ['a reader that has closed its end', "Object.assign(new Error('gone'), { code: 'EPIPE' })", 0, /^$/],
  ])('after a verdict has the right exit code for %s', async (_, error, expected, told) => {
    const { code, err } = await run(
      `process.stdout.on('error', (error) => endUnwritten(error)); endWith(0); process.stdout.destroy(${error});`,
    );
    expect([code, err]).toEqual([expected, expect.stringMatching(told)]);
  });

  it('by a bug has its stack and its causes in the report', async () => {
    const { err } = await run(
      "const first = new TypeError('no such field'); const second = new AggregateError([new Error('one of two')], 'two failed', { cause: first }); first.cause = second; throw new Error('a bug', { cause: second });",
    );
    const lines = err.split('\n').filter((line) => /^(caused by: )?\w*Error: /.test(line));
    expect(lines.slice(0, 4)).toEqual([
      'Error: a bug',
      'caused by: AggregateError: two failed',
      'caused by: Error: one of two',
      'caused by: TypeError: no such field',
    ]);
    expect(lines.length).toBeLessThan(40);
  });

  it('by a verdict does not wait for open resources, and its report is complete', async () => {
    const { code, out } = await run("process.stdout.write('x'.repeat(5_000_000)); endWith(1); setInterval(() => {}, 1000);");
    expect(code).toBe(1);
    expect(out).toHaveLength(5_000_000);
  });

  it.each(['stdout', 'stderr'])('by a verdict does not wait for a reader that does not read %s', async (name) => {
    const child = start(`process.${name}.write('x'.repeat(5_000_000)); endWith(12, { leftOpen: 50, unread: 50 });`);
    const hanging = setTimeout(() => child.kill('SIGKILL'), 60_000);
    expect(await once(child, 'exit')).toEqual([12, null]);
    clearTimeout(hanging);
  });

  it('leaves nothing unwritten for a slow reader', async () => {
    const child = start("process.stdout.write('x'.repeat(5_000_000)); endWith(12, { leftOpen: 1, unread: 600_000 });");
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      child.stdout.pause();
      setImmediate(() => child.stdout.resume());
    });
    expect(await once(child, 'close')).toEqual([12, null]);
    expect(length).toBe(5_000_000);
  });

  it('is not an error if standard error is closed', async () => {
    const child = start(
      "await new Promise((resolve) => process.stdin.once('end', resolve).resume()); process.stderr.write('to nobody'); endWith(1);",
    );
    child.stderr.destroy();
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([1, null]);
  });

  it.runIf(existsSync('/dev/full'))('right after a verdict does not hide the error of its report', async () => {
    const full = openSync('/dev/full', 'w');
    const told = "process.stdout.on('error', () => { endWith(2); process.exit(); });";
    const child = spawn(process.execPath, argvOf(`${told} process.stdout.write('x'); endWith(0); endNow();`), {
      stdio: ['ignore', full, 'inherit'],
    });
    closeSync(full);
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
