/** Every key of the configuration with every kind of value: read, or refused in a line that names file, line and key. */
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { CONFIG_SHAPE } from '../../src/settings/config-shape.ts';
import type { Field } from '../../src/settings/kind.ts';
import { ConfigError } from '../../src/errors.ts';
import { GRACES } from '../../src/gates/graces.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';

const vocabulary = { rules: RULES, graces: Object.keys(GRACES) };
const WITH_OPTIONS = RULES.find(({ options }) => Object.keys(options ?? {}).length > 0);

interface Slot {
  /** As messages name it. */
  readonly name: string;
  readonly isRequired: boolean;
  /** The configuration with this value there. */
  readonly text: (value: string) => string;
}

function* slots(shape: Field, name: string, isRequired: boolean, text: (value: string) => string): Generator<Slot> {
  yield { name, isRequired, text };
  const below = (key: string, of: Field, required = false, others = ''): Generator<Slot> =>
    slots(of, name === '' ? key : `${name}.${key}`, required, (value) => text(`{${others}${JSON.stringify(key)}: ${value}}`));
  if (shape.kind === 'record')
    for (const [key, field] of Object.entries(shape.fields)) {
      const others = (shape.required ?? []).filter((each) => each !== key).map((each) => `${each}: x, `);
      yield* below(key, field, shape.required?.includes(key) === true, others.join(''));
    }
  if (shape.kind === 'map') {
    const rule = WITH_OPTIONS ?? { id: 'schema', options: {} };
    const key = { rule: rule.id, grace: Object.keys(GRACES)[0] ?? '', option: Object.keys(rule.options ?? {})[0] ?? '', any: 'name' }[
      shape.keys
    ];
    yield* below(key, shape.of);
  }
  if (shape.kind === 'texts' || shape.kind === 'files')
    yield { name: `${name}[0]`, isRequired: true, text: (value) => text(`[${value || 'null'}]`) };
  if (shape.kind === 'list') yield* slots(shape.of, `${name}[0]`, true, (value) => text(`[${value || 'null'}]`));
  if (shape.kind === 'either') yield* slots(shape.list, name, isRequired, text);
}

const VALUES = [
  '',
  'null',
  '~',
  '""',
  '" "',
  String.raw`"\u200b"`,
  String.raw`"\u2800"`,
  '0',
  '-1',
  '1e400',
  '.inf',
  '99999999999999999999',
]
  .concat([
    'true',
    'false',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '[{}]',
    '{a: 1}',
    '2026-01-01',
    '"${{ x }}"',
    '!!binary aGk=',
    '*a',
    '&a x',
    '? a',
  ])
  .concat(['__proto__', 'constructor', `"${'x'.repeat(2000)}"`]);

const BLANK = new Set(VALUES.slice(0, 7));
const SLOTS = [...slots(CONFIG_SHAPE, '', false, (value) => value)];

test('the listed slots are all slots', () => {
  const names = SLOTS.map(({ name }) => name);
  for (const name of [
    '',
    'target',
    'paths[0]',
    'render[0].path',
    'suppress[0].reason',
    'gate.tolerateFailed',
    `gate.grace.${Object.keys(GRACES)[0]}`,
  ])
    expect(names).toContain(name);
});

test.each(SLOTS)('$name', ({ name, isRequired, text }) => {
  for (const value of VALUES) {
    const fault = faultOf(`# first line\n${text(value)}\n`);
    for (const line of fault?.split('\n') ?? []) {
      expect(line).toMatch(/^fleet\.yaml:[12]: /);
      expect(line.length).toBeLessThan(500);
    }
    // An empty required text would hide that its author wanted to write one.
    if (isRequired && BLANK.has(value)) expect(fault, value).toContain(name);
  }
});

function faultOf(text: string): string | undefined {
  try {
    parseConfig(text, 'fleet.yaml', vocabulary);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
