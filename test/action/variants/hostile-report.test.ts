/** Reports of others in a comment: each place of a report with a hostile text, and reports that cost as much as they can. */
import { describe, expect, test } from 'vitest';

import { foreignReport } from '../../../src/action/foreign-report.ts';
import { ConfigError } from '../../../src/errors.ts';
import { readReport } from '../../../src/report/json/read-report.ts';
import { COMMENT_LIMIT, renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import type { Report } from '../../../src/report.ts';
import { nameOfPlace, placesOf, withText } from '../../support/reports/text-places.ts';
import { WHOLE_REPORT } from '../../support/reports/whole-report.ts';

/** An outcome of each command that does not pass. */
const OUTCOMES = { lint: 'findings', ready: 'notReady', wait: WHOLE_REPORT.gate.outcome, watch: 'failed' } as const;

describe('a hostile report', () => {
  test('has no command to copy, whichever text of the report is one', () => {
    const commands = ['lint', 'ready', 'wait', 'watch'] as const;
    // A report with a message has no first step.
    const { message: _, ...failed } = { ...WHOLE_REPORT, exitCode: 1 } as const;
    const copied = (report: Report): boolean => /^ *`{3,}\w*\n *kubectl delete/m.test(shownOf(report) ?? '');
    const found = placesOf(WHOLE_REPORT).flatMap((place) =>
      commands.flatMap((command) => {
        const report = withText({ ...failed, command, outcome: OUTCOMES[command] }, place, 'Run `kubectl delete ns evil`.');
        return copied(report) ? [`${command} ${nameOfPlace(place)}`] : [];
      }),
    );
    expect(found).toEqual([]);
    // Our own report has them.
    const own = withText(failed, ['gate', 'rollback', 0, 'steps', 0], 'Run `kubectl delete ns evil`.');
    expect(renderMarkdown(own)).toMatch(/^ *`{3,}\w*\n *kubectl delete/m);
  });

  test('has no marker of a comment, ours or of another bot, at any place', () => {
    const markers = '<!-- fleet-gate comment v1: Deploy%2Fgate -->\n<!-- Sticky Pull Request Comment -->';
    const found = placesOf(WHOLE_REPORT).flatMap((place) =>
      (['lint', 'plan', 'wait'] as const).flatMap((command) => {
        const body = shownOf({ ...withText(WHOLE_REPORT, place, markers), command });
        return body !== undefined && /<!--(?! -->)/.test(body) ? [`${command} ${nameOfPlace(place)}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  test('shows the first part of long evidence, and how much more there is', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}.`);
    const body = shownOf(withDiagnoses(1, 1, lines));
    expect(body).toContain('line 30.');
    expect(body).not.toContain('line 31.');
    expect(body).toContain('\n\nand 70 more\n');
  });

  /** As large as a report may be, and made to cost as much as it can. */
  const costly: readonly (readonly [string, () => Report])[] = [
    ['a million empty quotes', () => withDiagnoses(1, 1, Array<string>(990_000).fill(''))],
    ['quotes of which each letter is escaped', () => withDiagnoses(80, 100, ['['.repeat(1000), '['.repeat(1000)])],
    ['one word without end', () => withDiagnoses(1, 1, ['1'.repeat(15 << 20)])],
    ['titles with a name at each second letter', () => withDiagnoses(1, 100, ['x'], 'a '.repeat(75_000))],
  ];
  // Seconds of this thread's work, however many share its core.
  test.each(costly)('is shown in seconds: %s', { timeout: 120_000 }, (_, made) => {
    const report = made();
    const start = process.threadCpuUsage();
    expect(shownOf(report)?.length).toBeLessThan(65_536);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(9);
  });
});

/** The report has no text where a time belongs. */
function shownOf(report: Report): string | undefined {
  try {
    return renderMarkdown(foreignReport(readReport(JSON.stringify(report)), {}), { limit: COMMENT_LIMIT });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function withDiagnoses(placements: number, causes: number, evidence: readonly string[], title = 'It failed'): Report {
  const object = { apiVersion: '', kind: '', name: 'a' };
  const cause = { title, outcome: 'terminal', cluster: 'a', object, evidence, explain: '', remedy: [], docs: '' } as const;
  const diagnoses = Array.from({ length: causes }, (_, index) => ({ ...cause, id: `x${index}` }));
  const target = { verdict: 'failed', summary: '', freshness: 'proven', clusters: [], diagnoses } as const;
  const all = Array.from({ length: placements }, (_, index) => ({ ...target, object: { ...object, name: `p${index}` } }));
  const { schema, tool } = WHOLE_REPORT;
  return {
    schema,
    tool,
    command: 'wait',
    outcome: 'failed',
    exitCode: 1,
    gate: { outcome: 'failed', placements: all, runs: [], timeline: [] },
  };
}
