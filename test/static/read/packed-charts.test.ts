import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NotEvaluated } from '../../../src/finding.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { packedChart } from '../../support/trees/packed-chart.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const PLACED = { 'shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` };
const FETCHED = 'resources: ["https://github.com/a/b//c?ref=v1"]\nhelmCharts: [{name: c, releaseName: r}]\n';

/** What is not evaluated in a tree with a chart in a chart, of these templates. */
async function open(
  tree: Readonly<Record<string, string>>,
  chart: string,
  template: string,
  isPacked: boolean,
): Promise<readonly NotEvaluated[]> {
  const cwd = path.join(temporaryFolder(), 'repository');
  mkdirSync(path.join(cwd, '.git'), { recursive: true });
  const files = { 'Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 0.1.0\n', 'templates/a.yaml': template };
  const folder = `${chart}/charts/sub`;
  mkdirSync(path.join(cwd, chart, 'charts'), { recursive: true });
  writeTree(cwd, { ...PLACED, ...tree });
  if (isPacked) writeFileSync(path.join(cwd, `${folder}-0.1.0.tgz`), packedChart('sub', files));
  else writeTree(cwd, Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text])));
  const env = { PATH: '' };
  return (await readManifests(['.'], { cwd, render: { what: 'auto', env } })).notEvaluated;
}

const CONFIG = (namespace: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ${namespace}}\n`;

test.each([
  ['content of a placement', CONFIG('shop'), true],
  ['other content', CONFIG('other'), false],
  ['an object of KubeFleet', placementYaml('mail'), true],
])('a chart that a kustomization renders, and that has %s, is not checked', async (_, template, isOfFleet) => {
  const tree = { 'k/kustomization.yaml': FETCHED, 'k/charts/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n' };
  const own = await open({ ...tree, 'k/charts/c/templates/b.yaml': template }, 'k/charts/c', CONFIG('other'), true);
  const all = [own, await open(tree, 'k/charts/c', template, true), await open(tree, 'k/charts/c', template, false)];
  expect(all.map((entries) => entries.some(({ fleetObject }) => fleetObject === true))).toEqual([isOfFleet, isOfFleet, isOfFleet]);
});

test('the description of a chart that a kustomization renders makes no KubeFleet objects', async () => {
  const tree = {
    'k/kustomization.yaml': FETCHED.replace(/^resources.*\n/, ''),
    'k/charts/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    'k/charts/c/README.md': placementYaml('mail'),
  };
  const entries = await open(tree, 'k/charts/c', CONFIG('other'), true);
  expect(entries.filter(({ fleetObject }) => fleetObject === true)).toEqual([]);
});
