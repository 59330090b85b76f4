/** `explain` prints the page of every rule and every failure. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { listRules } from '../../../src/static/judge/explain.ts';
import { fakeIo } from '../../support/process/fake-io.ts';

async function explain(...argv: string[]): Promise<string> {
  const io = fakeIo({ cwd: '/' });
  await run(['explain', ...argv], io);
  return io.out();
}

const DOCS = join(import.meta.dirname, '../../../docs');

/** Letters and digits alone: no signs of markdown, no line ends, no links between files. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/^```\w*$/gm, '')
    .replaceAll(/\]\((?:#|\.\.\/)[^)]*\)/g, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim();
}

describe('explain', () => {
  it('explains each of them, with no placeholder left open', async () => {
    for (const { id } of [...listRules(), ...FAILURES]) {
      const text = await explain(id);
      expect(text.split('\n')[0]).toMatch(new RegExp(`^${id}: .+`));
      expect(text).not.toMatch(/\{(?!end\})[a-z]+\}/);
    }
  });

  it('prints all words of the page in order', async () => {
    const pages = [...listRules().map(({ id }) => `rules/${id}`), ...FAILURES.map(({ id }) => `failures/${id}`)];
    for (const page of pages) {
      const id = page.slice(page.indexOf('/') + 1);
      const words = wordsOf(pageWithoutReport(page));
      expect(wordsOf(await explain(id)), page).toContain(words);
    }
  });

  it('prints the page of the docs in markdown, byte for byte, without the report of a recorded hub', async () => {
    const page = pageWithoutReport;
    for (const { id } of listRules().filter((rule) => FAILURES.every((failure) => failure.id !== rule.id)))
      expect(await explain(id, '--format', 'markdown'), id).toBe(page(`rules/${id}`));
    for (const { id } of FAILURES.filter((failure) => listRules().every((rule) => rule.id !== failure.id)))
      expect(await explain(id, '--format', 'markdown'), id).toBe(page(`failures/${id}`));
    const both = `${page('rules/run-not-started')}\n${page('failures/run-not-started')}`;
    expect(await explain('run-not-started', '--format', 'markdown')).toBe(both);
  });

  it('breaks no line inside a command', async () => {
    const marks = (text: string): number => text.split('`').length - 1;
    for (const { id } of FAILURES) for (const line of (await explain(id)).split('\n')) expect(marks(line) % 2, `${id}: ${line}`).toBe(0);
  });
});

/** A page of the docs; the report of a recorded hub at its end is not part of the program. */
function pageWithoutReport(name: string): string {
  return readFileSync(join(DOCS, `${name}.md`), 'utf8').replace(/\n## As it is printed\n[^]*$/, '');
}
