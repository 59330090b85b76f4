/** A lint without any object of KubeFleet says so in every format. */
import { expect, test } from 'vitest';
import type { LintReport, Report } from '../../src/report.ts';
import { loadRenderers, render, REPORT_FORMATS } from '../../src/report/render.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';

await loadRenderers();

const { schema, tool, lint } = WHOLE_REPORT;
const counts = { error: 0, warning: 0, notice: 0, suppressed: 0 };
const NONE: LintReport = { ...lint, files: 1, documents: 2, fleetObjects: 0, counts, findings: [], notEvaluated: [], assumptions: [] };
const reportOf = (part: LintReport): Report => ({ schema, tool, command: 'lint', outcome: 'clean', exitCode: 0, lint: part });

/** The JSON report has the number. */
const SAID = /no KubeFleet objects|"fleetObjects": 0/;

/** The headline is above annotations in the log. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['github', 'azure']);

test.each(REPORT_FORMATS.filter((format) => !ANNOTATIONS.has(format)))('%s', (format) => {
  expect(render(reportOf(NONE), format)).toMatch(SAID);
  expect(render(reportOf({ ...NONE, fleetObjects: 1 }), format)).not.toMatch(SAID);
});

test.each(['text', 'json', 'sarif', 'junit', 'markdown', 'html', 'gitlab'] as const)('%s, beside a notice', (format) => {
  const findings = lint.findings
    .slice(0, 1)
    .map(({ suppressed: _suppressed, state: _state, ...finding }) => ({ ...finding, severity: 'notice' as const }));
  expect(findings).toHaveLength(1);
  expect(render(reportOf({ ...NONE, findings, counts: { ...counts, notice: 1 } }), format)).toMatch(SAID);
});
