import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { COMMAND_OF_MODE } from '../../src/settings/commands.ts';
import { FLAG_INPUTS, inputsToArgv, readInputs } from '../../src/action/inputs.ts';
import { OUTPUTS } from '../../src/action/outputs.ts';
import { INPUT_NAMES } from '../../src/settings/inputs.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { ConfigError } from '../../src/errors.ts';

const action = parse(readFileSync(join(import.meta.dirname, '../../action.yml'), 'utf8')) as {
  readonly runs: { readonly using: string; readonly main: string };
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly description?: string }>>;
};
const argvOf = (inputs: Readonly<Record<string, string>>): readonly string[] => inputsToArgv(readInputs((name) => inputs[name] ?? ''));

test('images are the lines that Azure/k8s-deploy accepts', () => {
  const argv = argvOf({ mode: 'gate', manifests: 'deploy', images: 'registry.example/shop:1\n\n  registry.example/cart:2\n' });
  expect(parseArgv(argv).values('image')).toEqual(['registry.example/shop:1', 'registry.example/cart:2']);
  expect(() => argvOf({ images: 'registry.example/shop:1' })).toThrow('input "images" means nothing with mode: lint');
});

test('an input does not wait for standard input, which a workflow does not have', () => {
  for (const inputs of [{ paths: '-' }, { paths: 'deploy\n-' }, { clusters: '-' }, { mode: 'gate', manifests: 'a.yaml, -' }])
    expect(() => argvOf(inputs)).toThrow(/^input "(?:paths|clusters|manifests)" has "-", which is standard input, and a workflow has none/);
  expect(argvOf({ paths: '-a.yaml' })).toContain('-a.yaml');
});

test('approve has the run as its argument, and what it writes can be left out', () => {
  const inputs = { mode: 'approve', run: 'csur/release-7', stage: 'canary', soak: '10m', 'report-file': 'report.json', 'dry-run': 'true' };
  const parsed = parseArgv(argvOf(inputs));
  expect([parsed.command, ...parsed.positionals]).toEqual(['approve', 'csur/release-7']);
  expect([parsed.value('soak'), parsed.value('stage'), parsed.switch('dry-run')]).toEqual(['10m', 'canary', true]);
  expect(() => argvOf({ mode: 'gate', 'stop-run': 'true' })).toThrow('input "stop-run" means nothing with mode: gate; set mode: approve');
});

test('watch checks once, and has placements as its arguments', () => {
  const inputs = { mode: 'watch', placements: 'crp/shop', state: 'watch.json', 'github-issues': 'contoso/fleet', remind: '8h' };
  const parsed = parseArgv(argvOf(inputs));
  expect([parsed.command, ...parsed.positionals]).toEqual(['watch', 'crp/shop']);
  expect([parsed.switch('once'), parsed.value('state'), parsed.value('github-issues'), parsed.value('remind')]).toEqual([
    true,
    'watch.json',
    'contoso/fleet',
    '8h',
  ]);
  expect(() => argvOf({ mode: 'gate', state: 'watch.json' })).toThrow('input "state" means nothing with mode: gate; set mode: watch');
});

describe('action.yml', () => {
  test('has the inputs and outputs of the code', () => {
    expect(Object.keys(action.inputs)).toEqual(INPUT_NAMES);
    expect(Object.keys(action.outputs)).toEqual(Object.keys(OUTPUTS));
  });

  test('has no default for what a configuration file may set, and requires nothing', () => {
    const defaults = Object.entries(action.inputs).flatMap(([name, input]) => (input.default === undefined ? [] : [[name, input.default]]));
    expect(Object.fromEntries(defaults)).toEqual({
      mode: 'lint',
      summary: 'true',
      comment: 'never',
      'github-token': '${{ github.token }}',
    });
    expect(Object.values(action.inputs).filter((input) => input.required === true)).toEqual([]);
  });

  test('has the defaults that the code uses for an absent input', () => {
    const read = readInputs((name) => (name === 'github-token' ? '' : (action.inputs[name]?.default ?? '')));
    expect(read).toEqual(readInputs(() => ''));
  });

  test('describes every input and output', () => {
    for (const entry of [...Object.values(action.inputs), ...Object.values(action.outputs)]) expect(entry.description ?? '').not.toBe('');
  });

  test('runs the bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
  });
});

describe('inputs', () => {
  test('become the equivalent command line', () => {
    expect(
      argvOf({
        mode: 'gate',
        manifests: 'a.yaml, b.yaml\n c',
        timeout: '5m',
        'allow-partial': 'TRUE',
        'allow-empty': 'false',
        placements: 'crp/web\nrp/shop/cart',
      }),
    ).toEqual([
      'wait',
      '--manifests=a.yaml',
      '--manifests=b.yaml',
      '--manifests=c',
      '--allow-partial',
      '--no-allow-empty',
      '--timeout=5m',
      '--format=text',
      '--',
      'crp/web',
      'rp/shop/cart',
    ]);
  });

  test('are understood by the parser of the CLI, for any values', () => {
    const argv = argvOf({
      paths: '-x\n--fail-on=none',
      base: '--help',
      'report-file': 'out=1.json',
      'sarif-file': 's.sarif',
      'html-file': 'r.html',
    });
    const invocation = parseArgv(argv);
    expect(invocation.command).toBe('lint');
    expect(invocation.positionals).toEqual(['-x', '--fail-on=none']);
    expect(invocation.value('base')).toBe('--help');
    expect(invocation.values('format')).toEqual(['text', 'json=out=1.json', 'sarif=s.sarif', 'html=r.html']);
  });

  test('every one of them reaches the parser', () => {
    for (const mode of ['lint', 'ready', 'gate'] as const) {
      for (const flag of FLAG_INPUTS.filter(({ commands }) => commands === 'all' || commands.includes(COMMAND_OF_MODE[mode]))) {
        const argv = argvOf({ mode, [flag.name]: flag.value === undefined ? 'true' : 'x' });
        expect(parseArgv(argv).values(flag.name)).toEqual([flag.value === undefined ? 'true' : 'x']);
      }
    }
  });

  test.each([
    [{ mode: 'gatee' }, 'input "mode" is "gatee"; it takes lint, ready, gate, approve, watch, comment'],
    [{ comment: 'yes' }, 'input "comment" is "yes"; it takes never, always, on-failure'],
    [{ summary: 'no' }, 'input "summary" is "no"; it takes true or false'],
    [{ manifests: 'deploy/' }, 'input "manifests" means nothing with mode: lint; set mode: gate or remove the input'],
    [{ placements: 'crp/web' }, 'input "placements" means nothing with mode: lint; set mode: gate or remove the input'],
    [{ mode: 'gate', plan: 'true' }, 'input "plan" means nothing with mode: gate; set mode: lint or remove the input'],
    [{ mode: 'gate', 'fail-on': 'error' }, 'input "fail-on" means nothing with mode: gate; set mode: lint or remove the input'],
    [{ mode: 'gate', 'allow-partial': 'maybe' }, 'input "allow-partial" is "maybe"; it takes true or false'],
    [
      { mode: 'gate', 'report-file': 'same.json', 'notify-file': 'same.json' },
      'inputs "notify-file" and "report-file" name the same file; give each its own',
    ],
    [
      { mode: 'gate', 'sarif-file': 'same.json', 'notify-file': 'same.json' },
      'inputs "notify-file" and "sarif-file" name the same file; give each its own',
    ],
    [
      { mode: 'gate', 'html-file': 'same.json', 'notify-file': 'same.json' },
      'inputs "notify-file" and "html-file" name the same file; give each its own',
    ],
  ])('%j is refused', (inputs, message) => {
    expect(() => argvOf(inputs as Record<string, string>)).toThrow(new ConfigError(message));
  });

  test('of another mode that are switched off have no effect', () => {
    expect(argvOf({ 'allow-partial': 'false' })).toEqual(['lint', '--plan', '--format=text', '--']);
    expect(argvOf({ mode: 'gate', plan: 'false' })).toEqual(['wait', '--format=text', '--']);
  });

  test('make the plan part of a lint unless it is disabled', () => {
    expect(argvOf({})).toContain('--plan');
    expect(argvOf({ plan: 'false' })).not.toContain('--plan');
  });
});
