/** Whatever names, messages and hubs say, no renderer lets it become markup, a command or a hidden character. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMENT_LIMIT, renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { render } from '../../src/report/render.ts';
import { progressFrame, progressLines, progressReminder, type ProgressView } from '../../src/report/text/progress.ts';
import type { Report } from '../../src/report.ts';
import { commandsIn } from '../support/runner-log.ts';
import { hostileText, poisoned } from './hostile.ts';

const base = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/everything.json'), 'utf8')) as Report;
const run = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/gate-waiting-for-person.json'), 'utf8')) as Report;
const reports = fc
  .tuple(fc.constantFrom(base, run), fc.array(hostileText, { minLength: 1, maxLength: 7 }))
  .map(([report, texts]) => poisoned(report, texts));
const source = { server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0123456789abcdef0123456789abcdef01' };
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

describe('markdown', () => {
  test.each([undefined, COMMENT_LIMIT, 20_000, 8000])('holds only our own markup, limit %s', (limit) => {
    fc.assert(
      fc.property(reports, (report) => {
        const text = renderMarkdown(report, limit === undefined ? { source } : { source, limit });
        const running = withoutFences(text);
        const words = running.replaceAll(/<code>[^<]*<\/code>/g, 'CODE').replaceAll(/\]\(<https:\/\/[^<>\s]*>\)/g, ']');
        expect(tagsOf(running)).toEqual([]);
        // The parser makes links of addresses inside raw HTML too, and would show our entities in them.
        expect(running.match(/<code>[^<]*(?::\/\/|www\.)/i)).toBeNull();
        expect(words).not.toContain('`');
        expect(words.replaceAll('@&#8203;', '')).not.toContain('@');
        const bare = words.replaceAll(/&#\d+;/g, '·');
        expect(bare).not.toMatch(/https?:\/\/|www\.|\]\(|<!--|#\d|\bGH-\d/i);
        expect(text.replaceAll(/\n|\uFE0F/g, '').match(HIDDEN)).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  test('keeps the columns of its tables', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const lines = withoutFences(renderMarkdown(report)).split('\n');
        for (const [index, line] of lines.entries()) {
          const before = lines[index - 1] ?? '';
          if (line.startsWith('|') && before.startsWith('|')) expect(cells(line)).toBe(cells(before));
        }
      }),
      { numRuns: 150 },
    );
  });

  test('fits a comment, however much there is to say', () => {
    const text = 'x|`<b>@a '.repeat(100);
    const finding = base.lint?.findings[0];
    const placement = base.gate?.placements[0];
    if (base.lint === undefined || base.gate === undefined || finding === undefined || placement === undefined)
      throw new Error('the fixture lost its parts');
    const big: Report = {
      ...base,
      lint: { ...base.lint, findings: Array.from({ length: 3000 }, (_, line) => ({ ...finding, line, message: text, remedy: text })) },
      gate: { ...base.gate, placements: Array.from({ length: 500 }, () => ({ ...placement, summary: text })) },
    };
    const marker = '<!-- marker -->\n';
    const comment = renderMarkdown(big, { limit: COMMENT_LIMIT, prefix: marker });
    expect(new TextEncoder().encode(comment).length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(comment.startsWith(marker)).toBe(true);
    expect(comment).toContain('2 errors');
    // The worst placements keep their details for as long as they fit.
    expect(comment).toContain('<details open>');
    expect(tagsOf(withoutFences(comment.slice(marker.length)))).toEqual([]);
  });
});

test.each(['text', 'json', 'sarif', 'junit', 'markdown'] as const)('%s in a log is no workflow command and hides nothing', (format) => {
  fc.assert(
    fc.property(reports, fc.option(fc.integer({ min: 20, max: 120 }), { nil: undefined }), (report, width) => {
      const text = render(report, format, width === undefined ? {} : { width });
      expect(commandsIn(text)).toEqual([]);
      expect(text.replaceAll(/\n|\uFE0F/g, '').match(/\p{Cc}|\p{Cs}/u)).toBeNull();
    }),
    { numRuns: 150 },
  );
});

test('json loses nothing', () => {
  fc.assert(
    fc.property(reports, (report) => {
      expect(JSON.parse(render(report, 'json'))).toEqual(JSON.parse(JSON.stringify(report)));
    }),
  );
});

test('junit is well-formed', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const xml = render(report, 'junit');
      const open: string[] = [];
      const rest = xml
        .replace('<?xml version="1.0" encoding="UTF-8"?>', '')
        .replaceAll(
          /<(\/?)(\w[\w-]*)((?: [\w-]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)(\/?)>/g,
          (_, close: string, name: string, __, self: string) => {
            if (close !== '') expect(open.pop()).toBe(name);
            else if (self === '') open.push(name);
            return '';
          },
        );
      expect(open).toEqual([]);
      expect(rest.replaceAll(/&#\d+;/g, '')).not.toMatch(/[<>&]/);
    }),
    { numRuns: 150 },
  );
});

test('annotations are one command each, within the budget', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const lines = render(report, 'github').split('\n').slice(0, -1);
      for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) (\w+=[^:,\r\n]*)(,\w+=[^:,\r\n]*)*::[^\r\n]*$/);
      for (const level of ['error', 'warning', 'notice'])
        expect(lines.filter((line) => line.startsWith(`::${level}`)).length).toBeLessThanOrEqual(10);
    }),
  );
});

test('progress stays inside the terminal', () => {
  fc.assert(
    fc.property(reports, fc.integer({ min: 20, max: 100 }), (report, width) => {
      if (report.gate === undefined) return;
      const { placements, runs, timeline } = report.gate;
      const awaiting = placements[0]?.summary ?? runs[0]?.summary ?? '';
      const view: ProgressView = {
        at: new Date(0),
        changes: timeline,
        awaiting,
        gated: [...placements, ...runs],
        elapsed: 61_000,
        timeout: 900_000,
      };
      const frame = progressFrame(view, width);
      expect(Math.max(...frame.map((line) => line.length))).toBeLessThanOrEqual(width);
      expect(progressFrame(view, width, undefined, 6).length).toBeLessThanOrEqual(6);
      const log = [...progressLines(view), progressReminder(view)];
      expect(commandsIn(log.join('\n'))).toEqual([]);
      expect([...frame, ...log].join('').match(HIDDEN)).toBeNull();
    }),
  );
});

/** Text outside code blocks; a block that is not closed would leave its backticks behind. */
function withoutFences(text: string): string {
  return text.replaceAll(/^(?:\d+\. | {4})?(`{3,})text\n[\s\S]*?\n *\1$/gm, 'BLOCK').replaceAll(PICTURE, 'PICTURE');
}

/** A mermaid block that holds nothing but nodes and edges of ours. */
const PICTURE =
  /^```mermaid\nflowchart LR\n(?: {2}(?:p\d+\["[\w./? -]*"\]|c\d+\(\["[\w./? -]*"\]\)|p\d+ (?:-->\|added\||-\.->\|removed\|) c\d+)\n)+```$/gm;

/** Tags that are not ours or do not pair up. */
function tagsOf(text: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, close = '', name = ''] of text.matchAll(/<(\/?)([^\s>]*)[^>]*>/g)) {
    if (/^<https:\/\/[^<>\s]*>$/.test(tag) || tag === '<br>') continue;
    if (!/^<\/?(details|details open|summary|b|sub|code)>$/.test(tag)) wrong.push(tag);
    else if (close === '') open.push(name);
    else if (open.pop() !== name) wrong.push(tag);
  }
  return [...wrong, ...open];
}

function cells(row: string): number {
  return row.split('|').length;
}
