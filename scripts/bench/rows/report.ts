/** Rendering of a report with thousands of findings, each in its own file, in every format. */
import { loadRenderers, render, REPORT_FORMATS, type ReportFormat } from '../../../src/report/render.ts';
import { bigReports } from '../../../test/support/reports/big-reports.ts';
import { growing } from '../computing.ts';
import type { Row } from '../row.ts';

/** Up to ten thousand. For smaller reports, fixed costs would hide the growth. */
const SIZES = [1250, 2500, 5000, 10_000];

export const rows: readonly Row[] = REPORT_FORMATS.map((format) => ({
  group: 'report',
  what: `report: n findings as ${format}`,
  figures: { CPU: { unit: 'ms', bound: { of: 'growth', most: 1.1 } } },
  measure: async () => {
    await loadRenderers([format]);
    return { CPU: await growing(SIZES, (n) => rendering(n, format)) };
  },
}));

function rendering(findings: number, format: ReportFormat): () => unknown {
  const report = bigReports(findings)['findings of as many files'];
  if (report === undefined) throw new Error('there is no such report');
  return () => render(report, format);
}
