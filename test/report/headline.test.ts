import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { headlineOf } from '../../src/report/facts/headline.ts';
import { renderText } from '../../src/report/text/render-text.ts';
import type { Diagnosis, GateReport, LintReport, Report } from '../../src/report.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const failed = fixture('gate-failed');
const gateOf = (report: Report): GateReport => {
  if (report.gate === undefined) throw new Error('the fixture lost its gate part');
  return report.gate;
};

describe('the headline of a pass claims no more than', () => {
  const passed = fixture('gate-passed');
  const [placement] = gateOf(passed).placements;
  if (placement === undefined) throw new Error('the fixture lost its placement');
  const textOf = (parts: Partial<typeof placement>): string =>
    headlineOf({ ...passed, gate: { ...gateOf(passed), placements: [{ ...placement, ...parts }] } }).text;

  test('all clusters if all passed', () => expect(textOf({})).toBe('ResourcePlacement/shop/cart passed on 15 clusters'));
  test('some clusters if others did not', () => {
    const clusters = placement.clusters.map((cluster, index) => (index < 3 ? { ...cluster, verdict: 'waiting' as const } : cluster));
    expect(textOf({ clusters })).toBe('ResourcePlacement/shop/cart passed on 12 of 15 clusters');
  });
  test('availability if the content was not proven', () => expect(textOf({ freshness: 'unproven' })).toMatch(/; content not verified$/));
  test('availability if only --manifests would prove the content', () =>
    expect(textOf({ freshness: 'assumed', toProve: 'add --manifests' })).toMatch(
      /; not compared with your manifests \(add --manifests\)$/,
    ));
  test('what was checked if something was let through', () => {
    expect(textOf({ verdict: 'waiting', summary: 'an approval is open' })).toBe(
      'ResourcePlacement/shop/cart is let through, although waiting: an approval is open',
    );
    const clusters = placement.clusters.map((cluster, at) => (at === 0 ? { ...cluster, verdict: 'notVerified' as const } : cluster));
    const open = {
      verdict: 'waiting',
      summary: 'an approval is open',
      freshness: 'assumed',
      notVerified: ['Works cannot be read'],
    } as const;
    expect(textOf({ ...open, clusters })).toBe(
      `ResourcePlacement/shop/cart is let through, although waiting: an approval is open; not verified: ${clusters[0]?.name ?? ''}; content not verified; Works cannot be read`,
    );
  });
  test('nothing if nothing was checked', () => {
    expect(headlineOf({ ...passed, gate: { outcome: 'passed', placements: [], runs: [], timeline: [] } }).text).toBe('nothing was checked');
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
  test('is one line without a full stop inside, and names standard input', () => {
    const [first] = found.lint?.findings ?? [];
    if (first === undefined) throw new Error('the fixture lost its finding');
    const finding = { ...first, file: '-', line: 3, column: 5, message: 'No member cluster is called x.' };
    expect(textOf(found, { findings: [finding, finding, finding], notEvaluated: unread })).toBe(
      'stdin:3:5 No member cluster is called x (and 2 more findings); 1 input not evaluated',
    );
  });
});

describe('the headline of a gate that did not pass', () => {
  test('names what was missing at a time-out, not the time', () => {
    const gate = { ...gateOf(failed), outcome: 'timedOut' as const, message: 'timed out after 15m' };
    expect(headlineOf({ ...failed, outcome: 'timedOut', exitCode: 70, gate })).toMatchObject({
      word: 'TIMED OUT',
      tone: 'bad',
      text: expect.stringMatching(/^ClusterResourcePlacement\/web on east-2 and 1 more cluster: Another manager/) as unknown,
    });
  });

  test('does not say that nothing was checked if everything that was checked passed', () => {
    const placements = gateOf(failed).placements.map((placement) => ({ ...placement, verdict: 'passed' as const, diagnoses: [] }));
    const gate = { ...gateOf(failed), placements, runs: [], outcome: 'timedOut' as const };
    expect(headlineOf({ ...failed, outcome: 'timedOut', exitCode: 70, gate }).text).toBe('all 2 checked so far passed');
  });

  test('uses the summary of the worst placement if there is no diagnosis', () => {
    const placements = gateOf(failed).placements.map((placement) => ({ ...placement, diagnoses: [] }));
    expect(headlineOf({ ...failed, gate: { ...gateOf(failed), placements } }).text).toBe(
      'ClusterResourcePlacement/web: 2 of 4 clusters failed at Applied',
    );
  });

  test('names what the cause of a placement is based on, or else the message of the hub', () => {
    const [placement] = gateOf(failed).placements;
    const [deeper] = placement?.diagnoses ?? [];
    if (placement === undefined || deeper === undefined) throw new Error('the fixture lost its diagnosis');
    const whole = { ...deeper, title: 'It is stuck', object: placement.object, evidence: ['Progressing False Stuck: no end'] };
    const below = { ...deeper, title: 'Not available', outcome: 'waiting' as const };
    const textOf = (...diagnoses: readonly Diagnosis[]): string =>
      headlineOf({ ...failed, gate: { ...gateOf(failed), placements: [{ ...placement, diagnoses }] } }).text;
    expect(textOf(whole, below)).toBe('ClusterResourcePlacement/web on east-2: It is stuck (Not available: Deployment/web/frontend)');
    // A placement that waits has nothing to correct.
    const mail = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacement', name: 'mail' };
    const leaving = { ...below, title: 'Content is being removed', object: mail };
    expect(textOf(whole, leaving)).not.toContain('Content is being removed');
    expect(textOf(whole, leaving)).toContain('and 1 more cause');
    expect(textOf(whole, { ...leaving, outcome: 'terminal' })).toContain('(Content is being removed: ClusterResourcePlacement/mail');
    expect(textOf(whole)).toBe('ClusterResourcePlacement/web on east-2: It is stuck (no end)');
  });

  test('names what failed the gate if the placement passed', () => {
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

  test('does not name information as a cause', () => {
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

describe('the headline of lint and plan', () => {
  test('does not report findings that do not fail as a failure', () => {
    const { word, tone } = headlineOf({ ...fixture('lint-findings'), exitCode: 0 });
    expect(word).toMatch(/^PASSED with \d+ error/);
    expect(tone).toBe('good');
  });

  test('depends on the findings of lint, and only mentions a plan beside it', () => {
    const { plan } = fixture('plan-with-base');
    if (plan === undefined) throw new Error('the fixture lost its plan part');
    const alone = headlineOf(fixture('lint-clean'));
    expect(headlineOf({ ...fixture('lint-clean'), plan, removals: [] })).toEqual(alone);
    // Except for its removals from clusters, which come first.
    const text = `removes ClusterResourcePlacement/legacy from west-2 (and 2 more removals); ${alone.text}`;
    expect(headlineOf({ ...fixture('lint-clean'), plan })).toEqual({
      ...alone,
      word: 'PASSED with 3 removals',
      heading: 'lint passed with 3 removals',
      text,
      whole: text,
    });
  });

  test('starts with a placement that selects nothing if the plan has no faults', () => {
    const placement = {
      object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'report' },
      policy: 'PickAll',
      scheduled: 'True',
      reason: 'found all cluster needed',
      picked: ['oslo'],
      unpicked: [],
      resources: [],
    } as const;
    const open = [{ reason: 'not among the manifests' }];
    const textOf = (...placements: NonNullable<Report['plan']>['placements'][number][]): string =>
      headlineOf({
        ...failed,
        command: 'plan',
        outcome: 'clean',
        exitCode: 0,
        gate: undefined,
        plan: { clusters: 1, placements },
      } as unknown as Report).text;
    expect(textOf(placement)).toBe('ClusterResourcePlacement/report selects nothing; 1 placement over 1 cluster, all scheduled');
    expect(textOf({ ...placement, open }, placement)).toMatch(
      /^ClusterResourcePlacement\/report selects nothing in these manifests \(and 1 more\); /,
    );
  });

  test('keeps the folder of a command at the end of a reason, and no full stop', () => {
    const report = fixture('lint-clean');
    if (report.lint === undefined) throw new Error('the fixture lost its lint part');
    const { lint } = report;
    const causeOf = (reason: string): string =>
      headlineOf({
        ...report,
        outcome: 'notEvaluated',
        lint: { ...lint, notEvaluated: [{ file: 'a.yaml', line: 1, reason, fleetObject: true }] },
      }).text;
    expect(causeOf('not rendered; run: kubectl kustomize .')).toContain('run: kubectl kustomize .; ');
    expect(causeOf('It was not read.')).toContain('It was not read; ');
  });

  test('always names input that was not evaluated', () => {
    const report = fixture('lint-clean');
    if (report.lint === undefined) throw new Error('the fixture lost its lint part');
    const notEvaluated = [{ file: 'a.yaml', line: 1, reason: 'x' }];
    expect(headlineOf({ ...report, lint: { ...report.lint, notEvaluated } }).text).toContain('; 1 input not evaluated');
  });

  test('shows the message of an outcome that has its own', () => {
    const { schema, tool } = failed;
    const report: Report = { schema, tool, command: 'lint', outcome: 'nothingToDo', exitCode: 3, message: 'no manifests in deploy/' };
    expect(headlineOf(report)).toMatchObject({ tone: 'open', word: 'NOTHING TO DO', text: 'no manifests in deploy/' });
  });
});

describe('one finding is reported once', () => {
  const report = fixture('lint-findings');
  const [first] = report.lint?.findings ?? [];
  if (report.lint === undefined || first === undefined) throw new Error('the fixture lost its finding');
  const alone = { ...report, lint: { ...report.lint, findings: [{ ...first, message: 'It is wrong.', remedy: 'Mend it.' }] } };
  const times = (text: string, part: string): number => text.split(part).length - 1;

  test('in the headline of a report that failed, with what to do', () => {
    const text = renderMarkdown(alone);
    expect([times(text, 'It is wrong'), times(text, 'Mend it')]).toEqual([1, 1]);
  });

  test('and below the headline of one that passed', () => {
    const text = renderMarkdown({ ...alone, outcome: 'clean', exitCode: 0 });
    expect([times(text, 'It is wrong'), times(text, 'Mend it')]).toEqual([1, 1]);
  });
});

describe('a long cause', () => {
  const { schema, tool } = failed;
  const sayingOf = (message: string): Report => ({ schema, tool, command: 'lint', outcome: 'usage', exitCode: 2, message });
  const clause = 'this clause is of some forty characters';

  test('is cut at the end of a clause, and continues below', () => {
    const message = Array.from({ length: 10 }, () => clause).join('; ');
    const { text, rest = '', whole } = headlineOf(sayingOf(message));
    expect(whole).toBe(message);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(`${text.replace(/ …$/, '')}; ${rest}`).toBe(message);
    expect(renderText(sayingOf(message)).split('\n').slice(0, 2)).toEqual([`WRONG USAGE: ${text}`, `  … ${rest}`]);
    expect(renderMarkdown(sayingOf(message))).toContain(`**${text}** … ${rest}`);
  });

  test('that is short enough is not changed', () => {
    expect(headlineOf(sayingOf(clause))).not.toHaveProperty('rest');
  });

  test.each([
    ['a word', 'word '.repeat(100).trim()],
    ['a text without an end', 'x'.repeat(400)],
    ['a text of pairs', '\u{1F6A2}'.repeat(300)],
  ])('ends with %s if it has no clause', (_, message) => {
    const { text, rest = '' } = headlineOf(sayingOf(message));
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text.isWellFormed() && rest.isWellFormed()).toBe(true);
    expect(`${text.replace(/ …$/, '')}${rest}`.replaceAll(' ', '')).toBe(message.replaceAll(' ', ''));
  });
});

test('a heading names the title of the run, the command, the outcome and its numbers', () => {
  const headings = (['lint-findings', 'plan-with-base', 'lint-clean'] as const).map((name) => headlineOf(fixture(name)).heading);
  expect(headings[2]).toBe('lint passed');
  expect(headlineOf({ ...fixture('lint-clean'), title: 'prod hub' }).heading).toBe('prod hub · lint passed');
  expect(headings[0]).toMatch(/^lint failed: \d+ errors/);
});
