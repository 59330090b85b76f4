import { describe, expect, it } from 'vitest';
import { parseFormats } from '../../../src/cli/output/output.ts';
import { FLAGS, flagsOf } from '../../../src/cli/command-line/flags.ts';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { helpText } from '../../../src/cli/command-line/help.ts';
import { SETTINGS } from '../../../src/settings/settings.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { REPORT_FORMATS } from '../../../src/report/render.ts';

describe('parseArgv', () => {
  it('separates command, positionals, switches and values', () => {
    const invocation = parseArgv(['wait', 'crp/shop', '--manifests', 'a', '--manifests=b', '--allow-partial', '-n', 'web', '-q']);
    expect(invocation.command).toBe('wait');
    expect(invocation.positionals).toEqual(['crp/shop']);
    expect(invocation.values('manifests')).toEqual(['a', 'b']);
    expect(invocation.switch('allow-partial')).toBe(true);
    expect(invocation.switch('allow-empty')).toBe(false);
    expect(invocation.value('namespace')).toBe('web');
    expect(invocation.switch('quiet')).toBe(true);
  });

  it.each([
    ['plain', 'apiVersion: v1\nkind: Config\nusers: [{user: {token: hunter2}}]\n'],
    ['as JSON', '{\n"users": [{"user": {"token": "hunter2"}}]}'],
    ['as JSON in one line', '{"users":[{"user":{"password":"hunter2"}}]}'],
    ['without its line breaks', 'apiVersion: v1 kind: Config users: - user: token: hunter2'],
    ['in base64', Buffer.from('apiVersion: v1\nkind: Config\n'.repeat(3)).toString('base64')],
    ['in a long line', `{token: hunter2, more: ${'x'.repeat(5000)}}`],
  ])('does not quote the content of a file in place of its path: %s', (_, content) => {
    expect(() => parseArgv(['diagnose', 'crp/shop', '--kubeconfig', content])).toThrow(
      /^--kubeconfig must be the path of a file, not its content; write the content to a file first$/,
    );
  });

  it('accepts a path with a line break, and a long one', () => {
    for (const path of ['a\nb.yaml', `deploy/${'a/'.repeat(1000)}b.yaml`, `deploy/${'overlay/'.repeat(40)}production`])
      expect(parseArgv(['diagnose', 'crp/shop', '--kubeconfig', path]).value('kubeconfig')).toBe(path);
  });

  it('accepts `-` for standard input, and everything after `--` as positional', () => {
    expect(parseArgv(['lint', '-']).positionals).toEqual(['-']);
    expect(parseArgv(['lint', '--', '--odd-name.yaml']).positionals).toEqual(['--odd-name.yaml']);
  });

  it.each([
    [['lnit'], `unknown command "lnit"; did you mean "lint"? (commands: ${COMMANDS.join(', ')})`],
    [['lint', '--fail-onn=error'], 'unknown flag --fail-onn for lint; did you mean --fail-on? (see: fleet-gate lint --help)'],
    [['lint', '--cluster', 'c.yaml'], 'unknown flag --cluster for lint; did you mean --clusters? (see: fleet-gate lint --help)'],
    [['plan', '-l', 'app=web'], 'unknown flag -l for plan; remove it: plan reads all objects of its paths (see: fleet-gate plan --help)'],
    [['lint', '--timeout', '5m'], 'unknown flag --timeout for lint; it goes with wait, approve, doctor (see: fleet-gate lint --help)'],
    [['version'], 'unknown command "version"; write: fleet-gate --version (commands: '],
    [['get', 'crp'], 'unknown command "get"; fleet-gate status lists placements and update runs, fleet-gate diagnose TARGET shows'],
    [['get', 'crp', 'shop'], 'fleet-gate diagnose crp/shop shows the causes'],
    [['describe', 'rp/orders/api'], 'unknown command "describe"; fleet-gate diagnose rp/orders/api shows what is wrong'],
    [['rollout', 'status', 'crp/shop'], 'unknown command "rollout"; fleet-gate wait crp/shop waits for placements'],
    [['gate', 'crp/shop'], 'unknown command "gate"; fleet-gate wait crp/shop waits for placements'],
    [['gate'], 'unknown command "gate"; fleet-gate wait TARGET waits for placements'],
    [['apply', '-f', 'x'], 'unknown command "apply"; use kubectl for that'],
    [['-v'], 'unknown flag -v; write: fleet-gate --version'],
    [['crp', 'shop'], 'unknown command "crp"; name a command first: fleet-gate diagnose crp/shop, or fleet-gate wait crp/shop'],
    [['rp/orders/api'], 'unknown command "rp/orders/api"; name a command first: fleet-gate diagnose rp/orders/api'],
    [['deploy/'], 'unknown command "deploy/"; name a command first: fleet-gate lint deploy/'],
    [['lint', '-o', 'json'], 'unknown flag -o for lint; write: --format json (see: '],
    [['wait', '-o=yaml'], 'unknown flag -o for wait; write: --format json (see: '],
    [['lint', '--output', 'sarif=a.sarif'], 'unknown flag --output for lint; write: --format sarif=a.sarif (see: '],
    [['lint', '--json'], 'unknown flag --json for lint; write: --format json (see: '],
    [['lint', '-f', 'a.yaml'], 'unknown flag -f for lint; name files without a flag: fleet-gate lint a.yaml (see: '],
    [['wait', '-f', 'a.yaml'], 'unknown flag -f for wait; write: --manifests a.yaml (see: '],
    [['diagnose', '-f', 'a.yaml'], 'unknown flag -f for diagnose; write --from a.yaml for objects of a hub in a file, or --manifests'],
    [['wait', '-l', 'env=prod'], 'unknown flag -l for wait; write: --selector env=prod (see: '],
    [['lint', '-l', 'env=prod'], 'unknown flag -l for lint; remove it: lint reads all objects of its paths (see: '],
    [
      ['lint', '-n', 'web'],
      'unknown flag -n for lint; it goes with wait, diagnose, approve, watch, status, snapshot, doctor, owns, mcp (see: ',
    ],
    [['status', '-A'], 'unknown flag -A for status; remove it: without a TARGET, status uses all placements'],
    [['status', '--json'], 'unknown flag --json for status; write: -o json'],
    [['status', '-f', 'dump.yaml'], 'unknown flag -f for status; write: --from dump.yaml'],
    [['ready', '-f', 'deploy'], 'unknown flag -f for ready; name files without a flag: fleet-gate ready deploy'],
    [['diagnose', '-A'], 'unknown flag -A for diagnose; remove it: without a TARGET, diagnose uses all placements'],
    [['lint', '-k', 'overlay'], 'unknown flag -k for lint; kustomizations are found and rendered: fleet-gate lint overlay (see: '],
    [['wait', '--timeout'], '--timeout needs a value: --timeout DURATION'],
    [['wait', '--timeout', '1m', '--timeout', '2m'], '--timeout is given twice; give it once'],
    [['wait', '--allow-partial=yes'], '--allow-partial does not take a value; remove "=yes"'],
  ])('%j is refused in one line', (argv, message) => {
    expect(() => parseArgv(argv)).toThrow(message);
  });
});

describe('parseFormats', () => {
  const formatsOf = (...values: readonly string[]): ReturnType<typeof parseFormats> =>
    parseFormats(parseArgv(['lint', ...values.map((value) => `--format=${value}`)]));

  it('writes text to standard output by default', () => {
    expect(formatsOf()).toEqual([{ format: 'text' }]);
    expect(formatsOf('json=out.json', 'text')).toEqual([{ format: 'json', file: 'out.json' }, { format: 'text' }]);
  });

  it.each([
    [['jsno'], `--format: unknown format "jsno"; did you mean json? (formats: ${REPORT_FORMATS.join(', ')})`],
    [['json='], '--format: "json=" does not name a file; write --format json=FILE'],
    [['json', 'text'], '--format: two reports cannot both go to standard output; write one to another file: --format json=report.json'],
    [['json=a', 'sarif=a'], '--format: two reports cannot both go to a; write one to another file: --format json=report.json'],
    [
      ['json=a', 'sarif=./b/../a'],
      '--format: two reports cannot both go to ./b/../a; write one to another file: --format json=report.json',
    ],
  ])('%j is refused', (values, message) => {
    expect(() => formatsOf(...values)).toThrow(message);
  });
});

describe('helpText', () => {
  it.each([40, 60, 80, 200])('stays within %i columns unless a word is longer', (columns) => {
    for (const command of [undefined, ...COMMANDS]) {
      const lines = helpText(command, columns).split('\n');
      // A line to copy stays whole.
      const prose = lines.filter((line) => !line.startsWith('  fleet-gate '));
      const tooWide = prose.filter((line) => line.length > columns && line.trim().split(' ').length > 3);
      expect(tooWide).toEqual([]);
    }
  });

  it('names every flag of a command', () => {
    for (const command of COMMANDS) for (const { name } of flagsOf(command)) expect(helpText(command, 80, true)).toContain(`--${name}`);
  });

  it('has no flag that no command takes', () => {
    expect(FLAGS.filter(({ commands }) => commands !== 'all' && commands.length === 0)).toEqual([]);
  });
});

describe('help', () => {
  it('is a command as well as a flag', () => {
    const invocation = parseArgv(['help', 'lint']);
    expect([invocation.command, invocation.switch('help'), invocation.positionals]).toEqual(['lint', true, []]);
    expect(parseArgv(['help']).command).toBeUndefined();
  });
});

it('the help of --format names every format', () => {
  const help = SETTINGS.format.about;
  expect(REPORT_FORMATS.filter((format) => !help.includes(format))).toEqual([]);
});
