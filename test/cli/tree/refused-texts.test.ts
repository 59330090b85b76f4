import { expect, test } from 'vitest';
import { memberObject } from '../../schedule/fleets.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const CHART = { 'deploy/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'deploy/c/templates/ns.yaml': namespaceYaml('c') };
const GENERATOR = {
  'deploy/k/kustomization.yaml':
    'resources: [a.yaml]\nconfigMapGenerator: [{name: q, namespace: shop, files: [f.txt], envs: [f.env]}]\npatches: [{path: p.txt}]\n',
  'deploy/k/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n',
  'deploy/k/f.txt': 'a',
  'deploy/k/f.env': 'a=1\n',
  'deploy/k/p.txt': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n',
};
const READING = {
  ...CHART,
  'deploy/c/templates/a.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\ndata:\n  a: {{ .Files.Get "f.txt" | quote }}\n',
};
const GIVEN = { 'deploy.sh': '#!/bin/sh\nhelm upgrade --install c deploy/c -n shop -f values/prod.txt\n' };
const inConflict = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> topic\n`;

test.each<[what: string, files: Record<string, string>, lint: number, plan: number]>([
  ['without a conflict', { ...CHART, 'deploy/c/values-prod.yaml': 'a: 1\n' }, 0, 0],
  ['with a conflict in a workload', { 'deploy/a.yaml': inConflict(namespaceYaml('a'), namespaceYaml('b')) }, 1, 6],
  ['with a manifest that cannot be parsed', { 'deploy/a.yaml': `${namespaceYaml('a')}x: [\n` }, 1, 6],
  ['with a conflict in a file of values', { ...CHART, 'deploy/c/values-prod.yaml': inConflict('a: 1\n', 'a: 2\n') }, 1, 6],
  ['with a conflict in the description of a chart', { ...CHART, 'deploy/c/Chart.yaml': inConflict('name: c\n', 'name: d\n') }, 1, 6],
  ['with a conflict in a helper', { ...CHART, 'deploy/c/templates/_h.tpl': inConflict('{{/* a */}}\n', '{{/* b */}}\n') }, 1, 6],
  ['with a conflict in values of another program', { 'deploy/other/values.yaml': inConflict('a: 1\n', 'a: 2\n') }, 0, 0],
  ['with a conflict in a file of a generator', { ...GENERATOR, 'deploy/k/f.txt': inConflict('a=1\n', 'a=2\n') }, 1, 6],
  ['with a conflict in variables of a generator', { ...GENERATOR, 'deploy/k/f.env': inConflict('a=1\n', 'b=2\n') }, 1, 6],
  ['with a conflict in a patch of any name', { ...GENERATOR, 'deploy/k/p.txt': inConflict('a: 1\n', 'b: 2\n') }, 1, 6],
  ['with a conflict in what a template reads', { ...READING, 'deploy/c/f.txt': inConflict('a\n', 'b\n') }, 1, 6],
  ['with a conflict in what a template does not read', { ...READING, 'deploy/c/g.txt': inConflict('a\n', 'b\n') }, 0, 0],
  ['with a conflict in values that a script gives', { ...CHART, ...GIVEN, 'values/prod.txt': inConflict('a: 1\n', 'a: 2\n') }, 1, 6],
  ['with a conflict in what nothing reads', { ...CHART, 'values/prod.txt': inConflict('a: 1\n', 'a: 2\n') }, 0, 0],
  ['with underlines in a file of a generator', { ...GENERATOR, 'deploy/k/f.txt': 'Title\n=======\n>>>>>>> quoted\n' }, 0, 0],
  ['with a banner in what a template reads', { ...READING, 'deploy/c/f.txt': '<<<<<<< Welcome\n>>>>>>> Welcome\n=======\n' }, 0, 0],
  ['with an underline in a helper', { ...CHART, 'deploy/c/templates/_h.tpl': '{{/*\nNames\n=======\n*/}}\n' }, 0, 0],
])('a tree %s ends with its exit codes of lint and plan', async (_, files, lint, plan) => {
  const cwd = temporaryFolder();
  const clusters = JSON.stringify(memberObject('m1', {}));
  writeTree(cwd, { 'clusters.json': clusters, 'deploy/ns.yaml': namespaceYaml('shop'), 'deploy/p.yaml': placementYaml('shop'), ...files });
  const run = async (...argv: readonly string[]): Promise<number> =>
    (await runCli(cwd, [...argv, 'deploy', '--render-with', 'off'])).exitCode;
  expect([await run('lint'), await run('plan', '--clusters', 'clusters.json')]).toEqual([lint, plan]);
});
