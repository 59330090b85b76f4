import { PAGE_SCRIPT } from '../../../src/report/html/page-script.gen.ts';
import { STYLE } from '../../../src/report/html/style.ts';
import { loadRenderers, render, REPORT_FORMATS, type ReportFormat } from '../../../src/report/render.ts';
import type { Report } from '../../../src/report.ts';
import { SOURCE } from '../reports/format-parsers.ts';
import type { Told } from './play-story.ts';

await loadRenderers();

/** The extension of a golden file; other formats use their name as extension. */
const ENDINGS: Partial<Readonly<Record<string, string>>> = {
  text: 'txt',
  sarif: 'sarif',
  junit: 'xml',
  markdown: 'md',
};
const WIDTHS = [80, 40];

/** A rendering of a report, and the extension of its golden file. */
export interface ShownWay {
  readonly ending: string;
  readonly text: string;
}

/** A report in every format. The text format is also rendered for terminals of 80 and 40 columns. */
export function shownWays(report: Report): readonly ShownWay[] {
  return [
    ...REPORT_FORMATS.map((format) => ({ ending: endingOf(format), text: ofItsOwn(render(report, format, { source: SOURCE })) })),
    ...WIDTHS.map((width) => ({ ending: `${width}.txt`, text: render(report, 'text', { width }) })),
  ];
}

/** What a gate shows before its report. */
export function shownProgress({ log, frame }: Told): readonly ShownWay[] {
  return [...(log === undefined ? [] : [{ ending: 'log', text: log }]), ...(frame === undefined ? [] : [{ ending: 'frame', text: frame }])];
}

/** Removes style, script and their digests, which are the largest part of a page and the same on every page. */
function ofItsOwn(text: string): string {
  return text
    .replace(STYLE, '…')
    .replace(PAGE_SCRIPT, '…')
    .replaceAll(/sha256-[\w+/=]+/g, 'sha256-…');
}

function endingOf(format: ReportFormat): string {
  return ENDINGS[format] ?? format;
}
