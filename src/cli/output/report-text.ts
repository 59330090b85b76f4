import { render, type RenderOptions, type ReportFormat } from '../../report/render.ts';
import type { Report } from '../../report.ts';
import { SIZES, fitToSize } from '../../report/fit-to-size.ts';

/** Renders a report. A string has a maximum length, so a report that is too long is shortened instead of lost. */
export function reportText(report: Report, format: ReportFormat, options: RenderOptions): string {
  for (const size of SIZES) {
    try {
      return render(size === SIZES[0] ? report : fitToSize(report, size), format, options);
    } catch (error) {
      if (!(error instanceof RangeError) || size === SIZES.at(-1)) throw error;
    }
  }
  throw new Error('no size is left to try');
}
