/**
 * What public documents say of faults, prerequisites and good practice, and what in this repository stands for each of it. An item is in
 * `fixtures/advice/<document>.yaml`; what stands for it names it: `# covers: ids` on a line of a fixture of a rule, `"covers"` in the
 * `expect.json` of a hub, `// covers: ids` above a test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/** When something can be seen. */
export type Phase = 'pull request' | 'after the deploy';

/** A document, as `fixtures/advice/` keeps it. */
export interface AdviceDocument {
  /** The name of its file. */
  readonly key: string;
  readonly document: string;
  readonly by: string;
  readonly items: readonly AdviceItem[];
}

/** One fault, prerequisite or piece of advice, in our words. */
export interface AdviceItem {
  readonly id: string;
  /** The heading it stands below. */
  readonly section: string;
  /** Further places that say it, as `document: heading`. */
  readonly also?: readonly string[];
  readonly says: string;
  /** What is so instead, where the document is wrong or outdated. */
  readonly corrected?: string;
  /** When it can be seen; empty if nothing in a repository or on a hub shows it. */
  readonly seen: readonly Phase[];
  /** Why it is not seen at another time. */
  readonly because?: string;
}

/** What stands for an item: `finding` of a rule, silence of one (`good`), a `failure`, or a `test`. */
export interface Stand {
  readonly item: string;
  readonly phase: Phase;
  readonly kind: 'finding' | 'good' | 'failure' | 'test';
  /** Id of the rule or failure, or title of the test. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const ROOT = join(import.meta.dirname, '../..');
const ITEMS = 'fixtures/advice';

/** Folders of tests that stand for advice, and what they show. */
const TESTS: Readonly<Record<string, Phase>> = {
  'test/static': 'pull request',
  'test/schedule': 'pull request',
  'test/gates': 'after the deploy',
};

/** All documents, in the order of their files. */
export function adviceDocuments(): readonly AdviceDocument[] {
  return filesIn(ITEMS).map((file) => ({ key: basename(file, '.yaml'), ...(parse(textOf(file)) as Omit<AdviceDocument, 'key'>) }));
}

/** All that names an item, in the order of files and lines. */
export function stands(): readonly Stand[] {
  return [
    ...filesIn('fixtures/rules').flatMap(standsInRule),
    ...filesIn('fixtures/hub').flatMap(standsInHub),
    ...Object.entries(TESTS).flatMap(([folder, phase]) => filesIn(folder).flatMap((file) => standsInTest(file, phase))),
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

function standsInRule(file: string): readonly Stand[] {
  const [, , rule = ''] = file.split('/');
  return marksIn(textOf(file), '#').map(({ item, line, text }) => {
    const isFinding = (/# expect:([^#]*)/.exec(text)?.[1] ?? '').trim().split(/\s+/).includes(rule);
    return { item, phase: 'pull request', kind: isFinding ? 'finding' : 'good', name: rule, file, line };
  });
}

function standsInHub(file: string): readonly Stand[] {
  if (basename(file) !== 'expect.json') return [];
  const { id, covers = [] } = JSON.parse(textOf(file)) as { readonly id: string; readonly covers?: readonly string[] };
  return covers.map((item) => ({ item, phase: 'after the deploy', kind: 'failure', name: id, file, line: 1 }));
}

function standsInTest(file: string, phase: Phase): readonly Stand[] {
  const lines = textOf(file).split('\n');
  return marksIn(textOf(file), '//').map(({ item, line }) => {
    const below = lines.slice(line).find((text) => !/^\s*\/\//.test(text)) ?? '';
    const title = /^\s*(?:test|it|describe)\b.*?\(\s*(['"`])(.*)\1/.exec(below)?.[2];
    return { item, phase, kind: 'test', name: title ?? '', file, line };
  });
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
