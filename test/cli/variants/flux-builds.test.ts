/** Folders without a kustomization, from which Flux makes one by its own rules. */
import { expect, it } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const map = (name: string, of = 'shop'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: ${of} }\ndata: { a: b }\n`;
const flux = (spec = '', source = ''): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m${source} }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ./apps, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet }${spec} }
`;
const ORDINARY: Files = {
  'clusters/apps.yaml': flux(),
  'apps/crp.yaml': placementYaml('shop'),
  'apps/ns.yaml': namespace('shop'),
  'apps/web.yaml': map('web'),
};
const JSON_PLACEMENT = JSON.stringify({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'x' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'x' }] },
});

async function judged(files: Files): Promise<readonly [number, string]> {
  const { dir, git } = gitRepository({ ...ORDINARY, ...files });
  git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--format', 'json']);
  return [exitCode, (report?.lint?.notEvaluated ?? []).map(({ reason }) => reason).join('\n')];
}

it.each<[string, Files, string]>([
  [
    'a file of JSON',
    { 'apps/x.json': JSON_PLACEMENT },
    'It does not apply apps/x.json (Flux takes `.yaml` and `.yml` of a folder without a kustomization)',
  ],
  ['a file of JSON in a folder below', { 'apps/deep/x.json': JSON_PLACEMENT }, 'It does not apply apps/deep/x.json'],
  [
    'an object twice',
    { 'apps/other.yaml': namespace('shop') },
    'Flux cannot build ./apps, and applies nothing of it: Namespace/shop in apps/ns.yaml:1 and Namespace/shop in apps/other.yaml:1',
  ],
  [
    'an object twice in one file',
    { 'apps/web.yaml': `${map('web')}---\n${map('web')}` },
    'apps/web.yaml:1 and ConfigMap/shop/web in apps/web.yaml:6',
  ],
  ['an object twice in a folder below', { 'apps/deep/ns.yml': namespace('shop') }, 'Namespace/shop in apps/deep/ns.yml:1'],
  [
    'two Namespaces in one target',
    { 'clusters/apps.yaml': flux(', targetNamespace: shop'), 'apps/cart.yaml': namespace('cart') },
    'are one object for kustomize in the namespace shop',
  ],
  [
    'two objects that meet in one target',
    { 'clusters/apps.yaml': flux(', targetNamespace: shop'), 'apps/more.yaml': map('web', 'cart') },
    'ConfigMap/cart/web in apps/more.yaml:1 and ConfigMap/shop/web in apps/web.yaml:1',
  ],
])('Flux does not apply %s', async (_, files, reason) => {
  expect(await judged(files)).toEqual([6, expect.stringContaining(reason)]);
});

it.each<[string, Files]>([
  ['ordinary files', {}],
  ['objects of one name and other kinds or namespaces', { 'apps/more.yaml': `${map('web', 'cart')}---\n${map('shop')}` }],
  [
    'a kustomization in the folder',
    { 'apps/kustomization.yaml': 'resources: [crp.yaml, ns.yaml, x.json]\n', 'apps/x.json': JSON_PLACEMENT },
  ],
  ['a kustomization in a folder below', { 'apps/deep/kustomization.yaml': 'resources: [x.json]\n', 'apps/deep/x.json': JSON_PLACEMENT }],
  ['a file of JSON with another object', { 'apps/dashboard.json': '{ "title": "x" }\n' }],
  ['another folder', { 'other/ns.yaml': namespace('shop'), 'other/x.json': JSON_PLACEMENT }],
  ['one Namespace in its target', { 'clusters/apps.yaml': flux(', targetNamespace: shop') }],
])('Flux applies %s', async (_, files) => {
  const [exitCode, reasons] = await judged(files);
  expect([exitCode, /Flux/.test(reasons)]).toEqual([0, false]);
});

it.each<[string, Files]>([
  ['the source', { 'clusters/apps.yaml': flux('', ', ignore: "other.yaml"') }],
  ['a file at the top', { '.sourceignore': 'other.yaml\n' }],
  ['a file in the folder', { 'apps/.sourceignore': 'other.yaml\n' }],
])('an object twice passes with a line if %s may leave out one of them', async (_, files) => {
  expect(await judged({ ...files, 'apps/other.yaml': namespace('shop') })).toEqual([
    0,
    expect.stringContaining('It can if its source leaves one of them out'),
  ]);
});
