import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/finding.ts';
import { hubFolders } from '../../../src/static/compare/hub-folders.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { sampled } from '../../support/sampled.ts';
import { lintTexts, type Texts } from '../../support/trees/lint-texts.ts';
import { casesOf, type RuleCase } from '../../support/trees/rule-cases.ts';

const FOLDERS = ['env/a/', 'env/b/'];
const cases = RULES.flatMap(({ id }) => casesOf(id).map((each) => [`${id}/${each.name}`, each] as const));
const doubled = cases.filter(([, each]) => hubFolders(inBoth(each.files).flatMap(parsed)).groups.length > 0);

test('most fixtures have an object that a hub has only once', () => {
  expect(doubled.length).toBeGreaterThan(cases.length * 0.9);
});

describe('a tree that is in two folders for two hubs', () => {
  test.each(sampled(doubled, 300))('has in each the findings that it has alone: %s', (_, each) => {
    const alone = lintTexts(each, RULES).findings.map((finding) => told(finding, ''));
    const { findings } = lintTexts({ ...each, files: inBoth(each.files), ...baseInBoth(each) }, RULES);
    for (const folder of FOLDERS) {
      const own = findings.filter(({ file }) => file.startsWith(folder));
      expect(own.map((finding) => told(finding, folder)).toSorted()).toEqual(alone.toSorted());
    }
  });
});

/** So many applications that folders of one name are treated as one hub, each with its own objects. */
const OTHERS = Array.from({ length: 12 }, (_, index) => `app-${String(index)}`);

function others(...stages: readonly string[]): RuleCase['files'] {
  return OTHERS.flatMap((app) =>
    stages.flatMap((stage) => [
      { path: `apps/${app}/${stage}/placement.yaml`, text: placementYaml(app) },
      { path: `apps/${app}/${stage}/namespace.yaml`, text: namespaceYaml(app) },
    ]),
  );
}

function inStage({ files, base }: RuleCase, stage: string): Readonly<Record<'files' | 'base', RuleCase['files']>> {
  const within = (all: RuleCase['files']): RuleCase['files'] => all.map(({ path, text }) => ({ path: `apps/own/${stage}/${path}`, text }));
  return { files: within(files), base: within(base === undefined ? [] : [{ path: 'base.yaml', text: base }]) };
}

describe('one of many applications with a folder for each hub', () => {
  test.each(sampled(doubled, 300))('has in each the findings that it has without the other: %s', (_, each) => {
    const [dev, prod] = [inStage(each, 'dev'), inStage(each, 'prod')];
    const lintOf = (files: RuleCase['files'], base: RuleCase['files']): readonly Finding[] =>
      lintTexts({ ...each, files, ...(each.base === undefined ? {} : { base }) }, RULES).findings;
    const alone = lintOf([...others('dev'), ...dev.files], dev.base);
    const findings = lintOf([...others('dev', 'prod'), ...dev.files, ...prod.files], [...dev.base, ...prod.base]);
    for (const stage of ['dev', 'prod']) {
      const own = findings
        .filter(({ file }) => file.includes(`/${stage}/`))
        .map((finding) => told(finding, '').replaceAll(`/${stage}/`, '/dev/'));
      expect(own.toSorted()).toEqual(alone.map((finding) => told(finding, '')).toSorted());
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
