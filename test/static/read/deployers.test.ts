import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReadResult } from '../../../src/static/read/read-result.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const PLACEMENT = JSON.stringify({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [] },
});
const SETTINGS = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } });

function flux(spec: object, name = 'apps'): object {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec,
  };
}

function application(spec: object): object {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'apps', namespace: 'argocd' }, spec };
}

function applicationSet(spec: object): object {
  return { ...application({ generators: [{ list: { elements: [{}] } }], ...spec }), kind: 'ApplicationSet' };
}

async function readWith(
  deployer: object,
  { from = '', files = {} }: { from?: string; files?: Record<string, string> } = {},
): Promise<ReadResult> {
  const folder = temporaryFolder();
  writeTree(folder, {
    '.git/HEAD': '',
    'hub/apps.yaml': JSON.stringify(deployer),
    'apps/placement.yaml': PLACEMENT,
    'apps/settings.yaml': SETTINGS,
    'apps/namespace.yaml': namespaceYaml('shop'),
    'other/placement.yaml': PLACEMENT,
    ...files,
  });
  return readManifests([folder], { cwd: path.join(folder, from) });
}

const IMAGE = ['/spec/template/spec/containers/0/image'];
const PATCHES = [{ target: { kind: 'ClusterResourcePlacement' }, patch: '- {op: remove, path: /spec/policy}' }];

describe('a change that Flux or Argo CD makes on the way', () => {
  test.each([
    ['Flux patches it', flux({ path: './apps', patches: PATCHES }), 'patches'],
    ['Flux merges into it', flux({ path: './apps', patchesStrategicMerge: [JSON.parse(PLACEMENT)] }), 'patchesStrategicMerge'],
    ['Flux adds components', flux({ path: 'apps/', components: ['../more'] }), 'components'],
    ['Argo CD patches it', application({ source: { path: 'apps', kustomize: { patches: PATCHES } } }), 'patches'],
    [
      'one of several sources is patched',
      application({ sources: [{ chart: 'x' }, { path: 'apps', kustomize: { patches: PATCHES } }] }),
      'patches',
    ],
    [
      'applications of a set patch it',
      applicationSet({ template: { spec: { source: { path: 'apps', kustomize: { patches: PATCHES } } } } }),
      'patches',
    ],
  ])('is not known: %s', async (_, deployer, field) => {
    for (const from of ['', 'apps']) {
      const { manifests, notEvaluated } = await readWith(deployer, { from });
      const above = from === '' ? '' : '../';
      const open = manifests.filter(({ unresolved, object }) => object.kind === 'ClusterResourcePlacement' && unresolved.includes(''));
      expect(open.map(({ file }) => file)).toEqual([from === '' ? 'apps/placement.yaml' : 'placement.yaml']);
      expect(notEvaluated).toMatchObject([
        { reason: `${above}hub/apps.yaml changes this ClusterResourcePlacement; the changes were not checked.`, fleetObject: true },
        {
          file: `${above}hub/apps.yaml`,
          reason: expect.stringMatching(`^It changes (?:./)?apps/? with ${field}\\. These changes were not checked\\.$`),
        },
      ]);
    }
  });

  test.each<readonly [string, object]>([
    ['a plugin of Argo CD', application({ source: { path: 'apps', plugin: {} } })],
    ['components of Argo CD', application({ source: { path: 'apps', kustomize: { components: ['../more'] } } })],
    [
      'a patch of an ApplicationSet',
      applicationSet({
        template: { spec: { source: { path: 'apps' } } },
        templatePatch: 'spec: { source: { kustomize: { patches: {{ toJson .patches }} } } }',
      }),
    ],
    [
      'a folder that a parameter names',
      applicationSet({
        generators: [{ clusters: {} }],
        template: { spec: { source: { path: '{{.name}}', kustomize: { patches: PATCHES } } } },
      }),
    ],
    ...[
      { target: { kind: 'ClusterResourcePlacement', name: '${name}' }, patch: '[]' },
      { target: { kind: 'ClusterResourcePlacement', name: 'sh${name:=op}' }, patch: '[]' },
      { target: { kind: '${kind}' }, patch: '[]' },
      { target: { kind: 'Cluster${kind}', name: 'shop' }, patch: '[]' },
      { target: { name: '{{ .name }}' }, patch: '[]' },
      { target: '${target}', patch: '[]' },
      { patch: '${body}' },
      { patch: PLACEMENT.replace('"shop"', '"${name}"') },
      { patch: PLACEMENT.replace('"ClusterResourcePlacement"', '"{{kind}}"') },
      { path: 'patch.yaml' },
      '${patch}',
    ].flatMap((each): readonly (readonly [string, object])[] => [
      [`patches of Flux whose objects a variable names: ${JSON.stringify(each)}`, flux({ path: './apps', patches: [each] })],
      [`such patches of Argo CD: ${JSON.stringify(each)}`, application({ source: { path: 'apps', kustomize: { patches: [each] } } })],
    ]),
    ['a variable in place of all patches', flux({ path: './apps', patches: '${patches}' })],
    ['a variable in place of all older patches', flux({ path: './apps', patchesJson6902: '${patches}' })],
    ['a variable in place of all merges', flux({ path: './apps', patchesStrategicMerge: '${patches}' })],
    [
      'a merge of an object that a variable names',
      flux({ path: './apps', patchesStrategicMerge: [JSON.parse(PLACEMENT.replace('"shop"', '"${name}"'))] }),
    ],
    [
      'an older patch of one',
      flux({
        path: './apps',
        patchesJson6902: [{ target: { version: 'v1', kind: 'ClusterResourcePlacement', name: '${name}' }, patch: [] }],
      }),
    ],
    ['a folder that a variable names', flux({ path: './${dir}', patches: PATCHES })],
    [
      'a folder that a generator finds',
      applicationSet({
        generators: [{ git: { directories: [{ path: '*' }, { path: 'other', exclude: true }] } }],
        template: { spec: { source: { path: '{{.path.path}}', kustomize: { patches: PATCHES } } } },
      }),
    ],
  ])('is not known: %s', async (_, deployer) => {
    const { manifests, notEvaluated } = await readWith(deployer);
    const open = manifests.filter(({ unresolved, object }) => object.kind === 'ClusterResourcePlacement' && unresolved.includes(''));
    expect(open.map(({ file }) => file)).toContain('apps/placement.yaml');
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true).map(({ file }) => file)).toContain('apps/placement.yaml');
  });

  test.each([
    [{ target: { kind: 'Deployment', name: '${name}' }, patch: '[]' }],
    [{ target: { kind: 'ClusterResourcePlacement', name: 'x-${name}' }, patch: '[]' }],
    [{ target: { kind: 'Config${kind}' }, patch: '[]' }],
    [{ patch: SETTINGS.replace('"settings"', '"${name}"') }],
  ])('is none of a placement that the patch cannot name: %j', async (each) => {
    const { manifests } = await readWith(flux({ path: './apps', patches: [each] }));
    expect(manifests.find(({ file }) => file === 'apps/placement.yaml')?.unresolved).toEqual([]);
  });

  const WORKLOAD = JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { replicas: 1, template: { spec: { containers: [{ name: 'web', image: 'registry.example.net:5000/web:1' }] } } },
  });

  test.each([
    ['a variable of an image', flux({ path: './apps', images: [{ name: 'registry.example.net:5000/web', newTag: '${TAG}' }] }), IMAGE],
    [
      'a suffix of an image',
      application({ source: { path: 'apps', kustomize: { images: ['registry.example.net:5000/web:{{.tag}}'] } } }),
      IMAGE,
    ],
    ['a variable of another image', flux({ path: './apps', images: [{ name: 'web', newTag: '${TAG}' }] }), []],
    ['replicas', application({ source: { path: 'apps', kustomize: { replicas: [{ name: 'web', count: 2 }] } } }), ['']],
    ['replicas of another one', application({ source: { path: 'apps', kustomize: { replicas: [{ name: 'we', count: 2 }] } } }), []],
    ['annotations', flux({ path: './apps', commonMetadata: { annotations: { a: 'b' } } }), ['/metadata/annotations']],
  ])('is not known at its place: %s', async (_, deployer, pointers) => {
    const { manifests } = await readWith(deployer, { files: { 'apps/web.yaml': WORKLOAD } });
    expect(manifests.find(({ object }) => object.kind === 'Deployment')?.unresolved).toEqual(pointers);
  });

  const WEB = 'registry.example.net:5000/web';
  const TAGGED = { name: WEB, newTag: '2' };
  test.each([
    ['Flux', flux({ path: './apps', images: [TAGGED] }), `${WEB}:2`],
    ['Argo CD', application({ source: { path: 'apps', kustomize: { images: [`${WEB}:2`] } } }), `${WEB}:2`],
    ['Argo CD, with another name', application({ source: { path: 'apps', kustomize: { images: [`${WEB}=x:2`] } } }), 'x:2'],
    ['Flux, of another image', flux({ path: './apps', images: [{ name: 'web', newTag: '2' }] }), `${WEB}:1`],
  ])('is known: an image of %s', async (_, deployer, image) => {
    const { manifests, notEvaluated } = await readWith(deployer, { files: { 'apps/web.yaml': WORKLOAD } });
    const found = manifests.find(({ object }) => object.kind === 'Deployment');
    expect([found?.unresolved, found?.changedBy]).toEqual([[], undefined]);
    expect(JSON.stringify(found?.object)).toContain(`"image":"${image}"`);
    expect(notEvaluated).toEqual([]);
  });

  test.each([
    [
      'another deployer brings the folder with another image',
      { 'hub/more.yaml': flux({ path: './apps', images: [{ name: WEB, newTag: '3' }] }, 'more') },
    ],
    [
      'another deployer brings a folder in it without an image',
      {
        'hub/more.yaml': flux({ path: './apps/web' }, 'more'),
        'apps/web/ns.yaml': { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } },
      },
    ],
    [
      'the kustomization of the folder has the image',
      { 'apps/kustomization.yaml': { resources: ['placement.yaml', 'web.yaml'], images: [{ name: WEB, newName: 'y' }] } },
    ],
  ])('is not known: an image, if %s', async (_, more) => {
    const texts = Object.entries(more).map(([file, value]) => [file, JSON.stringify(value)]);
    const files = { 'apps/web.yaml': WORKLOAD, ...(Object.fromEntries(texts) as Record<string, string>) };
    const { notEvaluated } = await readWith(flux({ path: './apps', images: [TAGGED] }), { files });
    expect(notEvaluated.map(({ reason }) => reason).join()).toContain('apps with images. These changes were not checked.');
  });

  test('is not known if Flux replaces variables, also those of KubeFleet', async () => {
    const read = async (postBuild: object, value = '${MEMBER-CLUSTER-NAME}', annotations = {}): Promise<readonly unknown[]> => {
      const override = {
        apiVersion: 'placement.kubernetes-fleet.io/v1',
        kind: 'ClusterResourceOverride',
        metadata: { name: 'o', annotations },
        spec: { policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'add', path: '/x', value }] }] } },
      };
      const files = { 'apps/override.yaml': JSON.stringify(override) };
      const { manifests, notEvaluated } = await readWith(flux({ path: './apps', postBuild }), { files });
      const values = manifests.filter(({ file }) => file === 'apps/override.yaml').map(({ object }) => JSON.stringify(object['spec']));
      const open = notEvaluated.filter(({ reason, fleetObject }) => reason.includes('replaces the variables') && fleetObject === true);
      return [open.length, ...values.map((text) => /\$+/.exec(text)?.[0])];
    };
    expect(await read({ substitute: { a: 'b' } })).toEqual([1, '$']);
    expect(await read({ substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] })).toEqual([1, '$']);
    expect(await read({})).toEqual([0, '$']);
    expect(await read({ substitute: { a: 'b' } }, '$${MEMBER-CLUSTER-NAME}')).toEqual([0, '$']);
    expect(await read({}, '$${MEMBER-CLUSTER-NAME}')).toEqual([0, '$$']);
    expect(await read({ substitute: { a: 'b' } }, '${x}', { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' })).toEqual([0, '$']);
  });

  test.each([
    ['are left out', { exclude: '{place*,x}.yaml' }, true],
    ['are not included', { include: '*.json' }, true],
    ['are included', { include: '*', exclude: 'settings.yaml' }, false],
  ])('is reported if files with objects of KubeFleet %s', async (_, directory, isReported) => {
    const { notEvaluated } = await readWith(application({ source: { path: 'apps', directory } }));
    const entry = notEvaluated.find(({ reason }) => reason.startsWith('It does not apply apps/'));
    expect(entry?.fleetObject === true).toBe(isReported);
  });

  const MARKED = `# +argocd:skip-file-rendering\n${PLACEMENT}`;
  test.each<readonly [string, object, Record<string, string>, boolean]>([
    ['a folder of Argo CD', application({ source: { path: 'apps' } }), {}, true],
    ['a folder in which Argo CD looks below', application({ source: { path: '.', directory: { recurse: true } } }), {}, true],
    ['a folder of a set', applicationSet({ template: { spec: { source: { path: 'apps' } } } }), {}, true],
    [
      'a kustomization that is not built',
      application({ source: { path: 'apps', directory: { recurse: true } } }),
      { 'apps/kustomization.yaml': 'resources: [other.yaml]\n' },
      true,
    ],
    ['a folder of Flux', flux({ path: './apps' }), {}, false],
    ['a kustomization', application({ source: { path: 'apps' } }), { 'apps/kustomization.yaml': 'resources: [placement.yaml]\n' }, false],
    ['another letter case', application({ source: { path: 'apps' } }), { 'apps/placement.yaml': MARKED.toUpperCase() }, false],
  ])('is reported if Argo CD skips the file because of its marker: %s', async (_, deployer, files, isReported) => {
    const { notEvaluated } = await readWith(deployer, { files: { 'apps/placement.yaml': MARKED, ...files } });
    const entry = notEvaluated.find(({ reason }) => reason.startsWith('It does not apply apps/placement.yaml (+argocd:skip-file'));
    expect(entry?.fleetObject === true).toBe(isReported);
  });

  test('is reported for files in folders below, unless Argo CD looks there', async () => {
    const files = { 'apps/below/placement.yaml': PLACEMENT };
    const left = async (directory: object): Promise<readonly string[]> => {
      const { notEvaluated } = await readWith(application({ source: { path: 'apps', ...directory } }), { files });
      return notEvaluated.map(({ reason }) => reason);
    };
    expect(await left({})).toEqual([expect.stringMatching(/^It does not apply apps\/below\/placement\.yaml \(/)]);
    expect(await left({ directory: { recurse: true } })).toEqual([]);
  });

  test('is in a note if it does not reach the cluster yet', async () => {
    const notesFor = async (deployer: object): Promise<readonly string[] | undefined> => (await readWith(deployer)).notes;
    expect(await notesFor(flux({ path: './apps', suspend: true }))).toContain(
      'A change of apps does not reach its cluster yet (Kustomization/flux-system/apps in hub/apps.yaml: it is suspended).',
    );
    expect(await notesFor(application({ source: { path: 'apps', targetRevision: 'v1.2.0' } }))).toContain(
      'A change of apps does not reach its cluster yet (Application/argocd/apps in hub/apps.yaml: it deploys revision v1.2.0).',
    );
    expect(await notesFor(application({ source: { path: 'apps', targetRevision: 'refs/pull/7/head' } }))).toHaveLength(1);
    expect(await notesFor(application({ source: { path: 'apps', targetRevision: 'main' } }))).toEqual([]);
    expect(await notesFor(application({ source: { path: 'apps', targetRevision: 'refs/heads/main' } }))).toEqual([]);
    expect(await notesFor(flux({ path: './apps', dependsOn: [{ name: 'apps' }] }))).toContain(
      'A change of apps does not reach its cluster yet (Kustomization/flux-system/apps in hub/apps.yaml: its `dependsOn` leads into a cycle).',
    );
    const both = await notesFor(flux({ path: './apps', suspend: true, dependsOn: [{ name: 'apps' }] }));
    expect(both?.join()).toContain('it is suspended');
    expect(both?.join()).not.toContain('cycle');
  });

  const SKIP = 'argocd.argoproj.io/skip-reconcile';
  const made = (elements: readonly object[], name = '{{name}}', template: object = {}): object =>
    applicationSet({
      generators: [{ list: { elements } }],
      template: { metadata: { name, ...template }, spec: { source: { path: '{{path}}' } } },
    });
  const [APPS, OTHER] = [
    { name: 'apps', path: 'apps' },
    { name: 'other', path: 'other' },
  ];
  const skipped = (value: string): object => ({
    ...application({ source: { path: 'apps' } }),
    metadata: { name: 'apps', annotations: { [SKIP]: value } },
  });
  test.each<[string, object, readonly string[]]>([
    [
      'an annotation skips it',
      skipped('true'),
      [`A change of apps does not reach its cluster yet (Application/apps in hub/apps.yaml: \`${SKIP}\` makes Argo CD skip it).`],
    ],
    ['an annotation does not skip it', skipped('false'), []],
    [
      'an annotation of a template skips it',
      made([APPS], '{{name}}', { annotations: { [SKIP]: 'True' } }),
      [`A change of apps does not reach its cluster yet (ApplicationSet/argocd/apps in hub/apps.yaml: \`${SKIP}\` makes Argo CD skip it).`],
    ],
    ['the annotation is of the set', { ...made([APPS]), metadata: { name: 'apps', annotations: { [SKIP]: 'true' } } }, []],
    [
      'the set makes another one of its name',
      made([APPS, { ...OTHER, name: 'apps' }]),
      [
        'A change of other does not reach its cluster yet (ApplicationSet/argocd/apps in hub/apps.yaml: it makes two Applications with the name apps).',
      ],
    ],
    ['the set makes one of another name', made([APPS, OTHER]), []],
    ['the set makes one in another namespace', made([APPS, { ...OTHER, name: 'apps' }], '{{name}}', { namespace: '{{path}}' }), []],
    ['names are not known', made([APPS, OTHER], '{{x}}'), []],
  ])('is in a note or not if %s', async (_, deployer, notes) => {
    expect((await readWith(deployer)).notes).toEqual(notes);
  });

  test('gives objects without a namespace that of the destination', async () => {
    const files = { 'apps/plain.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain' } }) };
    const read = async (namespace: string): Promise<readonly unknown[]> => {
      const { manifests } = await readWith(application({ source: { path: 'apps' }, destination: { namespace } }), { files });
      return manifests
        .filter(({ file }) => file.startsWith('apps/'))
        .map((manifest) => [manifest.object.metadata.name, manifest.namespace, ...manifest.unresolved]);
    };
    expect(await read('team')).toEqual([
      ['shop', undefined],
      ['shop', undefined],
      ['plain', 'team'],
      ['settings', 'shop'],
    ]);
    expect(await read('{{ns}}')).toContainEqual(['plain', undefined, '/metadata/namespace']);
  });

  const second = (name: string, deployer: object): Record<string, string> => ({
    'hub/second.json': JSON.stringify({ ...deployer, metadata: { name, namespace: 'flux-system' } }),
  });
  test.each<readonly [string, object, object, readonly (string | undefined)[]]>([
    ['two of Flux', flux({ path: './apps', targetNamespace: 'a' }), flux({ path: './apps', targetNamespace: 'b' }), ['a', 'b']],
    ['two of Flux, of which one gives none', flux({ path: './apps', targetNamespace: 'a' }), flux({ path: './apps' }), [undefined]],
    [
      'two of Flux that give the same',
      flux({ path: './apps', targetNamespace: 'a' }),
      flux({ path: './apps', targetNamespace: 'a' }),
      ['a'],
    ],
    [
      'two of Argo CD',
      application({ source: { path: 'apps' }, destination: { namespace: 'a' } }),
      application({ source: { path: 'apps' }, destination: { namespace: 'b' } }),
      ['a', 'b'],
    ],
    [
      'two of Argo CD, of which one has a variable',
      application({ source: { path: 'apps' }, destination: { namespace: 'a' } }),
      application({ source: { path: 'apps' }, destination: { namespace: '{{ns}}' } }),
      [undefined],
    ],
  ])('is in the namespace of each deployer: %s', async (_, one, other, namespaces) => {
    const map = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'of-team' } });
    const { manifests } = await readWith(one, { files: { ...second('second', other), 'apps/map.yaml': map } });
    expect(manifests.filter(({ object }) => object.metadata.name === 'of-team').map(({ namespace }) => namespace)).toEqual(namespaces);
    expect(manifests.filter(({ object }) => object.kind === 'ClusterResourcePlacement')).toHaveLength(2);
  });

  test('names a Namespace once for each Kustomization', async () => {
    const files = second('second', flux({ path: './apps', targetNamespace: 'b' }));
    const { manifests } = await readWith(flux({ path: './apps', targetNamespace: 'a' }), { files });
    expect(manifests.flatMap(({ object }) => (object.kind === 'Namespace' ? [object.metadata.name] : []))).toEqual(['a', 'b']);
  });

  test('is applied if it is a namespace', async () => {
    const { manifests, notEvaluated } = await readWith(flux({ path: './apps', targetNamespace: 'team' }));
    expect(manifests.map(({ file, namespace, object }) => [file, namespace, object.metadata.name])).toEqual([
      ['apps/namespace.yaml', undefined, 'team'],
      ['apps/placement.yaml', undefined, 'shop'],
      ['apps/settings.yaml', 'team', 'settings'],
      ['hub/apps.yaml', 'flux-system', 'apps'],
      ['other/placement.yaml', undefined, 'shop'],
    ]);
    expect(notEvaluated).toEqual([]);
  });

  test('is applied to a kustomization if its folder has one', async () => {
    const files = { 'apps/kustomization.yaml': 'resources: [placement.yaml]', 'apps/more/placement.yaml': PLACEMENT };
    const { manifests } = await readWith(flux({ path: './apps', namePrefix: 'a-' }), { files });
    const renamed = manifests.filter(({ unresolved }) => unresolved.includes('/metadata/name')).map(({ file }) => file);
    expect(renamed).toContain('apps/placement.yaml');
  });

  test.each([
    [
      'a HelmRelease',
      {
        apiVersion: 'helm.toolkit.fluxcd.io/v2',
        kind: 'HelmRelease',
        metadata: { name: 'apps', namespace: 'flux-system' },
        spec: { chart: { spec: { chart: './apps', sourceRef: { kind: 'GitRepository' } } }, values: { a: 1 } },
      },
      'values',
    ],
    ['an Application', application({ source: { path: 'apps', helm: { valueFiles: ['prod.yaml'] } } }), 'valueFiles'],
  ])('is reported if %s gives values to a chart', async (_, deployer, given) => {
    const { manifests, notEvaluated } = await readWith(deployer);
    expect(manifests.filter(({ unresolved }) => unresolved.length > 0)).toEqual([]);
    expect(notEvaluated).toMatchObject([
      { file: 'hub/apps.yaml', reason: expect.stringContaining(`apps with ${given}. These changes were not checked; list the values`) },
    ]);
  });

  test.each([
    ['of each Application', 'apps/.argocd-source.yaml', true],
    ['of this Application', 'apps/.argocd-source-apps.yaml', true],
    ['of another Application', 'apps/.argocd-source-other.yaml', false],
    ['of another folder', 'other/.argocd-source.yaml', false],
  ])('is known from a file beside the manifests: overrides %s', async (_, file, isUsed) => {
    const files = { [file]: JSON.stringify({ kustomize: { patches: PATCHES } }) };
    const { manifests, notEvaluated } = await readWith(
      application({ source: { path: 'apps', kustomize: { replicas: [{ name: 'a', count: 2 }] } } }),
      {
        files,
      },
    );
    expect(manifests.find((manifest) => manifest.file === 'apps/placement.yaml')?.unresolved).toEqual(isUsed ? [''] : []);
    expect(notEvaluated.map(({ reason }) => reason).join()).toContain(isUsed ? 'apps with replicas, patches.' : 'apps with replicas.');
  });

  test.each([
    ['an image of Flux', flux({ path: './apps', images: [{ name: 'nginx', newTag: '1.*' }] }), 'images'],
    ['replicas of Argo CD', application({ source: { path: 'apps', kustomize: { replicas: [{ name: 'a', count: 2 }] } } }), 'replicas'],
  ])('is reported without a change of a placement: %s', async (_, deployer, given) => {
    const { notEvaluated } = await readWith(deployer);
    expect(notEvaluated).toMatchObject([
      { file: 'hub/apps.yaml', reason: expect.stringMatching(`apps with ${given}\\. These changes were not checked\\.$`) },
    ]);
  });

  test.each([
    ['labels of Flux', flux({ path: './apps', commonMetadata: { labels: { a: 'b' }, annotations: { a: 'b' } } }), 'commonMetadata'],
    ['labels of Argo CD', application({ source: { path: 'apps', kustomize: { commonLabels: { a: 'b' } } } }), 'commonLabels'],
  ])('is named by the field of its deployer: %s', async (_, deployer, given) => {
    const { notEvaluated } = await readWith(deployer);
    expect(notEvaluated.map(({ reason }) => reason)).toContain(`It changes apps with ${given}. These changes were not checked.`);
  });

  test('is not reported: nothing', async () => {
    const { manifests, notEvaluated } = await readWith(flux({ path: './apps', prune: true, patches: [], targetNamespace: '' }));
    expect(manifests.filter(({ unresolved }) => unresolved.includes(''))).toEqual([]);
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true)).toEqual([]);
  });

  test('is reported for an object of another project by its patches alone', async () => {
    const { manifests, notEvaluated } = await readWith({ ...flux({ path: './apps', patches: PATCHES }), apiVersion: 'example.com/v1' });
    expect(manifests.filter(({ unresolved }) => unresolved.includes(''))).toEqual([]);
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true)).toMatchObject([
      { file: 'hub/apps.yaml', reason: 'It changes objects of KubeFleet on the hub, which was not checked.' },
    ]);
  });

  test.each([
    ['another folder', flux({ path: './app', patches: PATCHES })],
    ['folders beside those that a variable may name', flux({ path: './teams/${dir}', patches: PATCHES })],
  ])('is reported once, for the deployer, if it is for a placement in %s', async (_, deployer) => {
    const { manifests, notEvaluated } = await readWith(deployer);
    expect(manifests.filter(({ unresolved }) => unresolved.includes(''))).toEqual([]);
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true)).toMatchObject([
      { file: 'hub/apps.yaml', reason: expect.stringMatching(/^It changes objects of KubeFleet with patches\. They are not among/) },
    ]);
  });
});

test('a folder with KubeFleet objects that Flux or Argo CD deploys is named if it is not read', async () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    '.git/HEAD': '',
    'hub/a.yaml': JSON.stringify(flux({ path: './apps' })),
    'hub/b.yaml': JSON.stringify(application({ sources: [{ path: 'more/apps' }, { path: 'hub' }] })),
    'hub/c.yaml': JSON.stringify(flux({ path: './other' })),
    'hub/d.yaml': JSON.stringify(flux({ path: './gone' })),
    'hub/e.yaml': JSON.stringify(flux({})),
    'apps/placement.yaml': PLACEMENT,
    'more/apps/placement.yaml': PLACEMENT,
    'other/settings.yaml': SETTINGS,
  });
  const named = async (from: string, ...paths: readonly string[]): Promise<readonly string[]> => {
    const { notEvaluated } = await readManifests(paths, { cwd: path.join(folder, from) });
    return notEvaluated.map(({ file, reason }) => `${file}: ${reason.split(',')[0]}`);
  };
  const left = (file: string, deployed: string): string => `${file}: It deploys ${deployed}`;
  expect(await named('', 'hub')).toEqual([left('hub/a.yaml', './apps'), left('hub/b.yaml', 'more/apps')]);
  expect(await named('hub', '.')).toEqual([left('a.yaml', './apps'), left('b.yaml', 'more/apps')]);
  expect(await named('', 'hub', 'apps')).toEqual([left('hub/b.yaml', 'more/apps')]);
  expect(await named('', '.')).toEqual([]);
  expect(await named('hub', '..')).toEqual([]);
});
