import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiddenObjects } from '../../src/static/read/files/hidden-objects.ts';
import { readManifests } from '../../src/static/read/read-manifests.ts';
import { namespaceYaml } from '../support/fleet-yaml.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeTree } from '../support/written.ts';

test('a file of a hidden directory that cannot be read is said, unless it is gone', async () => {
  const folder = temporaryFolder();
  const files = [
    // A folder by now, which no system lets be read as a file.
    { path: folder, name: '.old/unread.yaml' },
    { path: join(folder, 'gone.yaml'), name: '.old/gone.yaml' },
  ];
  expect(await hiddenObjects(files)).toEqual([
    {
      file: '.old/unread.yaml',
      line: 1,
      reason: 'The file was not read: it lies in a hidden directory and cannot be read (EISDIR).',
    },
  ]);
});

test('what other tools make objects of KubeFleet of is not evaluated', async () => {
  const folder = temporaryFolder();
  const placement = "{ apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: { name: 'a' } }";
  writeTree(folder, {
    'a.jsonnet': placement,
    'b.cue': placement.replaceAll("'", '"'),
    'c.yaml.j2': placement,
    'c.yaml.tftpl': placement,
    'c2.tf': 'resource "kubernetes_manifest" "a" {\n  manifest = {\n    "apiVersion" = "placement.kubernetes-fleet.io/v1"\n  }\n}\n',
    'c3.tf': 'provider "kubernetes" {}\n',
    'c4.ts': placement,
    'c5.yaml.in': placement,
    'd.libsonnet': "{ kind: 'Deployment' }",
    'e.md': placement,
    'f.yaml.orig': placement,
    '.old/g.jsonnet': placement,
    'h/i.yml.tpl': placement,
    'j.yaml': namespaceYaml('a'),
  });
  const { manifests, notEvaluated } = await readManifests(['.'], { cwd: folder, exclude: ['h'] });
  expect(manifests.map(({ file }) => file)).toEqual(['j.yaml']);
  const reason = 'It makes objects of KubeFleet with another tool, so it was not checked: have that tool render it and lint the result.';
  expect(notEvaluated).toEqual(
    ['a.jsonnet', 'b.cue', 'c.yaml.j2', 'c.yaml.tftpl', 'c2.tf', 'c5.yaml.in'].map((file) => ({ file, line: 1, reason })),
  );
});
