import { describe, expect, test } from 'vitest';
import { lint, type LintOptions } from '../../../src/static/judge/lint.ts';
import { severityOf } from '../../../src/static/judge/to-finding.ts';
import { defineRule, type AnyRule } from '../../../src/static/world/rule.ts';
import { lintTexts, TODAY, worldOf } from '../../support/trees/lint-texts.ts';

/** Reports every name it sees, at the name. */
const named = (id: string, more: Partial<AnyRule> = {}): AnyRule => {
  const rule: AnyRule = {
    ...defineRule<{ readonly name: string }>({
      id,
      summary: '',
      effect: 'fails',
      kinds: '*',
      why: '',
      remedy: 'In general.',
      docs: '',
      message: ({ name }) => `${id}: ${name}`,
      *check({ object }) {
        yield { at: '/metadata/name', data: { name: object.metadata.name } };
      },
    }),
    ...more,
  };
  return rule;
};
const namespace = (name: string, ...lines: string[]): string =>
  ['apiVersion: v1', 'kind: Namespace', 'metadata:', `  name: ${name}`, ...lines, ''].join('\n');
const files = [
  { path: 'b.yaml', text: `${namespace('three')}---\n${namespace('four')}` },
  { path: 'a.yaml', text: namespace('one') },
];

test('findings are in the order of files, lines, columns and rules, regardless of the order of the rules', () => {
  const told = lintTexts({ files }, [named('z-rule'), named('a-rule')]).findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
  expect(told).toEqual(['a.yaml:4 a-rule', 'a.yaml:4 z-rule', 'b.yaml:4 a-rule', 'b.yaml:4 z-rule', 'b.yaml:9 a-rule', 'b.yaml:9 z-rule']);
});

test('a finding has place, object, text and counts', () => {
  const report = lintTexts({ files: [{ path: 'a.yaml', text: namespace('one') }] }, [named('a-rule')]);
  expect(report.counts).toEqual({ error: 1, warning: 0, notice: 0, suppressed: 0 });
  expect(report.findings).toEqual([
    {
      rule: 'a-rule',
      effect: 'fails',
      severity: 'error',
      message: 'a-rule: one',
      remedy: 'In general.',
      page: expect.stringMatching(/^https:\/\/.*\/rules\/a-rule$/) as unknown,
      docs: '',
      file: 'a.yaml',
      line: 4,
      column: 9,
      endLine: 4,
      endColumn: 12,
      pointer: '/metadata/name',
      object: { apiVersion: 'v1', kind: 'Namespace', name: 'one' },
      related: [],
    },
  ]);
});

describe('severity', () => {
  test.each([
    ['rejected', 'error'],
    ['fails', 'error'],
    ['misbehaves', 'warning'],
    ['advice', 'notice'],
  ] as const)('%s is reported as %s', (effect, severity) => {
    expect(severityOf(named('a-rule', { effect }))).toBe(severity);
  });

  test('of the configuration wins over that of the rule, and off disables the rule', () => {
    const config = (severity: string): string => `rules: {a-rule: {severity: ${severity}}}`;
    expect(lintTexts({ files, config: config('notice') }, [named('a-rule')]).counts).toMatchObject({ error: 0, notice: 3 });
    expect(lintTexts({ files, config: config('"off"') }, [named('a-rule')]).findings).toEqual([]);
  });

  test('of one finding can be weaker than that of its rule', () => {
    const weak = named('a-rule', {
      judge: () => [{ at: '/metadata/name', effect: 'advice', message: '', remedy: '' }],
    });
    expect(lintTexts({ files }, [weak]).findings[0]).toMatchObject({ effect: 'advice', severity: 'notice' });
  });
});

describe('a rule gets', () => {
  test('only its kinds, and a kind of KubeFleet only from KubeFleet', () => {
    const text = ['placement.kubernetes-fleet.io/v1', 'example.com/v1']
      .map((apiVersion, index) => `apiVersion: ${apiVersion}\nkind: ResourcePlacement\nmetadata: {name: rp-${index}, namespace: shop}\n`)
      .join('---\n');
    const rule = named('a-rule', { kinds: ['ResourcePlacement'] });
    const { findings } = lintTexts({ files: [...files, { path: 'c.yaml', text }] }, [rule]);
    expect(findings.map(({ object }) => object?.name)).toEqual(['rp-0']);
  });

  test('nothing if it needs member clusters and none are known', () => {
    const rule = named('a-rule', { needs: 'members' });
    expect(lintTexts({ files }, [rule]).findings).toEqual([]);
    expect(lintTexts({ files, clusters: '' }, [rule]).findings).toHaveLength(3);
  });

  test('its options', () => {
    const seen: unknown[] = [];
    const rule = named('a-rule', {
      options: { names: 'some names' },
      judge(_, __, options) {
        seen.push(options['names']);
        return [];
      },
    });
    lintTexts({ files: [{ path: 'a.yaml', text: namespace('one') }], config: 'rules: {a-rule: {options: {names: [x]}}}' }, [rule]);
    expect(seen).toEqual([['x']]);
  });
});

test('a rule that throws is reported as a bug with rule, object and place, and the cause keeps its stack', () => {
  const cause = new TypeError('of undefined');
  const broken = named('a-rule', {
    judge() {
      throw cause;
    },
  });
  const run = (): unknown => lintTexts({ files: [{ path: 'a.yaml', text: namespace('one') }] }, [broken]);
  expect(run).toThrow('bug in rule a-rule: it threw on Namespace/one (a.yaml:1)');
  expect(run).toThrow(expect.objectContaining({ cause }));
});

test('a value that is an unexpanded variable is never reported', () => {
  const { world, sources } = worldOf({ files: [{ path: 'a.yaml', text: namespace('$NAME') }] });
  const options: LintOptions = { rules: [named('a-rule')], today: TODAY };
  expect(lint(world, sources, options).findings).toEqual([]);
});
