import { isDeepStrictEqual } from 'node:util';
import { makesFleetObjects } from '../../../../src/static/read/placeholders/names-fleet.ts';
import { parseManifests } from '../../../../src/static/read/parse-manifests.ts';
import { RULES } from '../../../../src/static/rules/index.gen.ts';
import { readDocuments } from '../../../../src/yaml/documents.ts';
import { parseObjects } from '../../../../src/yaml/objects.ts';
import { lintTexts } from '../../trees/lint-texts.ts';
import { casesOf, fixtureFolders } from '../../trees/rule-cases.ts';
import { manifestTexts } from '../corpus.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedText } from '../mutate-text.ts';
import { mutatedValue } from '../mutate-value.ts';
import type { Random } from '../random.ts';

export const target: FuzzTarget = {
  name: 'rules',
  about:
    'mutated trees through reader, World and every rule. Each finding has a place, input that is not judged is reported, and a second run has the same result',
  all: 5_000,
  share: 50,
  start() {
    const texts = manifestTexts();
    const cases = fixtureFolders().flatMap(casesOf);
    return Promise.resolve((random) => {
      const of = random.pick(cases);
      const mutate = (text: string): string => (random.oneIn(2) ? mutatedText(text, texts, random) : reshaped(text, random));
      const input = {
        files: of.files.slice(0, 6).map(({ path, text }) => ({ path, text: random.oneIn(4) ? text : mutate(text) })),
        clusters: of.clusters === undefined || random.oneIn(3) ? of.clusters : mutate(of.clusters),
        base: of.base === undefined || random.oneIn(3) ? of.base : mutate(of.base),
      };
      return { input, judge: () => judge(input) };
    });
  },
};

interface Tree {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly clusters: string | undefined;
  readonly base: string | undefined;
}

function reshaped(text: string, random: Random): string {
  return parseObjects(text, '')
    .objects.map((object) => JSON.stringify(mutatedValue(object, random, 2)))
    .join('\n---\n');
}

function judge(tree: Tree): void {
  const report = lintTexts(tree, RULES);
  const texts = new Map(tree.files.map(({ path, text }) => [path, text.split('\n')]));
  for (const { file, line, column, message } of report.findings) {
    const lines = texts.get(file) ?? [];
    must(
      line >= 1 && line <= lines.length && column >= 1 && column <= (lines[line - 1] ?? '').length + 1,
      `${file}:${line}:${column} is not in it`,
    );
    must(!/\bundefined\b|\[object /.test(message) || /\bundefined\b|\[object /.test(lines.join('\n')), `a message says "${message}"`);
  }
  const told = new Set(report.notEvaluated.filter(({ fleetObject }) => fleetObject === true).map(({ file }) => file));
  for (const { path, text } of tree.files) {
    const isHidden = [...readDocuments(text)].some((document) => document.kind !== 'read' && makesFleetObjects(document.text));
    must(!isHidden || told.has(path), `${path} holds a fleet object that nobody judged, and nothing says so`);
    must(parseManifests(text, path).documents > 0 || !isHidden, `${path} has documents that are not counted`);
  }
  must(isDeepStrictEqual(report, lintTexts(tree, RULES)), 'judged twice it says something else');
}
