/**
 * Each sentence of SECURITY.md that promises something has a test that would fail if it were not true. A comment above that test begins
 * the sentence.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');
const SENTENCES = ['What the Action trusts', 'What is promised', 'Releases'].flatMap((title) => sentencesOf(sectionOf(title)));

test('each promise of the page has a test', () => {
  const proven = markers().map(({ start }) => start);
  const open = SENTENCES.filter((sentence) => ![...ADVICE, ...ELSEWHERE, ...proven].some((start) => sentence.startsWith(start)));
  expect(SENTENCES.length).toBeGreaterThan(25);
  expect(open, 'write `// SECURITY.md: …` with the start of the sentence above the test that fails if it is not true').toEqual([]);
});

test('each test that names a promise of the page is one that runs, and the page has the promise', () => {
  const found = markers();
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ start }) => !SENTENCES.some((sentence) => sentence.startsWith(start)))).toEqual([]);
  // One that is left out where a tool is missing still runs in CI.
  expect(found.filter(({ below }) => !/^(?:test|it|describe)\b(?!\.(?:skip|todo|fails)\b)/.test(below))).toEqual([]);
});

/** Sentences that promise nothing of the program: what is trusted, what a reader needs, and links. */
const ADVICE = [
  'The workflow that calls it',
  'The login program of the kubeconfig',
  'After a success GitHub itself',
  '[docs/reliability.md](docs/reliability.md) describes how',
  '[docs/install.md](docs/install.md) says how',
  'Pin the Action by commit',
];

/** What the release workflow and CI do, which no test can. */
const ELSEWHERE = [
  '`dist/` is committed and built from the sources',
  'The npm package and `dist/` carry signed provenance',
  'Container images are signed by the release workflow',
];

/** The start of a sentence, and the line below the comment that has it. */
interface Marker {
  readonly start: string;
  readonly below: string;
}

function markers(): readonly Marker[] {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  return files.flatMap((name) => {
    const text = readFileSync(path.join(ROOT, 'test', name), 'utf8');
    const found = [...text.matchAll(/^ *\/\/ SECURITY\.md: (.+)\n((?: *\/\/.*\n)*)(.*)/gm)];
    const starts = found.flatMap(([, first = '', more = '', below = '']) =>
      [first, ...[...more.matchAll(/\/\/ SECURITY\.md: (.+)/g)].map(([, next = '']) => next)].map((start) => ({
        start,
        below: below.trim(),
      })),
    );
    return name.endsWith('security.test.ts') ? [] : starts;
  });
}

function sectionOf(title: string): string {
  const from = PAGE.indexOf(`## ${title}`);
  const to = PAGE.indexOf('\n## ', from + 3);
  return PAGE.slice(from + title.length + 3, to < 0 ? undefined : to);
}

function sentencesOf(section: string): readonly string[] {
  return section
    .split(/\n\n|\n- /)
    .flatMap((part) => part.replaceAll(/\s+/g, ' ').split(/(?<=\.) (?=[A-Z`[])/))
    .map((sentence) => sentence.replace(/^- /, '').trim())
    .filter((sentence) => sentence !== '');
}
