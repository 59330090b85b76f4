import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { settledAtOnce } from '../../src/cli/worker/run-with-time-limit.ts';

const LONG = 5000;

it('tells what work comes to, by however many steps', async () => {
  const steps = async (): Promise<string> => {
    for (let at = 0; at < 100; at += 1) await Promise.resolve();
    return 'done';
  };
  expect(await settledAtOnce(steps, LONG)).toEqual({ status: 'fulfilled', value: 'done' });
});

it('tells what work throws', async () => {
  const reason = new Error('a fault');
  expect(await settledAtOnce(() => Promise.reject(reason), LONG)).toEqual({ status: 'rejected', reason });
});

it.each([
  [
    'a loop without an end',
    () => {
      for (;;);
    },
  ],
  ['an expression that backtracks', () => void /(a+)+$/.test(`${'a'.repeat(50)}b`)],
  [
    'steps without an end',
    async () => {
      for (;;) await Promise.resolve();
    },
  ],
  [
    'what takes all memory it can',
    () => {
      const held: unknown[] = [];
      for (;;) held.push(Array.from({ length: 100 }, () => ({})));
    },
  ],
])('ends %s, and works again afterwards', async (_, work) => {
  const endless = async (): Promise<void> => {
    await Promise.resolve();
    await work();
  };
  expect(await settledAtOnce(endless, 50)).toBeUndefined();
  expect(await settledAtOnce(() => Promise.resolve(1), LONG)).toEqual({ status: 'fulfilled', value: 1 });
});

it.each([
  ['a timer', () => later(1).then(() => undefined)],
  ['a file', () => readFile(import.meta.filename).then(() => undefined)],
])('does not wait for %s', async (_, work) => {
  expect(await settledAtOnce(work, LONG)).toBeUndefined();
});

const IMPORT = `import { settledAtOnce } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/worker/run-with-time-limit.ts'))};`;

it.each([
  ['ended between an error and who waits for it', 'async () => { Promise.reject(new Error("left")); for (;;); }', 'undefined'],
  ['done with an error that nobody waits for', 'async () => void Promise.reject(new Error("left"))', 'Error: left'],
])('work that is %s', (_, work, expected) => {
  const source = `
    ${IMPORT}
    process.on('uncaughtException', (error) => { process.stdout.write(String(error)); process.exit(0); });
    const settled = await settledAtOnce(${work}, 50);
    setTimeout(() => process.stdout.write(String(settled)), 50);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, expected, '']);
});

it('leaves a signal for afterwards', () => {
  const source = `
    ${IMPORT}
    process.on('SIGTERM', () => { process.stdout.write('heard'); process.exit(7); });
    const settled = await settledAtOnce(() => { process.kill(process.pid, 'SIGTERM'); for (;;); }, 50);
    process.stdout.write(settled === undefined ? 'ended, ' : 'settled, ');
    setTimeout(() => undefined, 60_000);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([7, 'ended, heard']);
});
