/** What a plan assumes or could not compare is in every format. */
import { expect, test } from 'vitest';
import type { PlanReport } from '../../src/plan-report.ts';
import type { Report } from '../../src/report.ts';
import { loadRenderers, render, REPORT_FORMATS } from '../../src/report/render.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';

await loadRenderers();

const { schema, tool } = WHOLE_REPORT;
const [ASSUMED, OPEN] = ['Files of the base could not be evaluated.', 'The content of web is not known.'];
const plan: PlanReport = { clusters: 1, assumptions: [ASSUMED], placements: [], diff: { objects: 0, clusters: 0, notVerified: [OPEN] } };

test.each(REPORT_FORMATS)('%s', (format) => {
  const report: Report = { schema, tool, command: 'plan', outcome: 'passed', exitCode: 0, plan };
  const text = render(report, format);
  expect(text).toContain(ASSUMED);
  expect(text).toContain(OPEN);
});
