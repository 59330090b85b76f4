import { expect, test } from 'vitest';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

// https://github.com/kubernetes-sigs/kustomize: an object with this annotation is in no output of kustomize; `kubectl apply` ignores it.
const local = (name: string, value: string): string =>
  placementYaml(name).replace(`name: ${name}\n`, `name: ${name}\n  annotations: {config.kubernetes.io/local-config: "${value}"}\n`);

test('an object that kustomize leaves out is not part of what a kustomization makes, and is named', async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    'kustomization.yaml': 'resources: [a.yaml, b.yaml, c.yaml, d.yaml]\n',
    'a.yaml': placementYaml('deployed'),
    'b.yaml': local('local', 'true'),
    'c.yaml': local('kept', 'false'),
    'd.yaml': local('empty', ''),
    'plain/e.yaml': local('applied', 'true'),
  });
  const { manifests, notEvaluated } = await readManifests(['.'], { cwd });
  expect(manifests.map(({ object }) => object.metadata.name)).toEqual(['deployed', 'kept', 'applied']);
  expect(notEvaluated.map(({ object, reason, fleetObject = false }) => [object?.name, reason, fleetObject])).toEqual(
    ['local', 'empty'].map((name) => [
      name,
      'kustomize leaves out this ClusterResourcePlacement (config.kubernetes.io/local-config), so it was not checked.',
      false,
    ]),
  );
});

const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { interval: 5m, path: ./apps, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: apps, namespace: argocd }
spec:
  project: default
  source: { repoURL: "https://github.com/x/y", path: apps, directory: { recurse: true } }
  destination: { server: "https://kubernetes.default.svc" }
`;
const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop, annotations: { config.kubernetes.io/local-config: "" } }\n';

test.each<[string, string, readonly string[]]>([
  ['Flux builds', FLUX, ['deployed']],
  ['Flux builds with those around it', FLUX.replace('path: ./apps', 'path: ./'), ['deployed']],
  ['Argo CD applies', ARGO, ['deployed', 'local', 'web']],
  ['Flux builds and Argo CD applies', `${FLUX}---\n${ARGO}`, ['deployed', 'local', 'web']],
  ['something unknown applies', SERVICE.replace('name: web', 'name: deployed'), ['deployed', 'local', 'web']],
])('in a folder without a kustomization that %s', async (_, deployer, expected) => {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    'apps/a.yaml': placementYaml('deployed'),
    'apps/b.yaml': local('local', 'true'),
    'apps/c/web.yaml': SERVICE,
    'hub/apps.yaml': deployer,
  });
  const { manifests, notEvaluated } = await readManifests(['.'], { cwd });
  const names = new Set(manifests.map(({ object }) => object.metadata.name)).difference(new Set(['apps']));
  expect([...names].toSorted()).toEqual(expected);
  expect(notEvaluated.map(({ object }) => object?.name)).toEqual(expected.includes('local') ? [] : ['local']);
});

test.each<[string, Readonly<Record<string, string>>, number]>([
  ['a folder without a kustomization', { 'apps/web.yaml': SERVICE }, 0],
  ['a kustomization', { 'apps/web.yaml': SERVICE, 'apps/kustomization.yaml': 'resources: [web.yaml]\n' }, 0],
  ['remote resources', { 'apps/kustomization.yaml': 'resources: [https://example.com/x//y]\n' }, 1],
])('what a deployer brings of %s may be elsewhere if nothing of it was read', async (_, files, expected) => {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'hub/apps.yaml': FLUX, 'hub/p.yaml': placementYaml('shop'), ...files });
  const { outside = [], notes = [] } = await readManifests(['.'], { cwd });
  expect(outside).toHaveLength(expected);
  expect(notes.join()).not.toContain('Taken from this repository');
});
