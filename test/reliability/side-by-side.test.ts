/** Two processes check a dump at the same time, with a new compile cache that both write. Both end. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('side-by-side', {
  title: 'Processes side by side',
  proves:
    'Two `diagnose` runs of one dump start at the same moment and share an empty folder for compiled code, while other processes use the CPU. Each must end with the verdict of the dump within 60 seconds. A process that does not is named.',
});

const ROOT = path.resolve(import.meta.dirname, '../..');
const HUB = path.join(ROOT, 'fixtures/hub/apply-denied-by-policy/hub.json');
const LIMIT = 60_000;
/** The fault of the dump is two seconds old. */
const UNDECIDED = 70;

/** Processes that are always busy, so that the pair has to share the processors. */
const busy: ReturnType<typeof spawn>[] = [];

beforeAll(() => {
  if (!suite.whole) return;
  for (let at = 0; at < 2; at += 1) busy.push(spawn('nice', ['-n', '10', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }));
});

afterAll(() => {
  for (const each of busy) each.kill('SIGKILL');
});

interface Ended {
  readonly code: number | null;
  readonly by: NodeJS.Signals | null;
}

function diagnose(dump: string, cache: string): Promise<Ended> {
  const argv = [path.join(ROOT, 'dist/cli.js'), 'diagnose', 'crp/shop', '--from', dump, '--quiet'];
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache };
  const child = spawn('nice', ['-n', '10', process.execPath, ...argv], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
    timeout: LIMIT,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => child.once('exit', (code, by) => resolve({ code, by })));
}

test('two diagnose runs with one fresh compile cache both end', async () => {
  const dump = path.join(temporaryFolder(), 'hub.json');
  writeFileSync(dump, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: JSON.parse(readFileSync(HUB, 'utf8')) as unknown }));
  const pairs = suite.size(100, 2);
  for (let at = 0; at < pairs; at += 1) {
    const cache = temporaryFolder();
    expect(await Promise.all([diagnose(dump, cache), diagnose(dump, cache)]), `pair ${at}`).toEqual([
      { code: UNDECIDED, by: null },
      { code: UNDECIDED, by: null },
    ]);
  }
  suite.tell({
    tried: '`diagnose` of a dump, two at a time with one fresh compile cache, beside two busy processes',
    times: 2 * pairs,
    outcome: 'each ended within 60 seconds',
  });
});
