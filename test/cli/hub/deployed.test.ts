import { expect, test } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  NAME
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
`;

/** Messages of a gate before it reads anything else. */
async function refusalOf(args: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'hub.yaml': PLACEMENT.replace('NAME', 'name: shop'), ...files });
  return run(['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', ...args], fakeIo({ cwd })).then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

test('an object of the deploy that gets its name from the hub is reported, because it cannot be found', async () => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'generateName: shop-') };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toBe(
    '--manifests deploy/a.yaml:1: a ClusterResourcePlacement without metadata.name cannot be found on the hub; give it the name that it has there',
  );
});

test('unknown facts about the deploy are reported in one sentence', async () => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: ${NAME}') };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toMatch(/were skipped; give the rendered manifests/);
});

test.each([[[]], [['--image', 'nginx:1.27']], [['--ignore-fields', '/spec/replicas']]])(
  'a chart is refused first, with where its manifests are (%j)',
  async (flags) => {
    const files = {
      'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'chart/templates/a.yaml': PLACEMENT.replace('NAME', 'name: {{ .Release.Name }}'),
    };
    await expect(refusalOf(['--manifests', 'chart', ...flags], files)).resolves.toMatch(
      /chart was not rendered, .*; run: helm template chart; .*; after helm install or upgrade, helm get manifest NAME prints them$/,
    );
  },
);

test('a kustomization that was not rendered is refused before an image that only it may name', async () => {
  const files = {
    'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: shop'),
    'deploy/kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: my-\n',
  };
  await expect(refusalOf(['--manifests', 'deploy', '--image', 'nginx:1.27'], files)).resolves.toMatch(/deploy was not rendered/);
});

test.each<readonly [string, string, RegExp]>([
  ['of another object is no reason to refuse it', 'metadata: { name: db, namespace: shop }\nspec: { key: "ENC" }\n', /^nothing$/],
  [
    'in a name is refused',
    'metadata: { name: "ENC", namespace: shop }\nspec: { key: "ENC" }\n',
    /SOPS encrypted is not known.*give the rendered/,
  ],
])('a value that SOPS encrypted %s', async (_what, text, message) => {
  const object = `apiVersion: example.com/v1\nkind: Shop\n${text}`.replaceAll('ENC', 'ENC[AES256_GCM,data:x,iv:x,tag:x,type:str]');
  const files = { 'deploy/a.yaml': `${PLACEMENT.replace('NAME', 'name: shop')}---\n${object}` };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toMatch(message);
});

test('a second path after --manifests is not a target, and the error shows where it belongs', async () => {
  const files = { 'a.yaml': PLACEMENT.replace('NAME', 'name: shop'), 'b.yaml': PLACEMENT.replace('NAME', 'name: shop2') };
  await expect(refusalOf(['--manifests', 'a.yaml', 'b.yaml'], files)).resolves.toBe(
    "'b.yaml' is a path, not a target: give paths of deployed files with --manifests, one each",
  );
});

test.each([
  [['crp', 'shop'], "'crp shop' is not a target: write crp/shop"],
  [['crp/shop', 'rp', 'cart'], "'rp cart' is not a target: write rp/cart"],
  [['crp'], "'crp' is a kind: write KIND/[NAMESPACE/]NAME, for example crp/web"],
  [
    ['cpr/shop'],
    "'cpr/shop' is not a target; did you mean crp/shop? Or name a placement or an update run as KIND/[NAMESPACE/]NAME, for example crp/web or rp/shop/web",
  ],
  [['ResourcePlacment/shop/cart'], "'ResourcePlacment/shop/cart' is not a target; did you mean ResourcePlacement/shop/cart? Or"],
  [['Deployment/shop/cart'], "'Deployment/shop/cart' is not a target: name a placement or an update run as KIND/[NAMESPACE/]NAME"],
])('%j is refused with the right form', async (targets, message) => {
  await expect(refusalOf(targets, {})).resolves.toContain(message);
});

test('a target is a target even if a folder has the same name', async () => {
  await expect(refusalOf(['crp/shop'], { 'crp/shop/a.yaml': PLACEMENT.replace('NAME', 'name: shop') })).resolves.toBe('nothing');
});

test('an object that occurs twice with different content is named with both places; identical copies are one', async () => {
  const [one, other] = ['cart', 'pay'].map((name) => PLACEMENT.replace('NAME', 'name: shop').replace('name: shop }', `name: ${name} }`));
  const files = { 'deploy/a.yaml': one ?? '', 'deploy/b.yaml': `${one ?? ''}---\n${other ?? ''}` };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toBe(
    '--manifests deploy/a.yaml:1 and deploy/b.yaml:8: both contain ClusterResourcePlacement/shop, with different content; give only the one that was applied last',
  );
  await expect(refusalOf(['--manifests', 'deploy'], { 'deploy/a.yaml': one ?? '', 'deploy/b.yaml': one ?? '' })).resolves.toBe('nothing');
});

test('a file of a folder that kubectl does not take, for its ending in capitals, is named; by its own name it is read', async () => {
  const cwd = temporaryFolder();
  const placement = (name: string): string => PLACEMENT.replace('NAME', `name: ${name}`);
  writeTree(cwd, { 'hub.yaml': placement('shop'), 'deploy/a.yaml': placement('shop'), 'deploy/b.YAML': placement('other') });
  const notesOf = async (...paths: readonly string[]): Promise<string> => {
    const io = fakeIo({ cwd });
    const flags = paths.flatMap((path) => ['--manifests', path]);
    await run(['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', ...flags], io);
    return io.out();
  };
  expect(await notesOf('deploy')).toContain('from a folder, in small letters: deploy/b.YAML');
  expect(await notesOf('deploy/a.yaml', 'deploy/b.YAML')).not.toContain('Not read');
});

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other, namespace: shop}\ndata: {a: b}\n';
const ITEM = '- {apiVersion: v1, kind: ConfigMap, metadata: {name: other, namespace: shop}}\n';

test.each([
  ['an empty apiVersion', CONFIG.replace(': v1', ': ""'), /has no apiVersion/],
  ['an empty kind', CONFIG.replace(': ConfigMap', ': ""'), /has no kind/],
  ['both empty', CONFIG.replace(': v1', ': ""').replace(': ConfigMap', ': ""'), /apiVersion or kind is missing/],
  ['neither of both', CONFIG.replace('apiVersion: v1\nkind: ConfigMap\n', ''), /apiVersion or kind is missing/],
  ['an apiVersion that is a list', CONFIG.replace(': v1', ': []'), /has no apiVersion/],
  ['a list without a kind', `apiVersion: v1\nitems:\n${ITEM}`, /list without a kind/],
  ['only items', `items:\n${ITEM}`, /list without a kind/],
  ['a list with a null kind', `apiVersion: v1\nkind:\nitems:\n${ITEM}`, /list without a kind/],
  ['a list with an empty kind', `apiVersion: v1\nkind: ""\nitems:\n${ITEM}`, /list without a kind/],
  ['a list with a number as kind', `apiVersion: v1\nkind: 5\nitems:\n${ITEM}`, /list without a kind/],
  ['a list with a list as kind', `apiVersion: v1\nkind: []\nitems:\n${ITEM}`, /list without a kind/],
  ['a list without a kind, of items without an apiVersion', `items:\n${ITEM.replace('apiVersion: v1, ', '')}`, /list without a kind/],
  ['a list without a kind, of items without a type', 'apiVersion: v1\nitems: [{metadata: {name: other}}]\n', /list without a kind/],
  [
    'an item without a kind',
    `apiVersion: v1\nkind: List\nitems:\n${ITEM.replace('kind: ConfigMap, ', '')}`,
    /Item 1 of this List has no kind/,
  ],
  [
    'an item without a kind in a list of its kind',
    `apiVersion: v1\nkind: ConfigMapList\nitems:\n${ITEM.replace('kind: ConfigMap, ', '')}`,
    /apiVersion or kind is missing/,
  ],
  [
    'an item with an empty apiVersion in a list of its kind',
    `apiVersion: v1\nkind: ConfigMapList\nitems:\n${ITEM.replace(': v1', ': ""')}`,
    /apiVersion or kind is missing/,
  ],
])('an object of the deploy that kubectl refuses is never left out without a word: %s', async (_, text, says) => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: shop'), 'deploy/b.yaml': text };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toMatch(says);
  await expect(refusalOf(['--manifests', 'deploy/a.yaml', '--manifests', 'deploy/b.yaml'], files)).resolves.toMatch(says);
});

const NO_OBJECTS: readonly (readonly [what: string, file: string, text: string, says: string])[] = [
  ['values of a chart', 'values.yaml', 'replicas: 3\nimage: {name: web}\n', 'has no apiVersion and no kind'],
  [
    'an object without a type, with a field of its own',
    'b.yaml',
    'metadata: {name: a}\nspec: {}\nextra: 1\n',
    'has no apiVersion and no kind',
  ],
  ['a document behind another one', 'b.yaml', 'a: 1\n---\nb: 1\n', 'has no apiVersion and no kind'],
  ['an object without a kind and a name', 'b.yaml', 'apiVersion: v1\ndata: {a: b}\n', 'has no kind'],
  ['an object without metadata', 'b.yaml', 'apiVersion: acme.io/v1\nkind: Widget\n', 'has no metadata'],
  ['a list of texts', 'b.yaml', '- a\n- b\n', 'is a list, but kubectl accepts only objects'],
  ['a number', 'b.yaml', '5\n', 'is the number 5, but kubectl accepts only objects'],
  ['JSON of another program', 'package.json', '{"name": "a"}\n', 'has no apiVersion and no kind'],
];

test.each(NO_OBJECTS)('a document of a folder that is not an object is named in every format: %s', async (_, file, text) => {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'hub.yaml': PLACEMENT.replace('NAME', 'name: shop'), 'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: shop') });
  const outOf = async (format: string): Promise<{ out: string; exitCode: number }> => {
    const io = fakeIo({ cwd });
    const argv = ['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', '--manifests', 'deploy', '--format', format];
    const { exitCode } = await run(argv, io);
    return { out: io.out(), exitCode };
  };
  const before = await outOf('text');
  writeTree(cwd, { [`deploy/${file}`]: text });
  for (const format of ['text', 'json', 'markdown', 'sarif', 'junit', 'github', 'html'])
    expect((await outOf(format)).out, format).toContain(`documents that are not Kubernetes objects: deploy/${file}`);
  expect(before.out).not.toContain('not Kubernetes objects');
  expect((await outOf('text')).exitCode).toBe(before.exitCode);
});

test.each(NO_OBJECTS)('a file that the deploy names has only objects: %s', async (_, file, text, says) => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: shop'), [`deploy/${file}`]: text };
  await expect(refusalOf(['--manifests', 'deploy/a.yaml', '--manifests', `deploy/${file}`], files)).resolves.toContain(
    `--manifests deploy/${file}:1: this document ${says}`,
  );
});

test('a kustomization beside the manifests is not named as a document that was not compared', async () => {
  const cwd = temporaryFolder();
  const placement = PLACEMENT.replace('NAME', 'name: shop');
  writeTree(cwd, { 'hub.yaml': placement, 'deploy/a.yaml': placement, 'deploy/kustomization.yaml': 'resources: [a.yaml]\n' });
  const io = fakeIo({ cwd });
  await run(['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', '--manifests', 'deploy'], io);
  expect(io.out()).not.toContain('not Kubernetes objects');
});

test.each([
  ['values of a chart', 'metadata: {name: web}\nitems: [{name: a}]\n'],
  ['a list of names', 'items: [a, b]\n'],
  ['a configuration of another program', 'kind: Settings\nitems: [{name: a}]\n'],
  ['an empty list', 'apiVersion: v1\nitems: []\n'],
])('a file of another program is not a part of the deploy: %s', async (_, text) => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: shop'), 'deploy/b.yaml': text };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toBe('nothing');
});
