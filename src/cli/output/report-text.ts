import { render, type RenderOptions, type ReportFormat } from '../../report/render.ts';
import type { Report } from '../../report.ts';
import { SIZES, shrunk } from '../../report/fit-to-size.ts';

/** A report as a text. A text has a longest size: what does not fit one is said in fewer words, before nothing is. */
export function reportText(report: Report, format: ReportFormat, options: RenderOptions): string {
  for (const size of SIZES) {
    try {
      return render(size === SIZES[0] ? report : shrunk(report, size), format, options);
    } catch (error) {
      if (!(error instanceof RangeError) || size === SIZES.at(-1)) throw error;
    }
  }
  throw new Error('no size is left to try');
}
