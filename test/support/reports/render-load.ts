/**
 * Renders reports that could hang or grow, in a process that can be killed. `node render-load.ts long N OFFSET` puts long texts at every
 * N-th place; `node render-load.ts many N` renders reports with N entries in their lists. Prints `{tried, problems}` as JSON.
 */
import { parseArgs } from 'node:util';
import { COMMENT_LIMIT, renderMarkdown, SUMMARY_LIMIT } from '../../../src/report/markdown/render-markdown.ts';
import type { Report } from '../../../src/report.ts';
import { bigReports } from './big-reports.ts';
import { LONG_TEXTS } from '../texts/long-texts.ts';
import { SCENES } from './report-scenes.ts';
import { SURFACES } from './format-parsers.ts';
import { placesOf, withText } from './text-places.ts';

const [kind = '', first = '1', offset = '0'] = parseArgs({ allowPositionals: true }).positionals;
const problems: string[] = [];
const tried = kind === 'long' ? longTexts(Number(first), Number(offset)) : manyEntries(Number(first));
process.stdout.write(JSON.stringify({ tried, problems }));

function longTexts(step: number, from: number): number {
  let count = 0;
  const spots = Object.values(SCENES).flatMap((report) => placesOf(report).map((place) => ({ report, place })));
  for (const [index, [name, text]] of Object.entries(LONG_TEXTS).entries())
    for (const [turn, { report, place }] of spots.entries()) {
      if ((turn + index * 17 + from) % step !== 0) continue;
      count += 1;
      shown(withText(report, place, text), `${name} at ${place.join('.')}`);
    }
  return count;
}

function manyEntries(entries: number): number {
  const reports = Object.entries(bigReports(entries));
  for (const [name, report] of reports) shown(report, name);
  return reports.length;
}

/** Every format must render in linear time, and within GitHub's limits if there are any. */
function shown(report: Report, name: string): void {
  for (const surface of SURFACES) {
    const text = surface.render(report);
    if (['annotations', 'azure'].includes(surface.name) && (text ?? '').split('\n').length > 31)
      problems.push(`${name}: more annotations than are shown`);
    if (surface.name === 'live table of progress' && (text ?? '').split('\n').length > 10)
      problems.push(`${name}: more lines than the terminal has`);
  }
  for (const limit of [COMMENT_LIMIT, SUMMARY_LIMIT, 4000]) {
    const { length } = Buffer.from(renderMarkdown(report, { limit }));
    if (length > limit) problems.push(`${name}: ${length} bytes of markdown, and ${limit} are allowed`);
  }
}
