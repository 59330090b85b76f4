import { PAGE_SCRIPT } from '../../../src/report/html/page-script.gen.ts';
import { STYLE } from '../../../src/report/html/style.ts';
import { loadRenderers, render, REPORT_FORMATS, type ReportFormat } from '../../../src/report/render.ts';
import type { Report } from '../../../src/report.ts';
import { SOURCE } from '../format-parsers.ts';
import type { Told } from './play-story.ts';

await loadRenderers();

/** How a golden file ends; a format that is not named here ends with its name. */
const ENDINGS: Partial<Readonly<Record<string, string>>> = {
  text: 'txt',
  sarif: 'sarif',
  junit: 'xml',
  markdown: 'md',
};
const WIDTHS = [80, 40];

/** A way in which a report is shown, and the end of the golden file that shows it. */
export interface ShownWay {
  readonly ending: string;
  readonly text: string;
}

/** A report in every format, the text also as terminals of 80 and 40 columns have it. */
export function shownWays(report: Report): readonly ShownWay[] {
  return [
    ...REPORT_FORMATS.map((format) => ({ ending: endingOf(format), text: ofItsOwn(render(report, format, { source: SOURCE })) })),
    ...WIDTHS.map((width) => ({ ending: `${width}.txt`, text: render(report, 'text', { width }) })),
  ];
}

/** What a gate shows on the way to its report. */
export function shownProgress({ log, frame }: Told): readonly ShownWay[] {
  return [...(log === undefined ? [] : [{ ending: 'log', text: log }]), ...(frame === undefined ? [] : [{ ending: 'frame', text: frame }])];
}

/** Style, script and their digests are the same on every page, and most of it. */
function ofItsOwn(text: string): string {
  return text
    .replace(STYLE, '…')
    .replace(PAGE_SCRIPT, '…')
    .replaceAll(/sha256-[\w+/=]+/g, 'sha256-…');
}

function endingOf(format: ReportFormat): string {
  return ENDINGS[format] ?? format;
}
