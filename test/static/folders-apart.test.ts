import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/finding.ts';
import { hubFolders } from '../../src/static/hub-folders.ts';
import { parseManifests } from '../../src/static/read/parse-manifests.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { lintTexts, type Texts } from '../support/lint-texts.ts';
import { casesOf, type RuleCase } from '../support/rule-cases.ts';

const FOLDERS = ['env/a/', 'env/b/'];
const cases = RULES.flatMap(({ id }) => casesOf(id).map((each) => [`${id}/${each.name}`, each] as const));
const doubled = cases.filter(([, each]) => hubFolders(inBoth(each.files).flatMap(parsed)).groups.length > 0);

test('most fixtures hold something that a hub has once', () => {
  expect(doubled.length).toBeGreaterThan(cases.length * 0.9);
});

describe('a tree that stands in two folders for two hubs', () => {
  test.each(doubled)('has in each what it has alone: %s', (_, each) => {
    const alone = lintTexts(each, RULES).findings.map((finding) => told(finding, ''));
    const { findings } = lintTexts({ ...each, files: inBoth(each.files), ...baseInBoth(each) }, RULES);
    for (const folder of FOLDERS) {
      const own = findings.filter(({ file }) => file.startsWith(folder));
      expect(own.map((finding) => told(finding, folder)).toSorted()).toEqual(alone.toSorted());
    }
  });
});

function inBoth(files: RuleCase['files']): RuleCase['files'] {
  return FOLDERS.flatMap((folder) => files.map(({ path, text }) => ({ path: `${folder}${path}`, text })));
}

function baseInBoth({ base }: RuleCase): Pick<Texts, 'base'> {
  return base === undefined ? {} : { base: inBoth([{ path: 'base.yaml', text: base }]) };
}

function parsed({ path, text }: RuleCase['files'][number]): ReturnType<typeof parseManifests>['manifests'] {
  return parseManifests(text, path).manifests;
}

function told({ rule, severity, file, line, column, message, related }: Finding, folder: string): string {
  const places = related.map((place) => `${place.file.slice(folder.length)}:${place.line} ${place.message}`);
  return [`${file.slice(folder.length)}:${line}:${column}`, rule, severity, message, ...places].join(' | ').replaceAll(folder, '');
}
