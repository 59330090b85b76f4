/** Objects of Flux and Argo CD beside the checked paths change what these deploy. */
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const OWN = 'https://github.com/o/fleet';
const TREE: Files = {
  'fleet/shop.yaml': placementYaml('shop'),
  'fleet/ns.yaml': namespaceYaml('shop'),
  'fleet/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\ndata: { a: b }\n',
};
const flux = (more: string, path = './fleet', url = OWN): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: "${url}", ref: { branch: main }, interval: 1m }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: fleet, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet }, ${more} }
`;
const argo = (kustomize: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: fleet, namespace: argocd }
spec:
  project: default
  source: { repoURL: ${OWN}, path: fleet, targetRevision: HEAD, kustomize: ${kustomize} }
  destination: { server: "https://kubernetes.default.svc", namespace: fleet }
`;
const patch = (kind: string, path: string): string =>
  `patches: [{ target: { kind: ${kind} }, patch: '[{ "op": "add", "path": "${path}", "value": "x" }]' }]`;
const OF_PLACEMENT = patch('ClusterResourcePlacement', '/spec/policy');
const CHANGED = 'flux/all.yaml changes this ClusterResourcePlacement; the changes were not checked.';

async function linted({ dir, git }: GitRepository, ...argv: readonly string[]) {
  git('remote', 'add', 'origin', OWN);
  const { exitCode, report } = await runCli(dir, ['lint', ...argv]);
  return {
    exitCode,
    findings: report?.lint?.findings.map(({ rule }) => rule),
    reasons: report?.lint?.notEvaluated.map(({ reason }) => reason),
    notes: (report?.notes ?? []).filter((note) => note.includes('Flux')),
  };
}

describe('a part of the repository is checked as the whole', () => {
  it.each<
    readonly [string, Files, { readonly exitCode: number; readonly findings?: readonly string[]; readonly reasons?: readonly string[] }]
  >([
    ['a patch of a placement', { 'flux/all.yaml': flux(OF_PLACEMENT) }, { exitCode: 6 }],
    ['a prefix', { 'flux/all.yaml': flux('namePrefix: x-') }, { exitCode: 6 }],
    ['a patch of content', { 'flux/all.yaml': flux(patch('ConfigMap', '/data/a')) }, { exitCode: 0 }],
    ['another namespace', { 'flux/all.yaml': flux('targetNamespace: other') }, { exitCode: 0, findings: ['selects-nothing'] }],
    ['a patch of Argo CD', { 'argo/all.yaml': argo(`{ ${OF_PLACEMENT} }`) }, { exitCode: 6 }],
    ['no change', { 'flux/all.yaml': flux('suspend: false') }, { exitCode: 0, findings: [], reasons: [] }],
    [
      'a kustomization that lists it',
      { 'flux/all.yaml': flux(OF_PLACEMENT), 'flux/kustomization.yaml': 'resources: [all.yaml]\n' },
      { exitCode: 6 },
    ],
  ])('%s', async (_, files, expected) => {
    const part = await linted(gitRepository({ ...TREE, ...files }), 'fleet');
    expect(part).toMatchObject(expected);
    const whole = await linted(gitRepository({ ...TREE, ...files }), '.');
    expect([part.exitCode, part.findings]).toEqual([whole.exitCode, whole.findings]);
  });
});

it.each<readonly [string, Files]>([
  ['another folder', { 'flux/all.yaml': flux(OF_PLACEMENT, './other') }],
  ['another repository', { 'flux/all.yaml': flux(OF_PLACEMENT, './fleet', 'https://github.com/o/other') }],
  ['a hidden folder', { '.old/all.yaml': flux(OF_PLACEMENT) }],
  ['an excluded folder', { 'old/all.yaml': flux(OF_PLACEMENT), '.fleet-gate.yaml': 'exclude: [old]\n' }],
])('takes nothing of %s', async (_, files) => {
  expect(await linted(gitRepository({ ...TREE, ...files }), 'fleet')).toEqual({ exitCode: 0, findings: [], reasons: [], notes: [] });
});

it('names what the change makes it change', async () => {
  const repository = gitRepository({ ...TREE, 'flux/all.yaml': flux('suspend: false') });
  repository.write('flux/all.yaml', flux(OF_PLACEMENT));
  expect(await linted(repository, 'fleet', '--base', 'HEAD')).toMatchObject({
    exitCode: 6,
    reasons: [
      CHANGED,
      'It changes fleet with patches. These changes were not checked.',
      'This change edits how flux/all.yaml changes it. The result was not checked.',
    ],
  });
});

it('compares with what the base changed', async () => {
  const repository = gitRepository({ ...TREE, 'flux/all.yaml': flux('targetNamespace: other') });
  repository.write('flux/all.yaml', flux('targetNamespace: shop'));
  repository.git('remote', 'add', 'origin', OWN);
  const { report } = await runCli(repository.dir, ['lint', 'fleet', '--base', 'HEAD']);
  expect(report?.lint?.findings.map(({ rule, state }) => [rule, state])).toEqual([['selects-nothing', 'fixed']]);
});

it('does not take what a kustomization changes in it, and says so', async () => {
  const files = {
    'flux/all.yaml': flux('targetNamespace: other'),
    'flux/kustomization.yaml': `resources: [all.yaml]\n${patch('Kustomization', '/spec/targetNamespace')}\n`,
  };
  expect(await linted(gitRepository({ ...TREE, ...files }), 'fleet')).toEqual({
    exitCode: 0,
    findings: [],
    reasons: [],
    notes: [
      'A kustomization changes the objects of Flux or Argo CD in flux/all.yaml, so what they change in the checked files is not known. Check the whole repository to include it.',
    ],
  });
});

it('does so behind hundreds of other kustomizations', async () => {
  const others = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`apps/a${at}/kustomization.yaml`, 'resources: []\n']));
  const files = {
    'flux/all.yaml': flux('targetNamespace: other'),
    'flux/kustomization.yaml': `resources: [all.yaml]\n${patch('Kustomization', '/spec/targetNamespace')}\n`,
  };
  expect(await linted(gitRepository({ ...others, ...TREE, ...files }), 'fleet')).toEqual({
    exitCode: 0,
    findings: [],
    reasons: [],
    notes: [
      'A kustomization changes the objects of Flux or Argo CD in flux/all.yaml, so what they change in the checked files is not known. Check the whole repository to include it.',
    ],
  });
});

it('names a file that is too large to be read', async () => {
  const large = `${flux('suspend: false')}# ${'x'.repeat(600_000)}\n`;
  const { notes } = await linted(gitRepository({ ...TREE, 'flux/all.yaml': large }), 'fleet');
  expect(notes).toEqual(['flux/all.yaml cannot be read, or is larger than 512 KiB, so what Flux or Argo CD deploys with it is not known.']);
  expect((await linted(gitRepository({ ...TREE, 'flux/all.yaml': flux('suspend: false') }), 'fleet')).notes).toEqual([]);
});

const DEPENDENT = flux('dependsOn: [{ name: infra }]');
const INFRA = flux('suspend: false', './infra').replaceAll(
  '{ name: fleet, namespace: flux-system }',
  '{ name: infra, namespace: flux-system }',
);

it.each<readonly [string, string, Files, boolean]>([
  ['deletes', '.', {}, true],
  ['renames', '.', { 'clusters/infra.yaml': INFRA.replaceAll('name: infra', 'name: network') }, true],
  ['deletes beside the checked files', 'fleet', {}, true],
  ['moves beside the checked files', 'clusters', { 'more/infra.yaml': INFRA }, false],
  ['moves', '.', { 'clusters/more/infra.yaml': INFRA }, false],
])('names a dependency that the change %s: %s', async (_, path, files, isNamed) => {
  const repository = gitRepository({ ...TREE, 'clusters/fleet.yaml': DEPENDENT, 'clusters/infra.yaml': INFRA });
  repository.remove('clusters/infra.yaml');
  for (const [file, text] of Object.entries(files)) repository.write(file, text);
  const { notes } = await linted(repository, path, '--base', 'HEAD');
  expect(notes.some((note) => note.includes('depends on Kustomization/flux-system/infra, which this change removes'))).toBe(isNamed);
});
