/** Argo CD evaluates Jsonnet in a folder of plain manifests, also beside YAML files. */
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const JSONNET = "{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'x'}, data: {k: 1}}\n";
const FLEET = "{apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: {name: 'x'}}\n";
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\ndata: {k: v}\n';
const KUSTOMIZATION = 'resources: [d.yaml]\n';
const CHART = 'apiVersion: v2\nname: k\nversion: 1.0.0\n';

const source = (more = ''): string => `{repoURL: https://github.com/o/r, path: k${more}}`;
const application = (sources: string, namespace = 'shop'): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: x, namespace: argocd}
spec: {project: default, ${sources}, destination: {server: https://kubernetes.default.svc, namespace: ${namespace}}}
`;
const APPLICATION = application(`source: ${source()}`);
const SET = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: x, namespace: argocd}
spec:
  generators: [{git: {repoURL: https://github.com/o/r, directories: [{path: apps/*}]}}]
  template:
    metadata: {name: '{{path.basename}}'}
    spec:
      project: default
      source: {repoURL: https://github.com/o/r, path: '{{path}}'}
      destination: {server: https://kubernetes.default.svc, namespace: shop}
`;
const into = (files: string): string =>
  `It deploys into namespace shop, which a placement selects. Jsonnet is not read (${files}), so it was not checked.`;
const note = (files: string): string => `Not checked, because Jsonnet is not read: what Argo CD makes of ${files}.`;
const TOP = into('k/d.jsonnet');
const BESIDE = { 'k/d.yaml': CONFIG_MAP, 'k/d.jsonnet': JSONNET };
const BELOW = { 'k/d.yaml': CONFIG_MAP, 'k/below/d.jsonnet': JSONNET };

describe('Jsonnet in a folder that Argo CD deploys', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['beside YAML', { ...BESIDE, 'f/a.yaml': APPLICATION }, TOP],
    ['without YAML', { 'k/d.jsonnet': JSONNET, 'f/a.yaml': APPLICATION }, TOP],
    ['of one of several sources', { ...BESIDE, 'f/a.yaml': application(`sources: [${source()}, ${source(', ref: r')}]`) }, TOP],
    [
      'of a folder that a set finds',
      { 'apps/a/d.yaml': CONFIG_MAP, 'apps/b/d.jsonnet': JSONNET, 'f/a.yaml': SET },
      into('apps/b/d.jsonnet'),
    ],
    ['into a namespace that no placement selects', { ...BESIDE, 'f/a.yaml': application(`source: ${source()}`, 'else') }, undefined],
    ['in a folder below', { ...BELOW, 'f/a.yaml': APPLICATION }, ''],
    [
      'in a folder below, with `recurse`',
      { ...BELOW, 'f/a.yaml': application(`source: ${source(', directory: {recurse: true}')}`) },
      into('k/below/d.jsonnet'),
    ],
    [
      'in a hidden folder below, with `recurse`',
      {
        'k/d.yaml': CONFIG_MAP,
        'k/.below/d.jsonnet': JSONNET,
        'f/a.yaml': application(`source: ${source(', directory: {recurse: true}')}`),
      },
      into('k/.below/d.jsonnet'),
    ],
    ['that it excludes', { ...BESIDE, 'f/a.yaml': application(`source: ${source(", directory: {exclude: '*.jsonnet'}")}`) }, ''],
    ['that it does not include', { ...BESIDE, 'f/a.yaml': application(`source: ${source(", directory: {include: '*.yaml'}")}`) }, ''],
    ['of a library', { 'k/d.yaml': CONFIG_MAP, 'k/d.libsonnet': JSONNET, 'f/a.yaml': APPLICATION }, ''],
    ['with a kustomization', { ...BESIDE, 'k/kustomization.yaml': KUSTOMIZATION, 'f/a.yaml': APPLICATION }, ''],
    [
      'with a kustomization that is not built',
      {
        ...BESIDE,
        'k/kustomization.yaml': KUSTOMIZATION,
        'f/a.yaml': application(`source: ${source(', directory: {jsonnet: {libs: [vendor]}}')}`),
      },
      TOP,
    ],
    ['with a chart', { 'k/Chart.yaml': CHART, 'k/templates/d.yaml': CONFIG_MAP, 'k/d.jsonnet': JSONNET, 'f/a.yaml': APPLICATION }, ''],
    ['of helm', { ...BESIDE, 'f/a.yaml': application(`source: ${source(', helm: {releaseName: k}')}`) }, ''],
  ])('%s', async (_, files, reason) => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'p/p.yaml': placementYaml('shop'), ...files });
    const { exitCode, report } = await runCli(cwd, ['lint', '.', '--render-with', 'off']);
    const reasons = report?.lint?.notEvaluated.map((entry) => entry.reason).filter((each) => each.includes('Jsonnet')) ?? [];
    const notes = report?.notes?.filter((each) => each.includes('Jsonnet')) ?? [];
    const jsonnet = Object.keys(files).find((file) => file.endsWith('.jsonnet')) ?? '';
    expect([reasons, notes]).toEqual(reason === undefined ? [[], [note(jsonnet)]] : [reason === '' ? [] : [reason], []]);
    if (reason !== '') expect(exitCode).toBe(reason === undefined ? 0 : 6);
  });

  it.each<[string, Record<string, string>, number]>([
    ['itself', { 'k/d.yaml': CONFIG_MAP, 'k/d.jsonnet': FLEET }, 6],
    ['in a library', { 'k/d.yaml': CONFIG_MAP, 'k/d.jsonnet': "import '../lib/l.libsonnet'\n", 'lib/l.libsonnet': FLEET }, 6],
    ['in a folder that is not deployed', { 'k/d.yaml': CONFIG_MAP, 'j/d.jsonnet': FLEET }, 0],
  ])('has an object of KubeFleet %s', async (_, files, code) => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'f/a.yaml': application(`source: ${source()}`, 'else'), ...files });
    const { exitCode, report } = await runCli(cwd, ['lint', '.', '--render-with', 'off']);
    expect([exitCode, report?.lint?.notEvaluated.map(({ fleetObject }) => fleetObject === true)]).toEqual([code, [code === 6]]);
  });
});
