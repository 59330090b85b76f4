/** The images that Flux and Argo CD replace are those of the real kustomize. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { imageOfText, withReplacedImages } from '../../src/static/images/replaced-images.ts';
import { withKnownImages } from '../../src/static/read/deployers/known-images.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Delivery } from '../../src/static/read/deployers/delivery.ts';
import type { Manifest } from '../../src/static/world/manifest.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { toolFolder } from './tools.ts';

const folder = toolFolder('kustomize');

const DIGEST = `sha256:${'a'.repeat(64)}`;
const IMAGES = [
  'nginx',
  'nginx:1',
  `nginx@${DIGEST}`,
  `nginx:1@${DIGEST}`,
  'docker.io/library/nginx:1',
  'localhost:5000/team/nginx:1',
  'nginx-extra:1',
];

/** A Deployment, and a custom resource with a list of containers, with these images. */
function objects(images: readonly string[]): readonly KubeObject[] {
  const containers = images.map((image, index) => ({ name: `c${index}`, image }));
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { template: { spec: { initContainers: containers, containers } } },
    },
    { apiVersion: 'example.com/v1', kind: 'Rollout', metadata: { name: 'b' }, spec: { any: { containers } } },
  ];
}

function kustomize(dir: string, ...args: readonly string[]): string {
  return execFileSync(path.join(folder ?? '', 'kustomize'), args, { cwd: dir, encoding: 'utf8' });
}

function ours(entries: readonly unknown[]): readonly unknown[] {
  const delivery = { changes: { images: entries } } as unknown as Delivery;
  const [known] = withKnownImages(
    [delivery],
    () => ['apps'],
    () => [],
    () => new Set(),
  );
  expect(known?.images).toHaveLength(entries.length);
  return objects(IMAGES).map((object) => withReplacedImages({ object, unresolved: [] } as unknown as Manifest, known?.images ?? []).object);
}

function theirs(kustomization: string): readonly unknown[] {
  const dir = temporaryFolder();
  writeFileSync(path.join(dir, 'all.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects(IMAGES) }));
  writeFileSync(path.join(dir, 'kustomization.yaml'), kustomization);
  return kustomize(dir, 'build')
    .split('---\n')
    .map((text) => load(text));
}

it.skipIf(folder === undefined).each([
  [{ name: 'nginx', newTag: '2' }],
  [{ name: 'nginx', newName: 'other' }],
  [{ name: 'nginx', newName: 'other', newTag: '2' }],
  [{ name: 'nginx', digest: DIGEST.replaceAll('a', 'b') }],
  [{ name: 'nginx', newTag: '2', digest: DIGEST.replaceAll('a', 'b') }],
  [{ name: 'nginx', newTag: '' }],
  [{ name: 'docker.io/library/nginx', newTag: '2' }],
  [{ name: 'localhost:5000/team/nginx', newName: 'registry.example.net/nginx' }],
  [
    { name: 'nginx', newName: 'other' },
    { name: 'other', newTag: '3' },
  ],
])('kustomize makes the same of %j %j', (...entries) => {
  expect(ours(entries.filter((entry) => entry !== undefined))).toEqual(
    theirs(JSON.stringify({ resources: ['all.json'], images: entries })),
  );
});

it
  .skipIf(folder === undefined)
  .each([
    'nginx:2',
    `nginx@${DIGEST.replaceAll('a', 'b')}`,
    'nginx=other',
    'nginx=other:2',
    'nginx=localhost:5000/other:2',
    'nginx=*:2',
    'localhost:5000/team/nginx:2',
    `nginx=other:2@${DIGEST}`,
  ])('kustomize edit set image makes the same of %s', (text) => {
  const dir = temporaryFolder();
  writeFileSync(path.join(dir, 'kustomization.yaml'), 'resources: [all.json]\n');
  kustomize(dir, 'edit', 'set', 'image', text);
  expect(ours([imageOfText(text)])).toEqual(theirs(readFileSync(path.join(dir, 'kustomization.yaml'), 'utf8')));
});
