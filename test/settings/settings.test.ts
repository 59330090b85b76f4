/** Each entry of the table is true: its example and its default can be given in every way that it names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultValue, flagValue } from '../../src/cli/command-line/flag-value.ts';
import { FLAGS, flagsOf } from '../../src/cli/command-line/flags.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { gateOptions } from '../../src/cli/settings/gate-options.ts';
import { parseConfig } from '../../src/config.ts';
import { GRACES } from '../../src/gates/graces.ts';
import { DEFAULT_OPTIONS } from '../../src/gates/options.ts';
import { COMMANDS } from '../../src/settings/commands.ts';
import { CONFIG_SHAPE } from '../../src/settings/config-shape.ts';
import { DURATION } from '../../src/settings/kind.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { GATE_FLAGS, type NameWithDefault, SETTING_GROUPS, SETTING_NAMES, SETTINGS } from '../../src/settings/settings.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';

test.each(COMMANDS)('every flag of %s accepts its example', (command) => {
  for (const { name, value } of flagsOf(command)) {
    const argv = value === undefined ? [command, `--${name}`] : [command, `--${name}=${SETTINGS[name].example}`];
    expect(flagValue(parseArgv(argv), name), name).toBeDefined();
  }
});

test('every default value can be set', () => {
  for (const { name, commands } of FLAGS) {
    const { default: unset, value } = SETTINGS[name];
    const [command = ''] = commands === 'all' ? COMMANDS : commands;
    if (typeof unset !== 'string') continue;
    expect(flagValue(parseArgv([command, `--${name}=${unset}`]), name), name).toBeDefined();
    if (value.kind !== 'texts') expect(defaultValue(name as NameWithDefault), name).toBeDefined();
  }
});

test('the defaults of a gate are those of the help', () => {
  const argv = GATE_FLAGS.flatMap(({ name, key }) => {
    const { default: unset } = SETTINGS[name];
    return typeof unset === 'string' && key in DEFAULT_OPTIONS ? [`--${name}=${unset}`] : [];
  });
  expect(argv.length).toBeGreaterThan(5);
  expect(gateOptions(parseArgv(['wait', ...argv]), {})).toEqual(DEFAULT_OPTIONS);
});

test('the example of the documentation has every key, and is valid', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const { config } = parseConfig(example, '.fleet-gate.yaml', { rules: RULES, graces: Object.keys(GRACES) });
  expect(Object.keys(config).toSorted()).toEqual(Object.keys(CONFIG_SHAPE.fields).toSorted());
  const { gate } = CONFIG_SHAPE.fields;
  expect(Object.keys(config.gate ?? {}).toSorted()).toEqual(Object.keys(gate?.kind === 'record' ? gate.fields : {}).toSorted());
});

test('a name is in one group only', () => {
  expect(SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings))).toEqual(SETTING_NAMES);
});

test('a text names only settings that its reader can set', () => {
  const texts = Object.values(SETTINGS).flatMap(({ about, aboutFor = {} }) => [about, ...Object.values(aboutFor)]);
  const named = texts.flatMap((text) => [...text.matchAll(/\{--([a-z-]+)/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !FLAGS.some((flag) => flag.name === name))).toEqual([]);
});

test('the program reads each setting: a flag or an input by its name, a key by its last part, and those of a gate by the key alone', () => {
  const folder = join(import.meta.dirname, '../../src');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.gen)\.ts$/.test(file) && !/^settings\b|\bexamples\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const unread = SETTING_NAMES.filter((name) => {
    const { flag, input, key } = SETTINGS[name];
    const isByKey = key?.startsWith('gate.') === true || (flag === undefined && input === undefined);
    const last = key?.split('.').at(-1);
    return (last !== undefined && !new RegExp(`\\b${last}\\b`).test(code)) || (!isByKey && !code.includes(`'${name}'`));
  });
  expect(unread).toEqual([]);
});

test('an entry without one of its fields does not compile', () => {
  const whole: Setting = {
    about: 'wait',
    value: DURATION,
    default: undefined,
    example: '1m',
    flag: undefined,
    input: undefined,
    key: undefined,
  };
  // @ts-expect-error -- no key
  const withoutKey: Setting = { about: 'wait', value: DURATION, default: undefined, example: '1m', flag: undefined, input: undefined };
  // @ts-expect-error -- no default
  const withoutDefault: Setting = { about: 'wait', value: DURATION, example: '1m', flag: undefined, input: undefined, key: undefined };
  // @ts-expect-error -- a flag that does not say whether the short help shows it
  const withoutHelp: Setting = { ...whole, value: DURATION, flag: { commands: ['wait'] } };
  // @ts-expect-error -- a flag whose value no word of a command line can be
  const withoutWord: Setting = {
    ...whole,
    value: { kind: 'list', of: { ...DURATION, about: 'x' } },
    flag: { commands: [], shortHelp: [] },
  };
  expect([withoutKey, withoutDefault, withoutHelp, withoutWord]).toHaveLength(4);
});
