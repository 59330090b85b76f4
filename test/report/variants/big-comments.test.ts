/** Reports of very large fleets and trees in a comment and in a summary. */
import { describe, expect, test } from 'vitest';

import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { seenIn } from '../../support/oracles/markdown.ts';
import { bigReports } from '../../support/reports/big-reports.ts';
import { fleetReport } from '../../support/reports/fleet-report.ts';

const run = 'https://github.com/contoso/fleet/actions/runs/7';
const files = ['report.json'];
const findings = bigReports(10_000)['findings of as many files'];
if (findings === undefined) throw new Error('a report is gone');
const reports = { '100 placements × 1,000 clusters': fleetReport(100, 1000, true), '10,000 findings': findings };

describe.each(Object.entries(reports))('of %s', (_what, report) => {
  test.each([
    ['a comment', 65_536],
    ['a summary', 1_048_576],
  ])('stays out of %s, and the rest is complete', (_where, limit) => {
    const markdown = renderMarkdown({ ...report, run }, { limit, files });
    expect(markdown.length).toBeLessThanOrEqual(limit);
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(limit);
    expect(markdown.isWellFormed()).toBe(true);
    const { shape, faults, links } = seenIn(markdown);
    expect(faults).toEqual([]);
    expect(shape).toMatch(/<p>"<\/p>$/);
    if (markdown.includes('fits here') || markdown.includes('fit here')) {
      expect(links).toContain(run);
      expect(markdown).toContain('<code>report.json</code>');
    }
  });
});
