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
