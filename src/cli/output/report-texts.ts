import type { Report } from '../../report.ts';
import { renderJsonInPieces } from '../../report/json/render-json.ts';
import { render, type RenderOptions, type ReportFormat } from '../../report/render.ts';
import { SIZES, shrunk } from '../../report/fit-to-size.ts';

/**
 * A report as texts, of which each is made when the one before is written. The JSON of a gate grows with placements times clusters and has no
 * text that is large by itself: it is never there as a whole.
 * @param onBulk called after each text: what making it left behind can be cleared away
 */
export function reportTexts(report: Report, format: ReportFormat, options: RenderOptions, onBulk: () => void): Iterable<string> {
  const isLong = format === 'json' && report.gate !== undefined;
  const texts = isLong ? renderJsonInPieces(report) : [rendered(report, format, options)];
  return {
    *[Symbol.iterator]() {
      for (const text of texts) {
        yield text;
        onBulk();
      }
    },
  };
}

/** A text has an end: what does not fit one is told in fewer words, before nothing is. */
function rendered(report: Report, format: ReportFormat, options: RenderOptions): string {
  for (const size of SIZES) {
    try {
      return render(size === SIZES[0] ? report : shrunk(report, size), format, options);
    } catch (error) {
      if (!(error instanceof RangeError) || size === SIZES.at(-1)) throw error;
    }
  }
  throw new Error('no size is left to try');
}
