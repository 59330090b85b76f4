import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headlineOf } from '../../src/report/facts/headline.ts';
import type { GateReport, Removal, Report } from '../../src/report.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const failed = fixture('gate-failed');
const gateOf = (report: Report): GateReport => {
  if (report.gate === undefined) throw new Error('the fixture lost its gate part');
  return report.gate;
};

describe('the word of a verdict', () => {
  const { schema, tool } = failed;
  const clean = fixture('lint-clean');
  const [found] = fixture('lint-findings').lint?.findings ?? [];
  const passed = gateOf(fixture('gate-passed'));
  const [placement] = passed.placements;
  const { lint } = clean;
  if (found === undefined || lint === undefined || placement === undefined) throw new Error('a fixture lost its part');
  const { suppressed: _suppressed, state: _state, ...finding } = found;
  const removal: Removal = { kind: 'placement', object: placement.object, clusters: ['east'], resources: [] };
  const unread = { file: 'a.yaml', line: 1, reason: 'a template' };
  const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

  interface Beside {
    readonly warnings?: number;
    readonly removals?: number;
    readonly unread?: number;
  }
  const lintOf = ({ warnings = 0, removals = 0, unread: count = 0 }: Beside, outcome: 'clean' | 'findings', exitCode: 0 | 1): Report => ({
    ...clean,
    outcome,
    exitCode,
    removals: times(removals, removal),
    lint: {
      ...lint,
      counts: { error: 0, warning: warnings, notice: 0, suppressed: 0 },
      findings: times(warnings, { ...finding, severity: 'warning' as const }),
      notEvaluated: times(count, unread),
    },
  });
  const planOf = ({ warnings = 0, removals = 0, unread: count = 0 }: Beside): Report => ({
    schema,
    tool,
    command: 'plan',
    outcome: 'clean',
    exitCode: 0,
    removals: times(removals, removal),
    plan: {
      clusters: 2,
      placements: [
        {
          object: placement.object,
          policy: 'PickAll',
          scheduled: 'True',
          reason: '',
          picked: ['east'],
          unpicked: [],
          resources: [],
          change: { added: [], removed: [], kept: 1, warnings: times(warnings, 'The strategy becomes External.') },
        },
      ],
      notEvaluated: times(count, unread),
    },
  });

  test.each([
    [{}, 'PASSED'],
    [{ warnings: 1 }, 'PASSED with 1 warning'],
    [{ warnings: 3 }, 'PASSED with 3 warnings'],
    [{ removals: 1 }, 'PASSED with 1 removal'],
    [{ removals: 2 }, 'PASSED with 2 removals'],
    [{ unread: 1 }, 'PASSED with 1 not evaluated'],
    [{ unread: 4 }, 'PASSED with 4 not evaluated'],
    [{ warnings: 1, removals: 1 }, 'PASSED with 1 warning and 1 removal'],
    [{ warnings: 2, removals: 1, unread: 3 }, 'PASSED with 2 warnings, 1 removal and 3 not evaluated'],
  ] satisfies readonly [Beside, string][])('of a lint and of a plan that passed, with %j', (beside, word) => {
    expect(headlineOf(lintOf(beside, 'clean', 0)).word).toBe(word);
    expect(headlineOf(lintOf(beside, 'findings', 0)).word).toBe(word);
    expect(headlineOf(planOf(beside)).word).toBe(word);
    expect(headlineOf(lintOf(beside, 'findings', 1)).word).toBe('FAILED');
  });

  test.each([
    [['This change suppresses 2 findings: schema at a.yaml:1:1.'], 'PASSED with 1 loosening by this change'],
    [['The change turns off a rule: schema.', 'The change excludes a folder: ok.'], 'PASSED with 2 loosenings by this change'],
  ])('of a change that silences findings includes their count: %j', (silenced, word) => {
    expect(headlineOf({ ...lintOf({}, 'clean', 0), silenced }).word).toBe(word);
    expect(headlineOf({ ...lintOf({}, 'findings', 1), silenced }).word).toBe('FAILED');
  });

  test('of warnings leaves out those that it does not include', () => {
    expect(headlineOf(planOf({ warnings: 1 })).text).toContain('The strategy becomes External');
    expect(headlineOf(planOf({})).text).not.toContain('External');
  });

  test.each([
    [0, 0, 'PASSED'],
    [1, 0, 'PASSED with 1 failed cluster'],
    [2, 0, 'PASSED with 2 failed clusters'],
    [0, 1, 'PASSED with 1 let through'],
    [2, 1, 'PASSED with 2 failed clusters and 1 let through'],
  ])('of a gate that passed with %i clusters that may fail and %i open', (forgiven, open, word) => {
    const clusters = placement.clusters.map((cluster, index) =>
      index < forgiven ? { ...cluster, verdict: 'failed' as const, forgiven: true as const } : cluster,
    );
    const placements = [{ ...placement, clusters, ...(open === 1 ? { verdict: 'waiting' as const } : {}) }];
    expect(headlineOf({ ...fixture('gate-passed'), gate: { ...passed, placements } }).word).toBe(word);
  });

  test.each([
    ['usage', 2, 'WRONG USAGE', 'bad'],
    ['nothingToDo', 3, 'NOTHING TO DO', 'open'],
    ['unreachable', 4, 'HUB UNREACHABLE', 'bad'],
    ['notAllowed', 5, 'ACCESS DENIED', 'bad'],
    ['notEvaluated', 6, 'NOT EVALUATED', 'bad'],
    ['waitingForPerson', 10, 'WAITING FOR A PERSON', 'open'],
    ['superseded', 11, 'SUPERSEDED', 'open'],
    ['stuck', 12, 'STUCK', 'bad'],
    ['timedOut', 70, 'TIMED OUT', 'bad'],
    ['waiting', 70, 'NOT DECIDED YET', 'open'],
    ['cancelled', 130, 'CANCELLED', 'open'],
  ] as const)('%s', (outcome, exitCode, word, tone) => {
    for (const beside of [{}, { warnings: 1 }, { removals: 2, unread: 1 }])
      expect(headlineOf({ ...lintOf(beside, 'clean', 0), outcome, exitCode, message: 'It ended.' })).toMatchObject({ word, tone });
  });
});
