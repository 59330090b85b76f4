import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hiddenObjects } from '../../../src/static/read/files/hidden-objects.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

test('an unreadable file of a hidden directory is reported, unless it no longer exists', async () => {
  const folder = temporaryFolder();
  const files = [
    // A folder by now, which no system lets be read as a file.
    { path: folder, name: '.old/unread.yaml' },
    { path: join(folder, 'gone.yaml'), name: '.old/gone.yaml' },
  ];
  expect((await hiddenObjects(files)).notEvaluated).toEqual([
    {
      file: '.old/unread.yaml',
      line: 1,
      reason: 'The file was not read: it is in a hidden directory and cannot be read (EISDIR).',
    },
  ]);
});

test('input from which other tools generate objects of KubeFleet is reported as not checked', async () => {
  const folder = temporaryFolder();
  const placement = "{ apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: { name: 'a' } }";
  writeTree(folder, {
    'a.jsonnet': placement,
    'b.cue': placement.replaceAll("'", '"'),
    'b.dhall': placement,
    'b.ncl': placement,
    'c.yaml.j2': placement,
    'c.yaml.tftpl': placement,
    'c2.tf': 'resource "kubernetes_manifest" "a" {\n  manifest = {\n    "apiVersion" = "placement.kubernetes-fleet.io/v1"\n  }\n}\n',
    'c3.tf': 'provider "kubernetes" {}\n',
    'c3.bicep': "resource a 'placement.kubernetes-fleet.io/ClusterResourcePlacement@v1' = {}\n",
    'c4.ts': placement,
    'c5.yaml.in': placement,
    'c6.j2': placement,
    'c7.gotmpl': placement,
    'd.libsonnet': "{ kind: 'Deployment' }",
    'e.md': placement,
    'f.yaml.orig': placement,
    '.old/g.jsonnet': placement,
    'h/i.yml.tpl': placement,
    'h/j.jsonnet': placement,
    'j.yaml': namespaceYaml('a'),
  });
  symlinkSync('h/j.jsonnet', join(folder, 'c8.jsonnet'));
  writeFileSync(join(folder, 'b2.tgz'), gzipSync(`shop/templates/a.yaml\n${placement}`));
  writeFileSync(join(folder, 'b3.tgz'), gzipSync('shop/templates/a.yaml\nkind: ConfigMap\n'));
  writeFileSync(join(folder, 'b4.tgz'), placement);
  const { manifests, notEvaluated } = await readManifests(['.'], { cwd: folder, exclude: ['h'] });
  expect(manifests.map(({ file }) => file)).toEqual(['j.yaml']);
  const reason =
    'Another tool generates KubeFleet objects from this file, so it was not checked: render it with that tool and lint the result.';
  const applied = 'It has KubeFleet objects, and code of Terraform, Bicep and Pulumi is not read';
  expect(notEvaluated).toEqual([
    ...['a.jsonnet', 'b.cue', 'b.dhall', 'b.ncl', 'b2.tgz', 'c.yaml.j2', 'c.yaml.tftpl'].map((file) => ({ file, line: 1, reason })),
    ...['c2.tf', 'c3.bicep'].map((file) => ({ file, line: 1, reason: expect.stringContaining(applied), fleetObject: true })),
    ...['c5.yaml.in', 'c6.j2', 'c7.gotmpl', 'c8.jsonnet'].map((file) => ({ file, line: 1, reason })),
  ]);
});

test('files in hidden folders and among packages are named: each object of KubeFleet, and the first of all others', async () => {
  const folder = temporaryFolder();
  const placement = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: a}\n';
  writeTree(folder, {
    'a.yaml': namespaceYaml('a'),
    '.old/a.yaml': placement,
    '.old/b.yaml': namespaceYaml('b'),
    '.old/deep/c.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }),
    '.old/d.json': '{"kind": "of another program"}',
    '.old/e/kustomization.yaml': 'resources: [placement.txt]\n',
    'node_modules/e/e.yaml': placement,
    'node_modules/e/f.yaml': namespaceYaml('f'),
  });
  const unchecked = 'which was not checked, although `kubectl apply -R` and Flux apply it. Name the directory to check it, or exclude it.';
  const hidden = [
    { file: '.old/a.yaml', line: 1, reason: `It is in a hidden directory, ${unchecked}`, fleetObject: true },
    { file: '.old/b.yaml', line: 1, reason: `It and 2 more files with Kubernetes objects are in a hidden directory, ${unchecked}` },
  ];
  const packages = [
    { file: 'node_modules/e/e.yaml', line: 1, reason: `It is in a node_modules directory, ${unchecked}`, fleetObject: true },
    { file: 'node_modules/e/f.yaml', line: 1, reason: `It is in a node_modules directory, ${unchecked}` },
  ];
  const byName = (a: { readonly file: string }, b: { readonly file: string }): number => a.file.localeCompare(b.file);
  const { notEvaluated } = await readManifests(['.'], { cwd: folder });
  expect(notEvaluated.toSorted(byName)).toEqual([...hidden, ...packages]);
  // Packages of a package manager are not part of the repository.
  const committed = await readManifests(['.'], {
    cwd: folder,
    repository: {
      root: folder,
      committedIn: () => Promise.resolve(new Set([join(folder, 'node_modules/e/e.yaml')])),
      submodules: () => Promise.resolve(undefined),
      lackedIn: () => Promise.resolve([]),
      lacks: () => Promise.resolve(false),
    },
  });
  expect(committed.notEvaluated.toSorted(byName)).toEqual([...hidden, ...packages.slice(0, 1)]);
});

test('a file there that a script applies is read, and its neighbours are still named', async () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    '.old/a.yaml': namespaceYaml('a'),
    '.old/b.yaml': namespaceYaml('b'),
    'node_modules/c/c.yaml': namespaceYaml('c'),
    'd.yaml': namespaceYaml('d'),
  });
  const applied = ['.old/a.yaml', 'node_modules/c/c.yaml', 'd.yaml', '.old/none.yaml'];
  const { manifests, notEvaluated } = await readManifests(['.'], { cwd: folder, applied });
  expect(manifests.map(({ file }) => file).toSorted()).toEqual(['.old/a.yaml', 'd.yaml', 'node_modules/c/c.yaml']);
  expect(notEvaluated.map(({ file }) => file)).toEqual(['.old/b.yaml']);
});

test('JSON that is not a Kubernetes object, such as a JSON Schema, is not named; escaped keys and several values are', async () => {
  const folder = temporaryFolder();
  const schema = {
    $schema: 'https://json-schema.org/draft-07/schema#',
    properties: { kind: { const: 'List' }, apiVersion: { const: 'v1' } },
  };
  const object = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } });
  writeTree(folder, {
    'a.yaml': namespaceYaml('a'),
    // The schema of this package has more bytes than are read in one piece.
    'node_modules/fleet-gate/config.schema.json': `${JSON.stringify(schema)}${' '.repeat(100_000)}`,
    'node_modules/b/escaped.json': object.replace('kind', String.raw`k\u0069nd`),
    '.c/after-schema.json': `${JSON.stringify(schema)}\n${object}`,
    '.d/yaml.json': namespaceYaml('d'),
    '.e/placement.json': JSON.stringify({ ...schema, default: { kind: 'ClusterResourcePlacement' } }, null, 2),
  });
  const { notEvaluated } = await readManifests(['.'], { cwd: folder });
  expect(notEvaluated.map(({ file }) => file).toSorted()).toEqual([
    '.c/after-schema.json',
    '.d/yaml.json',
    '.e/placement.json',
    'node_modules/b/escaped.json',
  ]);
});
