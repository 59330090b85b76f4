/**
 * Advice of public documents about faults, prerequisites and good practice, and what in this repository covers it. An item is in
 * `fixtures/advice/<document>.yaml`. What covers the item names it: `# covers: ids` on a line of a rule's fixture, `"covers"` in the
 * `expect.json` of a hub, or `// covers: ids` above a test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/** When a fault can be seen. */
export type Phase = 'pull request' | 'after the deploy';

/** One document as `fixtures/advice/` describes it. */
export interface AdviceDocument {
  /** The name of the document's file, without `.yaml`. */
  readonly key: string;
  readonly document: string;
  readonly by: string;
  readonly items: readonly AdviceItem[];
}

/** One fault, prerequisite or piece of advice, in our own words. */
export interface AdviceItem {
  readonly id: string;
  /** The heading in the document under which the item is written. */
  readonly section: string;
  /** Further places that give the same advice, as `document: heading`. */
  readonly also?: readonly string[];
  readonly says: string;
  /** The correct statement if the document is wrong or outdated. */
  readonly corrected?: string;
  /** When the fault can be seen. Empty if neither a repository nor a hub shows it. */
  readonly seen: readonly Phase[];
  /** Why the fault cannot be seen in the other phase. */
  readonly because?: string;
}

/** What covers an item: a `finding` of a rule, a `good` example without one, a `failure`, or a `test`. */
export interface AdviceCover {
  readonly item: string;
  readonly phase: Phase;
  readonly kind: 'finding' | 'good' | 'failure' | 'test';
  /** Id of the rule or failure, or title of the test with those of its groups: `group: title`. */
  readonly name: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** The first line is 1. */
  readonly line: number;
}

const ROOT = join(import.meta.dirname, '../..');
const ITEMS = 'fixtures/advice';

/** Folders of tests that cover advice, and the phase that they cover. */
const TESTS: Readonly<Record<string, Phase>> = {
  'test/static': 'pull request',
  'test/schedule': 'pull request',
  'test/gates': 'after the deploy',
};

/** All documents, in the order of their files. */
export function adviceDocuments(): readonly AdviceDocument[] {
  return filesIn(ITEMS).map((file) => ({ key: basename(file, '.yaml'), ...(parse(textOf(file)) as Omit<AdviceDocument, 'key'>) }));
}

/** Everything that covers an item, in the order of files and lines. */
export function adviceCovers(): readonly AdviceCover[] {
  return [
    ...filesIn('fixtures/rules').flatMap(coversInRule),
    ...filesIn('fixtures/hub').flatMap(coversInHub),
    ...Object.entries(TESTS).flatMap(([folder, phase]) => filesIn(folder).flatMap((file) => coversInTest(file, phase))),
  ];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ya?ml|json|ts)$/.test(file))
    .toSorted();
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function coversInRule(file: string): readonly AdviceCover[] {
  const [, , rule = ''] = file.split('/');
  return marksIn(textOf(file), '#').map(({ item, line, text }) => {
    const isFinding = (/# expect:([^#]*)/.exec(text)?.[1] ?? '').trim().split(/\s+/).includes(rule);
    return { item, phase: 'pull request', kind: isFinding ? 'finding' : 'good', name: rule, file, line };
  });
}

function coversInHub(file: string): readonly AdviceCover[] {
  if (basename(file) !== 'expect.json') return [];
  const { id, covers = [] } = JSON.parse(textOf(file)) as { readonly id: string; readonly covers?: readonly string[] };
  return covers.map((item) => ({ item, phase: 'after the deploy', kind: 'failure', name: id, file, line: 1 }));
}

function coversInTest(file: string, phase: Phase): readonly AdviceCover[] {
  const lines = textOf(file).split('\n');
  return marksIn(textOf(file), '//').map(({ item, line }) => {
    const at = lines.findIndex((text, index) => index >= line && !/^\s*\/\//.test(text));
    return { item, phase, kind: 'test', name: titlesAt(lines, at).join(': '), file, line };
  });
}

/** The title that starts on this line, after those of the groups around it. */
function titlesAt(lines: readonly string[], at: number): readonly string[] {
  const text = lines[at] ?? '';
  const title = /^\s*(?:test|it|describe|\])(?=\W).*?\(\s*(['"`])(.*?)\1, (?:async )?\(/.exec(text)?.[2];
  const around = lines.slice(0, at).findLastIndex((above) => above.trim() !== '' && indentOf(above) < indentOf(text));
  return [...(around < 0 ? [] : titlesAt(lines, around)), ...(title === undefined ? [] : [title.replaceAll('%s', '…')])];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

interface Mark {
  readonly item: string;
  readonly line: number;
  readonly text: string;
}

function marksIn(text: string, sign: '#' | '//'): readonly Mark[] {
  return text.split('\n').flatMap((content, index) => {
    const [, ids] = content.split(`${sign} covers: `);
    return ids === undefined
      ? []
      : ids
          .trim()
          .split(/\s+/)
          .map((item) => ({ item, line: index + 1, text: content }));
  });
}
