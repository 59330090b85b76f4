import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { judgedInTurns } from '../../../src/cli/output/run-result.ts';
import { Stopped, Turns } from '../../../src/cli/process/turns.ts';
import type { Steps } from '../../../src/steps.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const MUCH = { deadline: 3_600_000, heap: Infinity };

/** A judgement that never ends. */
function* forever(): Steps<never> {
  for (;;) yield;
}

describe('the turns of a check', () => {
  it('return the results of all steps', async () => {
    const turns = new Turns(MUCH, new AbortController().signal);
    const steps = function* (): Steps<number> {
      let sum = 0;
      for (let step = 1; step <= 100; step += 1) {
        sum += step;
        yield;
      }
      return sum;
    };
    expect(await turns.run(steps())).toBe(5050);
    turns.close();
  });

  it.each([
    ['late', { ...MUCH, deadline: 20 }],
    ['out of memory', { ...MUCH, heap: 0 }],
  ] as const)('end if the check is %s', async (why, limits) => {
    const turns = new Turns(limits, new AbortController().signal);
    await expect(turns.run(forever())).rejects.toBeInstanceOf(Stopped);
    expect(await turns.stopped).toBe(why);
    await expect(turns.next()).rejects.toBeInstanceOf(Stopped);
    turns.close();
  });

  it('end at the deadline while they wait for something else', async () => {
    const turns = new Turns({ ...MUCH, deadline: 1 }, new AbortController().signal);
    expect(await turns.stopped).toBe('late');
    await expect(turns.next()).rejects.toBeInstanceOf(Stopped);
  });

  it('end if the check is cancelled, because timers and signals are handled between them', async () => {
    const cancel = new AbortController();
    const turns = new Turns(MUCH, cancel.signal);
    setTimeout(() => cancel.abort(), 1);
    await expect(turns.run(forever())).rejects.toBeInstanceOf(Stopped);
    turns.close();
  });
});

describe('an endless check', () => {
  it('can be cancelled, and has a report', async () => {
    const cwd = temporaryFolder();
    const cancel = new AbortController();
    const io = fakeIo({ cwd, signal: cancel.signal });
    const ended = judgedInTurns('plan', parseArgv(['plan', '--format', 'json=out.json']), io, (turns) => turns.run(forever()));
    cancel.abort();
    expect(await ended).toMatchObject({ exitCode: 130, report: { command: 'plan', outcome: 'cancelled' } });
    expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'))).toMatchObject({ outcome: 'cancelled', exitCode: 130 });
  });

  it('is reported as not checked at its deadline', async () => {
    const io = fakeIo({ cwd: temporaryFolder() });
    const invocation = parseArgv(['lint', '--deadline', '20ms', '--format', 'json']);
    expect(await judgedInTurns('lint', invocation, io, (turns) => turns.run(forever()))).toMatchObject({ exitCode: 6 });
    expect(io.err()).toMatch(/^fleet-gate: nothing was checked: not finished after 20ms; .*--deadline DURATION\n$/);
    expect(JSON.parse(io.out())).toMatchObject({ outcome: 'notEvaluated', message: expect.stringContaining('nothing was checked') });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('handles %s', async (signal) => {
    const module = (name: string): string => JSON.stringify(join(import.meta.dirname, '../../../src/cli', name));
    const source = `
      import { parseArgv } from ${module('command-line/invocation.ts')};
      import { judgedInTurns } from ${module('output/run-result.ts')};
      import { processIo } from ${module('process/io.ts')};
      import { endWith, onCancel } from ${module('process/process-end.ts')};
      const cancel = new AbortController();
      onCancel(() => cancel.abort());
      function* forever() { process.stdout.write('busy'); for (;;) yield; }
      const { exitCode } = await judgedInTurns('lint', parseArgv(['lint']), processIo(cancel.signal), (turns) => turns.run(forever()));
      endWith(exitCode);
    `;
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([130, null]);
  });
});

it('a tree is checked or reported as not checked, for any deadline', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n');
  const io = fakeIo({ cwd });
  const { exitCode } = await run(['lint', '--deadline', '1ms', '.'], io);
  expect(exitCode === 6 ? io.err() : io.out()).toMatch(exitCode === 6 ? /nothing was checked/ : /^PASSED/);
});
