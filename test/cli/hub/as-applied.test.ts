import { expect, test } from 'vitest';

import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { withStoredData } from '../../../src/gates/deploy/content/comparable.ts';
import { secretValues } from '../../../src/secrets/secret-values.ts';
import { removedField } from '../../../src/gates/deploy/removed-fields.ts';
import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asApplied } from '../../../src/cli/hub/as-applied.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  namespace: shop
  annotations: {example.com/commit: __COMMIT__}
spec:
  replicas: 2
  template:
    spec:
      initContainers: [{name: wait, image: "registry.example/tools/wait:1"}]
      containers:
        - {name: web, image: "registry.example/shop:__TAG__"}
        - {name: proxy, image: "docker.io/library/nginx@sha256:${'0'.repeat(64)}"}
`;
const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy: {placementType: PickAll}
`;

function applied(text: string, ...flags: readonly string[]): ReturnType<typeof asApplied> {
  return asApplied(parseManifests(text, 'a.yaml').manifests, parseArgv(['wait', ...flags]));
}

function imagesWith(...flags: readonly string[]): readonly string[] {
  return [...JSON.stringify(applied(DEPLOYMENT, ...flags).map(({ object }) => object)).matchAll(/"image":"([^"]*)"/g)].map(
    ([, image]) => image ?? '',
  );
}

test.each([
  ['registry.example/shop:1.4.2', 1, 'registry.example/shop:1.4.2'],
  ['registry.example/shop=registry.example/shop:1.4.2', 1, 'registry.example/shop:1.4.2'],
  ['registry.example/shop=:1.4.2', 1, 'registry.example/shop:1.4.2'],
  ['registry.example/shop=mirror.example/shop@sha256:1', 1, 'mirror.example/shop@sha256:1'],
  ['registry.example/tools/wait:2', 0, 'registry.example/tools/wait:2'],
  ['docker.io/library/nginx:1.28', 2, 'docker.io/library/nginx:1.28'],
])('--image %s replaces only the images with its name', (given, index, image) => {
  const before = imagesWith();
  expect(imagesWith('--image', given)).toEqual(before.with(index, image));
});

test('an image that the deploy step sets is known, and the others stay open', () => {
  const [manifest] = applied(DEPLOYMENT, '--image', 'registry.example/shop:1.4.2');
  expect(manifest?.unresolved).toEqual([]);
  expect(applied(DEPLOYMENT, '--image', 'docker.io/library/nginx:1')[0]?.unresolved).toEqual(['/spec/template/spec/containers/0/image']);
});

test.each([
  ['nginx:1', 'nginx:2'],
  ['nginx=mirror.example/nginx:1', 'nginx:1'],
  ['nginx:1', `nginx@sha256:${'0'.repeat(64)}`],
])('%s and %s are two references of one image, which is an error', (one, other) => {
  expect(() => imagesWith('--image', one, '--image', other)).toThrow(
    /^--image \S+ and \S+: both are for the image \S*nginx; give only the one that the deploy step set last$/,
  );
});

test('an image may be given twice with one reference', () => {
  expect(imagesWith('--image', 'docker.io/library/nginx:1', '--image', 'docker.io/library/nginx=docker.io/library/nginx:1')).toContain(
    'docker.io/library/nginx:1',
  );
});

test.each([
  ['/spec/replicas', ['spec', 'replicas']],
  ['/metadata/annotations/example.com~1commit', ['metadata', 'annotations', 'example.com/commit']],
  ['/spec/template/spec/containers/*/image', ['spec', 'template', 'spec', 'containers', '0', 'image']],
])('--ignore-fields %s ignores the field, and nothing else', (pointer, keys) => {
  const [manifest] = applied(DEPLOYMENT, '--ignore-fields', pointer);
  const valueAt = (object: unknown): unknown => keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], object);
  expect(valueAt(manifest?.object)).toBeUndefined();
  expect(valueAt(applied(DEPLOYMENT)[0]?.object)).toBeDefined();
  expect(manifest?.object.metadata.name).toBe('shop');
});

test.each(['/data/token', '/stringData/token'])('--ignore-fields %s ignores a value of a Secret, whichever field writes it', (pointer) => {
  const valuesOf = (field: string): unknown => {
    const secret = `{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: shop}, ${field}: {token: c2VjcmV0, other: b3RoZXI=}}`;
    return withStoredData(applied(secret, '--ignore-fields', pointer)[0]?.object as KubeObject)['data'];
  };
  expect(valuesOf('data')).toEqual({ token: undefined, other: 'b3RoZXI=' });
  expect(valuesOf('stringData')).toEqual({ token: undefined, other: 'YjNSb1pYST0=' });
  expect(
    secretValues(
      applied(`{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: eA==}}`, '--ignore-fields', '/data/a')[0]
        ?.object as KubeObject,
    ),
  ).toEqual(new Set());
});

test('--ignore-fields ignores a field that only the deploy step adds', () => {
  const pointer = '/spec/template/spec/imagePullSecrets';
  const [manifest] = applied(DEPLOYMENT, '--ignore-fields', pointer);
  const [given] = applied(DEPLOYMENT);
  const hub = structuredClone(given?.object) as KubeObject;
  Object.assign((hub['spec'] as { template: { spec: object } }).template.spec, { imagePullSecrets: [{ name: 'pull' }] });
  const annotations = { ...hub.metadata.annotations, [LAST_APPLIED]: JSON.stringify(hub) };
  const live = { ...hub, metadata: { ...hub.metadata, annotations } };
  expect(removedField(live, given?.object as KubeObject)).toBe(pointer);
  expect(removedField(live, manifest?.object as KubeObject)).toBeUndefined();
});

test.each([
  [['--image', 'registry.example/shp:1'], 'there is no image registry.example/shp in the manifests; did you mean registry.example/shop?'],
  [['--image', 'nginx:1'], 'there is no image nginx in the manifests; did you mean docker.io/library/nginx?'],
  [['--image', 'other=x:1'], 'there is no image other in the manifests; name one of theirs ('],
  [['--image', '=a:1'], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'a='], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'nginx'], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'nginx:'], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'nginx@'], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'registry.example:5000/nginx'], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'nginx=nginx:'], 'write NAME=REF, or NAME:TAG'],
  [['--image', 'nginx=:'], 'write NAME=REF, or NAME:TAG'],
  [['--ignore-fields', '/spec/replica'], 'no manifest has this field'],
  [['--ignore-fields', '/spec/policy/placementType'], "the spec of KubeFleet's own objects is always compared"],
  [['--ignore-fields', '/spec/tmplate/spec/imagePullSecrets'], 'no manifest has this field, or the object that it would be in'],
  ...['/', '/spec', '/metadata/name', '/metadata', 'spec/replicas', '/*/replicas', '/spec/*', '/kind/x/', '/metadata/namespace'].map(
    (pointer) => [['--ignore-fields', pointer], 'write the JSON pointer of a field below spec'] as const,
  ),
] as const)('%j is refused', (flags, message) => {
  expect(() => applied(DEPLOYMENT, ...flags)).toThrow(message);
});

test('a field of a placement is no field that the deploy step adds to another object', () => {
  const pointer = ['--ignore-fields', '/spec/policy'];
  expect(() => applied(`${DEPLOYMENT}---\n${PLACEMENT}`, ...pointer)).toThrow("the spec of KubeFleet's own objects is always compared");
  expect(applied(DEPLOYMENT, ...pointer)).toHaveLength(1);
});

test.each([
  ['a Rollout', DEPLOYMENT.replace('apps/v1', 'argoproj.io/v1alpha1').replace('kind: Deployment', 'kind: Rollout')],
  [
    'a template below another field',
    `apiVersion: example.org/v1\nkind: Tool\nmetadata: {name: a}\nspec: {pods: [{initContainers: [{name: a, image: "registry.example/shop:1"}]}]}\n`,
  ],
])('--image replaces the image in a kind that is not known: %s', (_, text) => {
  expect(JSON.stringify(applied(text, '--image', 'registry.example/shop:9')[0]?.object)).toContain('"image":"registry.example/shop:9"');
});

test('an annotation of a placement can be ignored', () => {
  const stamped = PLACEMENT.replace('{name: shop}', '{name: shop, annotations: {example.com/commit: abc}}');
  const [placement] = applied(stamped, '--ignore-fields', '/metadata/annotations/example.com~1commit');
  expect(placement?.object.metadata.annotations).toEqual({ 'example.com/commit': undefined });
});

test('a label that the deploy step adds to an object without labels can be ignored', () => {
  const [placement] = applied(PLACEMENT, '--ignore-fields', '/metadata/labels/team');
  expect(placement?.object.metadata.labels).toEqual({ team: undefined });
});

test('fields of a placement are compared, even if a field with the same name is ignored elsewhere', () => {
  const both = `${DEPLOYMENT}---\n${PLACEMENT.replace('policy', 'replicas: 2\n  policy')}`;
  const [, placement] = applied(both, '--ignore-fields', '/spec/replicas');
  expect(placement?.object['spec']).toHaveProperty('replicas');
});

test('a gate says which fields it did not compare, and reads a placeholder that an image replaces', async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    'hub.yaml': PLACEMENT,
    'deploy/a.yaml': `${DEPLOYMENT.replace('annotations', 'labels: {}\n  annotations')}---\n${PLACEMENT}`,
  });
  const diagnose = async (...flags: readonly string[]): Promise<string> =>
    run(['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', '--manifests', 'deploy', ...flags], fakeIo({ cwd })).then(
      ({ report }) => JSON.stringify(report?.notes ?? []),
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  await expect(diagnose()).resolves.toContain('"__TAG__" is a placeholder for a value that is not known here');
  await expect(diagnose()).resolves.toContain('or the image with --image NAME=REF');
  await expect(diagnose('--image', 'registry.example/shop:1', '--ignore-fields', '/spec/replicas')).resolves.toContain(
    'Not compared with the hub (--ignore-fields): /spec/replicas.',
  );
});
