import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadRenderers, render, REPORT_FORMATS } from '../../../../src/report/render.ts';
import type { Report } from '../../../../src/report.ts';
import { FIXED } from '../../reports/text-places.ts';
import { gitlabFaults } from '../../oracles/gitlab.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { hostileWord } from '../hostile-words.ts';
import type { Random } from '../random.ts';

await loadRenderers();

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/report');

export const target: FuzzTarget = {
  name: 'renderers',
  about: 'reports made of hostile texts in every format: JSON stays JSON, and a log gets no command and no hidden character',
  all: 1_600,
  share: 15,
  start() {
    const reports = readdirSync(FIXTURES)
      .toSorted()
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(path.join(FIXTURES, name), 'utf8')) as Report);
    return Promise.resolve((random) => {
      const report = random.pick(reports);
      const input = { ...(hostile(report, '', random) as Report), tool: report.tool };
      return { input, judge: () => judge(input) };
    });
  },
};

/** Fields that are not changed: words that the types define, times and ids. */
const KEPT: ReadonlySet<string> = new Set([...FIXED, ...'state sees until at takenAt rule id placementType stage step'.split(' ')]);

function hostile(value: unknown, key: string, random: Random): unknown {
  if (Array.isArray(value)) return value.map((entry) => hostile(entry, key, random));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, hostile(entry, name, random)]));
  if (typeof value !== 'string' || KEPT.has(key) || random.oneIn(3)) return value;
  return random.oneIn(2) ? hostileWord(random) : value + hostileWord(random);
}

function judge(report: Report): void {
  for (const format of REPORT_FORMATS) {
    const text = render(report, format, { width: 60, prefix: 'a b' });
    must(text === '' || text.endsWith('\n'), `${format} does not end its last line`);
    must(text === render(report, format, { width: 60, prefix: 'a b' }), `${format} says something else the second time`);
    if (format === 'json' || format === 'sarif') JSON.parse(text);
    if (format === 'gitlab') must(gitlabFaults(JSON.parse(text)).length === 0, 'gitlab has an entry that GitLab does not read');
    must(text.isWellFormed(), `${format} holds half a character`);
    // eslint-disable-next-line no-control-regex -- characters that must not occur
    must(!/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/.test(text), `${format} holds a hidden character`);
    if (format !== 'github') must(!/^\s*(?:::|##\[)/m.test(text), `${format} holds a command of the runner`);
  }
}
