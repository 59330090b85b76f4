import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { generate } from '../../scripts/gen/config-schema.ts';
import { parseConfig, type Vocabulary } from '../../src/config.ts';
import { HUB_PROFILES } from '../../src/fleet/kubefleet/kinds.ts';
import { ConfigError } from '../../src/errors.ts';
import { FULL_CONFIG } from '../support/texts/full-config.ts';
import { CONFIG_SHAPE } from '../../src/settings/config-shape.ts';

const vocabulary: Vocabulary = {
  rules: [{ id: 'reserved-namespace', options: { skipped: 'namespaces' } }, { id: 'schema' }],
  graces: ['selection', 'member'],
};
const read = (text: string): ReturnType<typeof parseConfig> => parseConfig(text, '.fleet-gate.yaml', vocabulary);
const faultOf = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no fault';
};

test('an empty file is a valid configuration without settings', () => {
  expect(read('').config).toEqual({});
  expect(read('# only a comment\n').config).toEqual({});
});

test('every setting is read, and durations become milliseconds', () => {
  const { config, suppress } = read(FULL_CONFIG);
  expect(config.target).toBe('aks');
  expect(config.rules?.['reserved-namespace']).toEqual({ severity: 'off', options: { skipped: ['team-tools'] } });
  expect(config.gate).toEqual({
    timeout: 5_400_000,
    onApproval: 'fail',
    allowPartial: true,
    grace: { selection: 90_000, member: 120_000 },
  });
  expect(suppress).toMatchObject([
    { rule: 'schema', object: 'ClusterResourcePlacement/legacy-*', until: '2026-12-31', range: { line: 12, column: 5 } },
  ]);
});

test('an empty setting is the same as an absent one', () => {
  expect(read('target:\ngate:\n  timeout:\n').config).toEqual({ gate: {} });
});

describe('an error is one line: file, line, what is wrong, what was probably meant', () => {
  test.each([
    [
      'failon: error',
      `.fleet-gate.yaml:1: the configuration has no "failon"; did you mean "failOn"? (known: ${Object.keys(CONFIG_SHAPE.fields).join(', ')})`,
    ],
    ['target: ask', `.fleet-gate.yaml:1: target must be one of ${HUB_PROFILES.join(', ')}, not "ask"; did you mean "aks"?`],
    [
      'rules:\n  reserved-namespaces: {}',
      '.fleet-gate.yaml:2: rules has no "reserved-namespaces"; did you mean "reserved-namespace"? (known: reserved-namespace, schema)',
    ],
    [
      'rules:\n  schema:\n    severity: fatal',
      '.fleet-gate.yaml:3: rules.schema.severity must be one of error, warning, notice, off, not "fatal"',
    ],
    ['rules:\n  schema:\n    options: {skipped: []}', '.fleet-gate.yaml:3: rules.schema.options has no "skipped"'],
    ['gate:\n  timeout: 30', '.fleet-gate.yaml:2: gate.timeout must be a duration such as 30s, 15m or 1h30m, not 30'],
    [
      'gate:\n  grace:\n    selecton: 30s',
      '.fleet-gate.yaml:3: gate.grace has no "selecton"; did you mean "selection"? (known: selection, member)',
    ],
    ['suppress:\n  - rule: schema\n    object: "*"', '.fleet-gate.yaml:2: "reason" is missing in suppress[0]'],
    ['suppress:\n  - {rule: schema, object: "*", reason: " "}', '.fleet-gate.yaml:2: suppress[0].reason must be a text, not " "'],
    [
      'suppress:\n  - {rule: schema, object: "*", reason: x, until: 2026-02-30}',
      '.fleet-gate.yaml:2: suppress[0].until must be a day as YYYY-MM-DD, not "2026-02-30"',
    ],
    ['paths: deploy', '.fleet-gate.yaml:1: paths must be a list of texts, not "deploy"'],
    [
      'suppress:\n  - rule:\n    object: "*"\n    reason:',
      '.fleet-gate.yaml:2: suppress[0].rule is empty; write a text\n.fleet-gate.yaml:4: suppress[0].reason is empty; write a text',
    ],
    [
      'suppress:\n  - {rule: schema, object: "*", reason: "\\u200b\\u2800 "}',
      /^\.fleet-gate\.yaml:2: suppress\[0\]\.reason must be a text, not /,
    ],
    [
      'suppress:\n  - {rule: schema, object: "*", reason: x, until: }',
      '.fleet-gate.yaml:2: suppress[0].until is empty; write a day as YYYY-MM-DD, or remove it',
    ],
    ['render:\n  - path:', '.fleet-gate.yaml:2: render[0].path is empty; write a text'],
    ['exclude: [a, "", 3]', '.fleet-gate.yaml:1: exclude[1] must be a text, not ""\n.fleet-gate.yaml:1: exclude[2] must be a text, not 3'],
    [`target: ${'x'.repeat(500)}`, /, not "x{99}…$/],
    ['- a', '.fleet-gate.yaml:1: the configuration must be a mapping, not a list'],
  ])('%j', (text, message) => {
    if (typeof message === 'string') expect(faultOf(text)).toBe(message);
    else expect(faultOf(text)).toMatch(message);
  });

  test('all errors are reported at the same time', () => {
    expect(faultOf('failOn: never\ntarget: 7').split('\n')).toHaveLength(2);
  });

  test.each(['a: [', 'a: 1\na: 2', 'x: &a [1]\ny: [*a, *b]'])('a text that is not YAML is reported: %j', (text) => {
    expect(faultOf(text)).toMatch(/^\.fleet-gate\.yaml:\d+: /);
  });
});

describe('config.schema.json', () => {
  const committed = readFileSync(join(import.meta.dirname, '../../config.schema.json'), 'utf8');
  const schema = JSON.parse(committed) as { properties: { rules: { properties: object } } };
  const validate = new Ajv({ allErrors: true }).compile(schema);

  test('is what the generator writes', () => {
    expect(generate().files['config.schema.json']).toBe(committed);
  });

  test('accepts everything that the parser accepts', () => {
    const value: unknown = parse(
      FULL_CONFIG.replace('  reserved-namespace:\n    severity: off\n    options: { skipped: [team-tools] }\n', ''),
    );
    validate(value);
    expect(validate.errors).toBeNull();
  });

  test.each([
    { failon: 'error' },
    { target: 'ask' },
    { gate: { timeout: 30 } },
    { gate: { timeout: '30 s' } },
    { suppress: [{ rule: 'schema' }] },
    { rules: { nonsense: {} } },
  ])('refuses everything that the parser refuses: %j', (value) => {
    expect(validate(value)).toBe(false);
  });
});
