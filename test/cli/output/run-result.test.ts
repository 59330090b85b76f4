import { describe, expect, it } from 'vitest';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { publish } from '../../../src/cli/output/output.ts';
import { gateResult, orReported, report } from '../../../src/cli/output/run-result.ts';
import { ConfigError, HubError, NothingToDo } from '../../../src/errors.ts';
import type { GateReport, JudgingCommand } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';

const invocation = parseArgv(['wait', 'crp/shop', '--format', 'json']);
const passed: GateReport = { outcome: 'passed', placements: [], runs: [], timeline: [] };

describe('a verdict does not wait for open resources', () => {
  it.each<[string, () => Promise<GateReport>, number]>([
    ['a pass', () => Promise.resolve(passed), 0],
    ['a hub that is lost', () => Promise.reject(new HubError('unreachable', 'nobody answers')), 4],
    ['nothing to wait for', () => Promise.reject(new NothingToDo('no placement')), 3],
  ])('and %s is reported before anything is closed, and ends the run even if closing hangs', async (_, judge, exitCode) => {
    const io = fakeIo({ cwd: '/' });
    const closing: string[] = [];
    const result = await orReported('wait', invocation, io, (opened) => {
      opened.add({ close: () => (closing.push(`first opened, report: ${io.out() !== ''}`), Promise.resolve()) });
      opened.add({ close: () => (closing.push(`last opened, report: ${io.out() !== ''}`), new Promise<never>(() => undefined)) });
      return gateResult('wait', invocation, [{ format: 'json' }], io, () => ({}), judge);
    });
    expect(result.exitCode).toBe(exitCode);
    expect(JSON.parse(io.out())).toMatchObject({ exitCode });
    expect(closing).toEqual(['last opened, report: true']);
  });

  it('and a process that ends with its report decides when to close them', async () => {
    const closing: string[] = [];
    let close: (() => Promise<void>) | undefined;
    const end = Promise.withResolvers<void>();
    const io = { ...fakeIo({ cwd: '/' }), closing: (given: () => Promise<void>) => ((close = given), end.promise) };
    const result = await orReported('wait', invocation, io, (opened) => {
      opened.add({ close: () => (closing.push('hub'), Promise.resolve()) });
      return gateResult(
        'wait',
        invocation,
        [],
        io,
        () => ({}),
        () => Promise.resolve(passed),
      );
    });
    expect(closing).toEqual([]);
    await close?.();
    expect(closing).toEqual(['hub']);
    end.resolve();
    await result.closed;
  });

  it('and nothing is closed later if nothing was opened', async () => {
    const io = { ...fakeIo({ cwd: '/' }), closing: () => Promise.reject(new Error('asked to close nothing')) };
    const result = await orReported('wait', invocation, io, () =>
      gateResult(
        'wait',
        invocation,
        [],
        io,
        () => ({}),
        () => Promise.resolve(passed),
      ),
    );
    await result.closed;
    expect(result.exitCode).toBe(0);
  });

  it.each<[JudgingCommand, readonly string[]]>([
    ['lint', ['lint', '--format', 'json']],
    ['plan', ['plan', '--format', 'json']],
    ['wait', ['wait', 'crp/shop', '--format', 'json']],
    ['diagnose', ['diagnose', '--format', 'json']],
  ])('and %s that is cancelled before it knows anything has one report, which says so', async (command, argv) => {
    const asked = parseArgv(argv);
    const cancel = new AbortController();
    const io = fakeIo({ cwd: '/', signal: cancel.signal });
    const late = Promise.withResolvers<undefined>();
    const over = Promise.withResolvers<undefined>();
    const running = orReported(command, asked, io, async () => {
      await late.promise;
      const result = report({ command, outcome: 'clean', exitCode: 0 });
      publish(result, [{ format: 'json' }], asked, io);
      over.resolve(undefined);
      return { exitCode: 0, report: result };
    });
    cancel.abort();
    expect((await running).exitCode).toBe(130);
    late.resolve(undefined);
    await over.promise;
    expect(JSON.parse(io.out())).toMatchObject({ command, outcome: 'cancelled', exitCode: 130 });
  });

  it('and they are closed in reverse order, also after wrong usage', async () => {
    const closing: string[] = [];
    const run = orReported('wait', invocation, fakeIo({ cwd: '/' }), (opened) => {
      for (const name of ['hub', 'members']) opened.add({ close: () => (closing.push(name), Promise.resolve()) });
      return Promise.reject(new ConfigError('--member: no such context'));
    });
    await expect(run).rejects.toThrow(ConfigError);
    expect(closing).toEqual(['members', 'hub']);
  });
});
