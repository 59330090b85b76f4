/** Reports have wrong usage and errors too: in every requested format, also if more fails. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { complain } from '../../../src/cli/process/io.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { withErrorReports } from '../../../src/cli/output/report-errors.ts';
import { ConfigError, HubError, NothingToDo } from '../../../src/errors.ts';
import { REPORT_FORMATS } from '../../../src/report/render.ts';
import type { Report } from '../../../src/report.ts';
import { flagTerms } from '../../../src/terms.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { SURFACES } from '../../support/reports/format-parsers.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

interface Ended {
  readonly error: Error;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
}

/** What a run that must fail leaves behind. */
async function failed(argv: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const folder = temporaryFolder();
  writeTree(folder, files);
  const io = fakeIo({ cwd: folder });
  const error = await run(argv, io).then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown as Error,
  );
  complain(error, io);
  return { error, out: io.out(), err: io.err(), folder };
}

const usage = { schema: 'report-v1', outcome: 'usage', exitCode: 2 };

describe('wrong usage is JSON on standard output if that was requested', () => {
  it.each<[string, readonly string[], string]>([
    ['an unknown flag', ['lint', '--frobnicate', '--format', 'json'], 'lint'],
    ['an unknown flag before the format', ['--format=json', 'plan', '--fail-onn', 'error'], 'plan'],
    ['an unknown command', ['lnt', '--format', 'json'], 'none'],
    ['no command', ['--format', 'json'], 'none'],
    ['a value that is missing', ['wait', '--format', 'json', '--timeout'], 'wait'],
    ['a value that is wrong', ['wait', 'crp/x', '--format', 'json', '--timeout', 'soon'], 'wait'],
    ['an invalid deadline', ['lint', '--format', 'json', '--deadline', 'soon'], 'lint'],
    ['another format that is unknown', ['lint', '--format', 'jsno=a', '--format', 'json'], 'lint'],
    ['two formats on standard output', ['lint', '--format', 'json', '--format', 'sarif'], 'lint'],
    ['a path that is not there', ['lint', 'nowhere', '--format', 'json'], 'lint'],
    ['a command that has no reports', ['snapshot', '--format', 'json'], 'snapshot'],
    ['an unknown id', ['explain', 'nothing-such', '--format', 'json'], 'explain'],
  ])('%s', async (_, argv, command) => {
    const { error, out, err } = await failed(argv);
    expect(error).toBeInstanceOf(ConfigError);
    const report = JSON.parse(out) as Report;
    expect(report).toMatchObject({ ...usage, command, message: error.message });
    expect(err).toContain(`fleet-gate: ${error.message.split('\n')[0] ?? ''}`);
  });
});

test('a wrong configuration is JSON on standard output', async () => {
  const { out } = await failed(['lint', '--format', 'json'], { '.fleet-gate.yaml': 'failOn: nne\n', 'a.yaml': 'kind: x\n' });
  expect(JSON.parse(out)).toMatchObject({ ...usage, message: expect.stringContaining('failOn') as unknown });
});

test.each(REPORT_FORMATS)('a file of each format has the error: %s', async (format) => {
  const { error, out, folder } = await failed(['lint', '--frobnicate', `--format=${format}=out/report`]);
  const text = readFileSync(join(folder, 'out/report'), 'utf8');
  expect(out).toBe('');
  expect(text).toContain('frobnicate');
  const surface = SURFACES.find(({ name }) => name === format || name.startsWith(`${format} `));
  const report = {
    tool: { name: 'fleet-gate', version: '' },
    command: 'lint',
    ...usage,
    message: error.message,
  } as Report;
  expect(surface?.see(text, report).faults.filter((fault) => fault !== 'it reads back as another report') ?? []).toEqual([]);
  if (format === 'junit') expect(text).toContain('errors="1"');
});

test('text on a terminal is the line on standard error alone', async () => {
  const { out, err } = await failed(['lint', '--frobnicate']);
  expect([out, err.split('\n').length]).toEqual(['', 2]);
});

test('a report that cannot be written does not remove the others', async () => {
  const manifest = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
  const argv = ['lint', '--format', 'json', '--format', 'sarif=a.yaml/x'];
  const { error, out } = await failed(argv, { 'a.yaml': manifest });
  expect(error.message).toContain('cannot be written');
  expect(JSON.parse(out)).toMatchObject({ outcome: 'clean' });
});

describe('every error that ends a run is in the report', () => {
  it.each<[Error, string, number]>([
    [new NothingToDo('nothing is here'), 'nothingToDo', 3],
    [new HubError('unreachable', 'nobody answers'), 'unreachable', 4],
    [new HubError('notAllowed', 'it refuses'), 'notAllowed', 5],
    [new TypeError('a fault of our own'), 'ownFault', 99],
  ])('%s', async (thrown, outcome, exitCode) => {
    const folder = temporaryFolder();
    const io = fakeIo({ cwd: folder });
    const argv = ['wait', '--format', 'json', '--format', 'gitlab=gitlab.json', '--format=sarif='];
    await expect(withErrorReports(argv, io, flagTerms, () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(JSON.parse(io.out())).toMatchObject({ command: 'wait', outcome, exitCode, message: thrown.message });
    expect(readFileSync(join(folder, 'gitlab.json'), 'utf8')).toContain(thrown.message);
  });
});

test('a report of an error that cannot be written does not hide the error', async () => {
  const { error, folder } = await failed(['lint', '--frobnicate', '--format=json=a.yaml/x'], { 'a.yaml': 'x\n' });
  expect(error.message).toContain('frobnicate');
  expect(existsSync(join(folder, 'a.yaml/x'))).toBe(false);
});
