import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { headlineOf } from '../../src/report/facts/headline.ts';
import type { Diagnosis, GateReport, LintReport, Report } from '../../src/report.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const failed = fixture('gate-failed');
const gateOf = (report: Report): GateReport => {
  if (report.gate === undefined) throw new Error('the fixture lost its gate part');
  return report.gate;
};

describe('a pass claims no more than what passed', () => {
  const passed = fixture('gate-passed');
  const [placement] = gateOf(passed).placements;
  if (placement === undefined) throw new Error('the fixture lost its placement');
  const textOf = (parts: Partial<typeof placement>): string =>
    headlineOf({ ...passed, gate: { ...gateOf(passed), placements: [{ ...placement, ...parts }] } }).text;

  test('all clusters', () => expect(textOf({})).toBe('ResourcePlacement/shop/cart passed on 15 clusters'));
  test('some clusters', () => {
    const clusters = placement.clusters.map((cluster, index) => (index < 3 ? { ...cluster, verdict: 'waiting' as const } : cluster));
    expect(textOf({ clusters })).toBe('ResourcePlacement/shop/cart passed on 12 of 15 clusters');
  });
  test('content that was not proven', () => expect(textOf({ freshness: 'unproven' })).toMatch(/; that it is this content was not proven$/));
  test('something that was let through', () => {
    expect(textOf({ verdict: 'waiting', summary: 'an approval is open' })).toBe(
      'ResourcePlacement/shop/cart is let through, though waiting: an approval is open',
    );
  });
  test('nothing', () => {
    expect(headlineOf({ ...passed, gate: { outcome: 'passed', placements: [], runs: [], timeline: [] } }).text).toBe('nothing was judged');
  });
});

describe('a lint', () => {
  const clean = fixture('lint-clean');
  const found = fixture('lint-findings');
  const textOf = (report: Report, parts: Partial<LintReport>): string => {
    if (report.lint === undefined) throw new Error('the fixture lost its lint part');
    return headlineOf({ ...report, lint: { ...report.lint, ...parts } }).text;
  };
  const unread = [{ file: '-', line: 1, reason: 'A fragment.' }];

  test('without findings has the counts', () => {
    expect(textOf(clean, {})).toBe('no findings in 7 documents of 2 files, hub aks');
    expect(textOf(clean, { counts: { error: 0, warning: 0, notice: 0, suppressed: 2 }, notEvaluated: unread })).toBe(
      'no findings, 2 suppressed in 7 documents of 2 files, hub aks; 1 input not evaluated',
    );
  });
  test('is one line without a full stop inside, and calls standard input by its name', () => {
    const [first] = found.lint?.findings ?? [];
    if (first === undefined) throw new Error('the fixture lost its finding');
    const finding = { ...first, file: '-', line: 3, column: 5, message: 'No member cluster is called x.' };
    expect(textOf(found, { findings: [finding, finding, finding], notEvaluated: unread })).toBe(
      'stdin:3:5 No member cluster is called x (and 2 more findings); 1 input not evaluated',
    );
  });
});

describe('a gate that did not pass', () => {
  test('a time-out names what was missing, not the time', () => {
    const gate = { ...gateOf(failed), outcome: 'timedOut' as const, message: 'timed out after 15m' };
    expect(headlineOf({ ...failed, outcome: 'timedOut', exitCode: 70, gate })).toMatchObject({
      word: 'TIMED OUT',
      tone: 'bad',
      text: expect.stringMatching(/^ClusterResourcePlacement\/web on east-2 and 1 more cluster: Another manager/) as unknown,
    });
  });

  test('does not say that nothing was judged where all that was judged passed', () => {
    const placements = gateOf(failed).placements.map((placement) => ({ ...placement, verdict: 'passed' as const, diagnoses: [] }));
    const gate = { ...gateOf(failed), placements, runs: [], outcome: 'timedOut' as const };
    expect(headlineOf({ ...failed, outcome: 'timedOut', exitCode: 70, gate }).text).toBe('all 2 judged so far passed');
  });

  test('without a diagnosis the summary of the worst speaks', () => {
    const placements = gateOf(failed).placements.map((placement) => ({ ...placement, diagnoses: [] }));
    expect(headlineOf({ ...failed, gate: { ...gateOf(failed), placements } }).text).toBe(
      'ClusterResourcePlacement/web: 2 of 4 clusters failed at Applied',
    );
  });

  test('a cause of the whole names what it stands on, or else what the hub says', () => {
    const [placement] = gateOf(failed).placements;
    const [deeper] = placement?.diagnoses ?? [];
    if (placement === undefined || deeper === undefined) throw new Error('the fixture lost its diagnosis');
    const whole = { ...deeper, title: 'It is stuck', object: placement.object, evidence: ['Progressing False Stuck: no end'] };
    const below = { ...deeper, title: 'Not available', outcome: 'waiting' as const };
    const textOf = (...diagnoses: readonly Diagnosis[]): string =>
      headlineOf({ ...failed, gate: { ...gateOf(failed), placements: [{ ...placement, diagnoses }] } }).text;
    expect(textOf(whole, below)).toBe('ClusterResourcePlacement/web on east-2: It is stuck (Not available: Deployment/web/frontend)');
    expect(textOf(whole)).toBe('ClusterResourcePlacement/web on east-2: It is stuck (no end)');
  });

  test('a placement that passed still tells what failed the gate', () => {
    const [placement] = gateOf(failed).placements;
    const [refused] = placement?.diagnoses ?? [];
    if (placement === undefined || refused === undefined) throw new Error('the fixture lost its diagnosis');
    const eviction = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacementEviction', name: 'web-east' };
    const { cluster: _, ...diagnosis } = { ...refused, title: 'The eviction was refused', object: eviction, evidence: [] };
    const placements = [{ ...placement, verdict: 'passed' as const, diagnoses: [diagnosis] }];
    expect(headlineOf({ ...failed, gate: { ...gateOf(failed), placements, runs: [] } }).text).toBe(
      'ClusterResourcePlacement/web: The eviction was refused (ClusterResourcePlacementEviction/web-east)',
    );
  });

  test('information alone is no cause', () => {
    const info = (diagnosis: Diagnosis): Diagnosis => ({ ...diagnosis, outcome: 'info' });
    const placements = gateOf(failed).placements.map((placement) => ({ ...placement, diagnoses: placement.diagnoses.map(info) }));
    expect(headlineOf({ ...failed, gate: { ...gateOf(failed), placements } }).text).toContain('2 of 4 clusters failed');
  });

  test.each([
    ['gate-unreachable', 'HUB UNREACHABLE', 'The hub https://hub.example.test:6443 did not answer'],
    ['gate-cancelled', 'CANCELLED', 'Cancelled after 2m10s'],
    ['gate-waiting-for-person', 'WAITING FOR A PERSON', 'ClusterStagedUpdateRun/web-7: Stage canary waits for a person'],
  ])('%s', (name, word, text) => {
    const headline = headlineOf(fixture(name));
    expect(headline.word).toBe(word);
    expect(headline.text.startsWith(text)).toBe(true);
  });
});

describe('lint and plan', () => {
  test('findings that do not fail are no failure', () => {
    const { word, tone } = headlineOf({ ...fixture('lint-findings'), exitCode: 0 });
    expect(word).toMatch(/^PASSED with \d+ error/);
    expect(tone).toBe('good');
  });

  test('lint decides by its findings, a plan beside it only tells', () => {
    const { plan } = fixture('plan-with-base');
    if (plan === undefined) throw new Error('the fixture lost its plan part');
    const alone = headlineOf(fixture('lint-clean'));
    expect(headlineOf({ ...fixture('lint-clean'), plan, removals: [] })).toEqual(alone);
    // But for what it takes off clusters, which is said first.
    const text = `takes ClusterResourcePlacement/legacy off west-2 (and 2 more removals); ${alone.text}`;
    expect(headlineOf({ ...fixture('lint-clean'), plan })).toEqual({ ...alone, text });
  });

  test('input that was not evaluated is always named', () => {
    const report = fixture('lint-clean');
    if (report.lint === undefined) throw new Error('the fixture lost its lint part');
    const notEvaluated = [{ file: 'a.yaml', line: 1, reason: 'x' }];
    expect(headlineOf({ ...report, lint: { ...report.lint, notEvaluated } }).text).toContain('; 1 input not evaluated');
  });

  test('an outcome with a message of its own', () => {
    const { schema, tool } = failed;
    const report: Report = { schema, tool, command: 'lint', outcome: 'nothingToDo', exitCode: 3, message: 'no manifests in deploy/' };
    expect(headlineOf(report)).toEqual({ tone: 'open', word: 'NOTHING TO DO', text: 'no manifests in deploy/' });
  });
});

describe('one finding is told once', () => {
  const report = fixture('lint-findings');
  const [first] = report.lint?.findings ?? [];
  if (report.lint === undefined || first === undefined) throw new Error('the fixture lost its finding');
  const alone = { ...report, lint: { ...report.lint, findings: [{ ...first, message: 'It is wrong.', remedy: 'Mend it.' }] } };
  const times = (text: string, part: string): number => text.split(part).length - 1;

  test('in the head of a report that failed, with what to do', () => {
    const text = renderMarkdown(alone);
    expect([times(text, 'It is wrong'), times(text, 'Mend it')]).toEqual([1, 1]);
  });

  test('and below it in one that passed', () => {
    const text = renderMarkdown({ ...alone, outcome: 'clean', exitCode: 0 });
    expect([times(text, 'It is wrong'), times(text, 'Mend it')]).toEqual([1, 1]);
  });
});
