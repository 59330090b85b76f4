/** Every fixture report in every format beside it: `vitest -u` rewrites them, review shows what a user would see. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render, REPORT_FORMATS, type ReportFormat } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';

const DIR = join(import.meta.dirname, '../../fixtures/report');
const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  text: 'txt',
  json: 'out.json',
  sarif: 'sarif',
  junit: 'xml',
  markdown: 'md',
  github: 'github',
};
const names = readdirSync(DIR)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.out.json'))
  .map((file) => file.slice(0, -'.json'.length));
const source = { server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0123456789abcdef0123456789abcdef01' };

describe.each(names)('%s', (name) => {
  const text = readFileSync(join(DIR, `${name}.json`), 'utf8');
  const report = JSON.parse(text) as Report;

  test.each(REPORT_FORMATS.filter((format) => format !== 'json'))('%s', async (format) => {
    await expect(render(report, format, { source })).toMatchFileSnapshot(join(DIR, `${name}.${ENDINGS[format]}`));
  });

  test('json says the same, in the order of the contract', () => {
    const rendered = render(report, 'json');
    expect(JSON.parse(rendered)).toEqual(report);
    expect(render(JSON.parse(shuffled(rendered)) as Report, 'json')).toBe(rendered);
  });
});

test('narrow terminals', async () => {
  const report = JSON.parse(readFileSync(join(DIR, 'everything.json'), 'utf8')) as Report;
  await expect(render(report, 'text', { width: 60 })).toMatchFileSnapshot(join(DIR, 'everything.60.txt'));
});

/** The same JSON with the keys of every object in reverse order. */
function shuffled(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (_, value: unknown) => (isRecord(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value)),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
