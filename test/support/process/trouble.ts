/**
 * Loaded before a program under test. `TROUBLE` names a disturbance and when it happens. `signal:SIGINT:12` sends a signal at the twelfth
 * asynchronous operation, and a fourth part of N sends it again N operations later. `kill:3` kills the process at the third file operation
 * of writing a report. `fault:40` throws an error from the fortieth system call. `exit:40:0` exits with 0 instead. `TROUBLE_COUNTS` names a
 * file to which the counters are written.
 */
import { createHook } from 'node:async_hooks';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const [kind = '', first = '', second = '', again = ''] = (process.env['TROUBLE'] ?? '').split(':');
const counts = { doings: 0, writes: 0, calls: 0 };
const report = process.env['TROUBLE_COUNTS'];
const now = {
  writeFileSync: fs.writeFileSync,
  kill: process.kill.bind(process),
  exit: process.exit.bind(process),
};
if (report !== undefined) process.on('exit', () => now.writeFileSync(report, JSON.stringify(counts)));

createHook({
  init() {
    if (!isUnderWay()) return;
    counts.doings += 1;
    if (kind !== 'signal') return;
    const at = Number(second);
    if (counts.doings === at) now.kill(process.pid, first);
    if (again !== '' && counts.doings === at + Number(again)) now.kill(process.pid, first);
  },
}).enable();

type Functions = Record<string, unknown>;

function before(owner: object, name: string, look: (args: readonly unknown[]) => void): void {
  const functions = owner as Functions;
  const real = functions[name];
  if (typeof real !== 'function') throw new Error(`there is no ${name}`);
  const looking = (...args: unknown[]): unknown => {
    look(args);
    return Reflect.apply(real, owner, args) as unknown;
  };
  // Keeps the properties that `promisify` reads.
  functions[name] = Object.defineProperties(looking, Object.getOwnPropertyDescriptors(real));
}

let isWriting = false;
for (const name of ['openSync', 'writeSync', 'fchmodSync', 'closeSync', 'renameSync', 'writeFileSync', 'mkdirSync', 'rmSync'])
  before(fs, name, ([, flags]) => {
    // A report is first written to a new file beside its target.
    isWriting ||= name === 'openSync' && flags === 'wx';
    if (!isWriting) return;
    counts.writes += 1;
    if (kind === 'kill' && counts.writes === Number(first)) now.kill(process.pid, 'SIGKILL');
  });

const SYNC = [
  'openSync',
  'writeSync',
  'renameSync',
  'mkdirSync',
  'rmSync',
  'readFileSync',
  'statSync',
  'existsSync',
  'realpathSync',
  'mkdtempSync',
  'readlinkSync',
];
for (const name of SYNC) before(fs, name, fail);
for (const name of ['readFile', 'stat', 'readdir', 'realpath', 'mkdir', 'access']) before(fs.promises, name, fail);
for (const name of ['spawn', 'execFile']) before(childProcess, name, fail);
before(net, 'connect', fail);
before(tls, 'connect', fail);
syncBuiltinESMExports();

/** Before the first line of the program Node is still loading it; the program sets `exitCode` first. */
function isUnderWay(): boolean {
  return process.exitCode !== undefined;
}

/** Node's own calls, for example to load a module, are not disturbed. */
function isOurs(): boolean {
  const [, , , , caller = ''] = (new Error('where').stack ?? '').split('\n');
  return caller.includes('/src/');
}

function fail(): void {
  if (!isUnderWay() || !isOurs()) return;
  counts.calls += 1;
  if (counts.calls !== Number(first)) return;
  if (kind === 'fault') throw Object.assign(new Error('EIO: i/o error, injected'), { code: 'EIO' });
  if (kind === 'exit') now.exit(Number(second));
}
