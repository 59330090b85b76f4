import { REPORT_SCHEMA, type Report } from '../report.ts';
import { VERSION } from '../version.ts';

/** A report with the parts that never vary. */
export function report(parts: Omit<Report, 'schema' | 'tool'>): Report {
  return { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, ...parts };
}
