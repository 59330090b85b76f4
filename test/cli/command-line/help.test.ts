/** Every line of the help is true, and its examples run. */
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../src/cli/command-line/examples.ts';
import { allExitCodeTexts, exitCodeTexts } from '../../../src/cli/command-line/exit-code-texts.ts';
import { flagsOf } from '../../../src/cli/command-line/flags.ts';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { helpText } from '../../../src/cli/command-line/help.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { SAMPLE_REPO } from '../../../src/demo/sample-repo.gen.ts';
import { parseTarget, TARGET_KINDS } from '../../../src/gates/deploy/target.ts';
import { EXIT_CODES } from '../../../src/report.ts';
import { ConfigError } from '../../../src/errors.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { faultsOfProse } from '../../support/texts/plain-words.ts';

const lines = COMMANDS.flatMap((command) => EXAMPLES[command].map(({ line }) => ({ command, line })));
const argvOf = (line: string): readonly string[] => line.split(' ').slice(1);

describe('the examples', () => {
  test.each(lines)('$line', ({ command, line }) => {
    const invocation = parseArgv(argvOf(line));
    expect(invocation.command).toBe(command);
    expect(line.startsWith('fleet-gate ')).toBe(true);
    // An 80 column terminal shows it whole, so that it can be copied.
    expect(`  ${line}`.length).toBeLessThanOrEqual(80);
    if (command === 'wait' || command === 'snapshot' || command === 'diagnose')
      for (const target of invocation.positionals) expect(TARGET_KINDS).toContain(parseTarget(target).kind);
  });

  test('are two to four for each command', () => {
    for (const command of COMMANDS) {
      expect(EXAMPLES[command].length, command).toBeGreaterThanOrEqual(2);
      expect(EXAMPLES[command].length, command).toBeLessThanOrEqual(4);
    }
  });

  test.each(lines.filter(({ command }) => command === 'lint' || command === 'plan' || command === 'explain'))(
    'runs: $line',
    async ({ command, line }) => {
      const io = fakeIo({ cwd: repository(), env: { PATH: process.env['PATH'] } });
      const { exitCode } = await run(argvOf(line), io);
      // The repository of the demo has findings on purpose.
      expect([EXIT_CODES.passed, EXIT_CODES.failed]).toContain(exitCode);
      expect(exitCodeTexts(command).map(({ code }) => code)).toContain(exitCode);
      const wrote = line.includes('=') ? 'written' : io.out();
      expect(wrote).not.toBe('');
    },
  );
});

describe('the help of a command', () => {
  test.each(COMMANDS)('%s has each flag once, in a group', (command) => {
    const named = [...helpText(command, 80, true).matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual(
      flagsOf(command)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  test.each(COMMANDS)('%s shows at most ten flags, and how to see the others', (command) => {
    const short = helpText(command, 80);
    const shown = short.match(/^ {2}(?:-\w, )?--[a-z-]+/gm) ?? [];
    expect(shown.length).toBeLessThanOrEqual(10);
    const others = flagsOf(command).length - shown.length;
    if (others > 0) expect(short).toContain(`${others} more flags: fleet-gate ${command} --help all`);
  });

  test('names each kind that it can wait for, by the short and the full name', () => {
    for (const command of ['wait', 'diagnose', 'snapshot', undefined] as const) {
      const text = helpText(command, 80);
      const forms = [...text.matchAll(/^ {2}(\w+\/\S+) +or (\w+\/\S+)$/gm)];
      expect(forms.map(([, short = '', full = '']) => [parseTarget(short).kind, parseTarget(full).kind])).toEqual(
        TARGET_KINDS.map((kind) => [kind, kind]),
      );
    }
    expect(helpText('lint', 80)).not.toContain('crp/');
  });

  test('has exactly the exit codes that the command can end with', () => {
    const codesOf = (text: string): readonly number[] =>
      [...text.slice(text.indexOf('Exit codes:')).matchAll(/^ +(\d+) {2}/gm)].map(([, code]) => Number(code));
    expect(codesOf(helpText('lint', 80))).toEqual([0, 1, 2, 3, 4, 5, 6, 99, 130]);
    expect(codesOf(helpText('wait', 80))).toEqual([0, 1, 2, 3, 4, 5, 10, 11, 12, 70, 99, 130]);
    expect(codesOf(helpText('snapshot', 80))).toEqual([0, 2, 3, 4, 5, 99, 130]);
    expect(codesOf(helpText('explain', 80))).toEqual([0, 2, 99, 130]);
    const all = allExitCodeTexts().map(({ code }) => code);
    expect(all).toEqual(Object.values(EXIT_CODES).toSorted((a, b) => a - b));
    expect(codesOf(helpText(undefined, 80))).toEqual(all);
    expect([...new Set(COMMANDS.flatMap((command) => exitCodeTexts(command).map(({ code }) => code)))].toSorted((a, b) => a - b)).toEqual(
      all,
    );
  });

  test.each([
    [['help', 'wait'], 'Usage: fleet-gate wait'],
    [['wait', '-h'], 'Usage: fleet-gate wait'],
    [['wait', '--help'], 'Usage: fleet-gate wait'],
    [['--help'], 'Usage: fleet-gate COMMAND'],
    [['help'], 'Usage: fleet-gate COMMAND'],
    [['lint', '--help', 'all'], '--render-with TOOL'],
    [['help', 'lint', 'all'], '--render-with TOOL'],
    [['--help', 'all'], '--member-kubeconfig DIR'],
    [['help', 'all'], '--member-kubeconfig DIR'],
  ])('%j', async (argv, usage) => {
    const io = fakeIo({ cwd: '/' });
    expect((await run(argv, io)).exitCode).toBe(0);
    expect(io.out()).toContain(usage);
  });

  test('of an unknown command suggests the nearest one', async () => {
    await expect(run(['help', 'weit'], fakeIo({ cwd: '/' }))).rejects.toThrow('unknown command "weit"; did you mean "wait"?');
  });
});

describe('a wrong command line', () => {
  const said = (...argv: string[]): string => {
    try {
      parseArgv(argv);
    } catch (error) {
      return error instanceof ConfigError ? error.message : `no ConfigError: ${String(error)}`;
    }
    return 'nothing is wrong';
  };
  const wrongs = COMMANDS.flatMap((command) =>
    flagsOf(command).flatMap(({ name, value, ...flag }) => [
      [`unknown flag --${name}x`, said(command, `--${name}x`)],
      ...(value === undefined
        ? [[`--${name} does not take a value`, said(command, `--${name}=yes`)]]
        : [[`--${name} needs a value`, said(command, `--${name}`)]]),
      ...(value === undefined || flag.many ? [] : [[`--${name} is given twice`, said(command, `--${name}=a`, `--${name}=b`)]]),
    ]),
  );

  test('is answered in one plain line, with the nearest flag if one is misspelt', () => {
    expect(wrongs.length).toBeGreaterThan(200);
    for (const [start = '', message = ''] of wrongs) {
      expect(message.startsWith(start), `${start}: ${message}`).toBe(true);
      expect([message.includes('\n'), ...faultsOfProse(message)], message).toEqual([false]);
      if (start.startsWith('unknown')) expect(message).toContain('; did you mean --');
    }
  });
});

/** The repository of the demo, laid out as the examples name it. */
function repository(): string {
  const files = SAMPLE_REPO.map(({ path, text }) => [path.endsWith('members.yaml') ? 'clusters.yaml' : `deploy/${path}`, text] as const);
  const { dir, git } = gitRepository(Object.fromEntries(files));
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  return dir;
}
