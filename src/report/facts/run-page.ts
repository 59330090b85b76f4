import type { Report } from '../../report.ts';
import { isAddress } from './lint/permalink.ts';

/** The page of the run, if its address can be a link. */
export function runPage({ run }: Pick<Report, 'run'>): string | undefined {
  return run !== undefined && isAddress(run) ? run : undefined;
}

/** The last line of a report: a link to the run. */
export function runLines(report: Pick<Report, 'run'>): readonly string[] {
  const page = runPage(report);
  return page === undefined ? [] : [`Run: ${page}`];
}
