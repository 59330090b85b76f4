/** Long texts and long lists: the time of every renderer grows with its input only, and its output stays within the limits of GitHub. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import type { Report } from '../../src/report.ts';
import { bigReports } from '../support/reports/big-reports.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';
import { seenIn } from '../support/oracles/markdown.ts';
import { reliability } from '../support/reliability.ts';
import { SOURCE, SURFACES } from '../support/reports/format-parsers.ts';
import { LONG_TEXTS } from '../support/texts/long-texts.ts';
import { placesOf, withText } from '../support/reports/text-places.ts';

const suite = reliability('output-load', {
  title: 'Long texts and long lists neither hang a renderer nor break its output',
  proves:
    'Renderers run in a process that is ended if it takes many times as long as it should: a renderer with quadratic time takes hours. Output that is cut for GitHub is parsed.',
});

/** Milliseconds; what is linear takes seconds. */
const LIMIT = { share: 180_000, whole: 1_800_000 };

async function rendered(...args: readonly string[]): Promise<number> {
  const script = join(import.meta.dirname, '../support/reports/render-load.ts');
  const options = { timeout: suite.size(LIMIT.whole, LIMIT.share), maxBuffer: 1e8, killSignal: 'SIGKILL' as const };
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=4096', script, ...args], options);
  const { tried, problems } = JSON.parse(stdout) as { readonly tried: number; readonly problems: readonly string[] };
  expect(problems).toEqual([]);
  return tried;
}

test('long texts at any place do not make a renderer hang', async () => {
  const tried = await rendered('long', String(suite.size(40, 900)), String(suite.seed));
  suite.tell({
    tried: `Texts of some 100,000 characters that are costly to clean (${Object.keys(LONG_TEXTS).length} kinds), each at many places`,
    times: tried * SURFACES.length,
    outcome: 'rendered in time, and markdown within its limits',
  });
});

test('long lists at any place do not make a renderer hang', async () => {
  const tried = await rendered('many', String(suite.size(5000, 400)));
  suite.tell({
    tried: 'Lists of findings, notes, placements, clusters, causes and objects, of thousands of entries',
    times: tried * SURFACES.length,
    outcome: 'rendered in time, annotations and markdown within their limits',
  });
});

test('markdown that does not fit is cut between blocks', () => {
  const limits = suite.size(1, 0) === 1 ? [1_000_000, 64_000, 30_000, 8000, 2000] : [64_000, 8000];
  const reports = Object.entries(bigReports(suite.size(100, 30)));
  let tried = 0;
  for (const [index, [name, report]] of reports.entries()) {
    if (!suite.whole && index % 3 !== suite.seed % 3) continue;
    const text = HOSTILE_STRINGS.slice(index * 20, index * 20 + 20).join('');
    for (const limit of limits) {
      tried += 1;
      const markdown = renderMarkdown(poisoned(report, text), { limit, source: SOURCE });
      const { shape, faults } = seenIn(markdown);
      expect(faults, `${name} ${limit}`).toEqual([]);
      expect(Buffer.from(markdown).length, name).toBeLessThanOrEqual(limit);
      // An element that was left open would contain the last line.
      expect(shape, `${name} ${limit}`).toMatch(/<\/(?:p|details|blockquote)><p>"<\/p>$|<\/h3><p>"<\/p>$/);
      expect(ragged(shape), `${name} ${limit}`).toEqual([]);
    }
  }
  suite.tell({
    tried: 'Markdown of such reports within several limits',
    times: tried,
    outcome: 'whole blocks, tables and folds, no more than the limit',
  });
});

/** Rows of a table with more or fewer cells than its first. */
function ragged(shape: string): readonly string[] {
  const tables = shape.match(/ table (?:tableRow (?:tableCell (?:[^t]\S* )*?\/tableCell )+\/tableRow )+\/table/g) ?? [];
  return tables.filter(
    (table) => new Set((table.match(/tableRow .*?\/tableRow/g) ?? []).map((row) => row.split('/tableCell').length)).size > 1,
  );
}

function poisoned(report: Report, text: string): Report {
  const places = placesOf(report);
  const step = Math.max(1, Math.floor(places.length / 60));
  return places.filter((_, index) => index % step === 0).reduce((changed, place) => withText(changed, place, text), report);
}
