/**
 * A new file in a folder that `kubectl apply -R` applied is applied by it, whatever a new kustomization or chart makes of the file. The base
 * has a file in `apps`, and the change adds a folder there.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { runCli } from '../support/process/run-cli.ts';
import { toolFolder } from './tools.ts';

const tools = { kustomize: toolFolder('kustomize'), helm: toolFolder('helm') };
const isInstalled = tools.kustomize !== undefined && tools.helm !== undefined;

type Tree = Readonly<Record<string, string>>;

const NAMESPACE = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const BASE: Tree = { 'apps/zone.yaml': NAMESPACE('zone') };
const placed = (name: string, type: string): string => placementYaml(name, { policy: `placementType: ${type}` });
const GOOD = placed('good', 'PickAll');
const BAD = placed('bad', 'PickSome');
const CHART = 'apiVersion: v2\nname: shop\nversion: 1.0.0\n';

/** @returns exit code, what was not evaluated with its file, and the notes */
async function lint(base: Tree, change: Tree): Promise<{ readonly exitCode: number; readonly told: readonly string[] }> {
  const repository = gitRepository(base);
  for (const [file, text] of Object.entries(change)) repository.write(file, text);
  const PATH = [tools.kustomize ?? '', tools.helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD', '--format', 'json'], { env: { PATH } });
  const left = report?.lint?.notEvaluated.map(({ file, reason }) => `${file}: ${reason}`) ?? [];
  const found = report?.lint?.findings.map(({ file, message }) => `${file}: ${message}`) ?? [];
  return { exitCode, told: [...left, ...found, ...(report?.notes ?? [])] };
}

/** How a kustomization takes a file without making its object. */
const KUSTOMIZATIONS: Readonly<Record<string, string>> = {
  'a patch of a kind that is not there': 'patches: [{ path: bad.yaml, target: { kind: Role } }]',
  'a patch of a name that is not there': 'patches: [{ path: bad.yaml, target: { kind: ClusterResourcePlacement, name: other } }]',
  'a patch of labels that are not there': 'patches: [{ path: bad.yaml, target: { labelSelector: a=b } }]',
  'a schema': 'openapi: { path: bad.yaml }',
  'a file of a ConfigMap': 'configMapGenerator: [{ name: files, namespace: x, files: [bad.yaml] }]',
  'a file of a Secret': 'secretGenerator: [{ name: files, namespace: x, files: [bad.yaml] }]',
};

/** How a chart takes a file without making its object as kubectl does. */
const CHARTS: Readonly<Record<string, (text: string) => Tree>> = {
  'a comment of helm': (text) => ({ 'templates/bad.yaml': `# {{/*\n${text}# */}}\n` }),
  'a condition': (text) => ({ 'templates/bad.yaml': `# {{ if .Values.on }}\n${text}# {{ end }}\n` }),
  'a definition': (text) => ({ 'templates/bad.yaml': `# {{ define "x" }}\n${text}# {{ end }}\n` }),
  'a loop over nothing': (text) => ({ 'templates/bad.yaml': `# {{ range list }}\n${text}# {{ end }}\n` }),
  'an expression in a text beside a comment': (text) => ({
    'templates/bad.yaml': `# {{ if .Values.on }}\n${text.replace('metadata:', 'metadata:\n  annotations: { note: "{{ .Values.note }}" }')}# {{ end }}\n`,
  }),
  'the name of a template that others include': (text) => ({ 'templates/_bad.yaml': text }),
  'the hook of a test': (text) => ({
    'templates/bad.yaml': text.replace('metadata:', 'metadata:\n  annotations: { helm.sh/hook: test }'),
  }),
  '.helmignore': (text) => ({ '.helmignore': 'bad.yaml\n', 'templates/bad.yaml': text }),
  '.helmignore, of a definition': (text) => ({ '.helmignore': 'bad.yaml\n', 'crds/bad.yaml': text }),
  'a comment of helm in a subchart': (text) => ({
    'charts/part/Chart.yaml': CHART.replace('shop', 'part'),
    'charts/part/templates/bad.yaml': `# {{/*\n${text}# */}}\n`,
  }),
};

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: zone
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;
const COMPONENT = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';

describe.skipIf(!isInstalled)('a new placement in a folder that kubectl applied', () => {
  const shop = (tree: Tree): Tree => Object.fromEntries(Object.entries(tree).map(([file, text]) => [`apps/shop/${file}`, text]));

  it.each(Object.entries(KUSTOMIZATIONS))('is not evaluated if a new kustomization makes nothing of it: %s', async (_, use) => {
    const tree = { 'good.yaml': GOOD, 'bad.yaml': BAD, 'kustomization.yaml': `resources: [good.yaml]\n${use}\n` };
    const { exitCode, told } = await lint(BASE, shop(tree));
    expect([exitCode, told.some((text) => text.startsWith('apps/shop/bad.yaml: No kustomization'))], told.join('\n')).toEqual([6, true]);
  });

  it('is not evaluated if it is a patch of nothing in a component', async () => {
    const tree = {
      'good.yaml': GOOD,
      'kustomization.yaml': 'resources: [good.yaml]\ncomponents: [part]\n',
      'part/kustomization.yaml': `${COMPONENT}${KUSTOMIZATIONS['a patch of a kind that is not there'] ?? ''}\n`,
      'part/bad.yaml': BAD,
    };
    expect((await lint(BASE, shop(tree))).exitCode).toBe(6);
  });

  it('is not evaluated if kustomize leaves it out', async () => {
    const local = BAD.replace('metadata:', 'metadata:\n  annotations: { config.kubernetes.io/local-config: "true" }');
    const tree = { 'good.yaml': GOOD, 'bad.yaml': local, 'kustomization.yaml': 'resources: [good.yaml, bad.yaml]\n' };
    expect((await lint(BASE, shop(tree))).exitCode).toBe(6);
  });

  it('is not evaluated if only another file makes one of its name', async () => {
    const tree = {
      'a.yaml': GOOD,
      'b.yaml': BAD.replace('bad', 'good'),
      'kustomization.yaml': 'resources: [a.yaml]\nopenapi: { path: b.yaml }\n',
    };
    expect((await lint(BASE, shop(tree))).exitCode).toBe(6);
    expect((await lint({ ...BASE, 'other/bad.yaml': GOOD.replace('good', 'bad') }, shop({ ...tree, 'b.yaml': BAD }))).exitCode).toBe(6);
  });

  it.each(Object.entries(CHARTS))('is not evaluated if a new chart makes nothing of it: %s', async (_, hidden) => {
    const { exitCode, told } = await lint(BASE, shop({ 'Chart.yaml': CHART, 'templates/good.yaml': GOOD, ...hidden(BAD) }));
    expect([exitCode, told.some((text) => /^apps\/shop\/\S*bad\.yaml: No kustomization/.test(text))], told.join('\n')).toEqual([6, true]);
  });

  it.each(Object.entries(CHARTS))('is named if it is content that a new chart makes nothing of: %s', async (_, hidden) => {
    const placement = placementYaml('zone').replaceAll('name: shop', 'name: zone');
    const { exitCode, told } = await lint({ ...BASE, 'apps/p.yaml': placement }, shop({ 'Chart.yaml': CHART, ...hidden(WEB) }));
    expect([exitCode, told.some((text) => /Not checked, .*apps\/shop\/\S*bad\.yaml/.test(text))], told.join('\n')).toEqual([0, true]);
  });

  it('is not evaluated if helm makes another object than kubectl', async () => {
    const both = BAD.replace(
      /^( *)placementType: PickSome$/m,
      '$1# {{ "" }}{{/*\n$1placementType: PickSome\n$1# */}}{{ "\\n$1placementType: PickAll" }}',
    );
    expect(both).not.toBe(BAD);
    expect((await lint(BASE, shop({ 'Chart.yaml': CHART, 'templates/bad.yaml': both }))).exitCode).toBe(6);
  });

  it.each([
    ['a folder beside that of the files', { 'apps/a/zone.yaml': NAMESPACE('zone') }],
    ['a script applies the folder above', { 'x/zone.yaml': NAMESPACE('zone'), 'deploy.sh': 'kubectl apply -R -f apps\n' }],
    ['a file of the base that was no object', { ...BASE, 'apps/shop/bad.yaml': '# Nothing yet.\n' }],
  ])('is not evaluated in %s', async (_, base) => {
    const tree = { 'good.yaml': GOOD, 'bad.yaml': BAD, 'kustomization.yaml': 'resources: [good.yaml]\nopenapi: { path: bad.yaml }\n' };
    expect((await lint(base, shop(tree))).exitCode).toBe(6);
  });
});

const PATCHES =
  'resources: [bad.yaml]\npatches: [{ patch: "- { op: replace, path: /spec/policy/placementType, value: PickAll }", target: { kind: ClusterResourcePlacement } }]\n';

describe.skipIf(!isInstalled)('a new file that a new kustomization patches', () => {
  const applied: Readonly<Record<string, string>> = {
    'a folder above': 'kubectl apply -R -f apps\n',
    'the repository': 'kubectl apply -R -f .\n',
    'a loop': "for f in $(find apps -name '*.yaml'); do kubectl apply -f $f; done\n",
    'find and xargs': "find apps -name '*.yaml' | xargs oc apply -f\n",
  };
  it.each(Object.entries(applied))('is also checked as it is if a script of the base applies %s', async (_, script) => {
    const { exitCode, told } = await lint(
      { ...BASE, 'deploy.sh': script },
      { 'apps/shop/bad.yaml': BAD, 'apps/shop/kustomization.yaml': PATCHES },
    );
    expect([exitCode, told.filter((text) => text.startsWith('apps/shop/bad.yaml')).length > 0], told.join('\n')).toEqual([1, true]);
    expect(told.join('\n')).toContain('Checked with and without their kustomization or chart: apps/shop/bad.yaml.');
  });

  const loops: Readonly<Record<string, string>> = {
    'a loop over folders': 'for app in apps/*/; do kubectl apply -f "$app"; done\n',
    'a loop over files': 'for file in apps/*/*.yaml; do kubectl apply -f "$file"; done\n',
    'a loop over names': 'for app in cart shop; do kubectl apply -f apps/$app; done\n',
    'ls and xargs': 'ls -d apps/*/ | xargs -n1 kubectl apply -f\n',
    'find, for each folder': 'find apps -mindepth 1 -maxdepth 1 -type d -exec kubectl apply -f {} \\;\n',
  };
  const CART: Tree = { 'apps/cart/cart.yaml': placed('cart', 'PickAll') };
  const SHOP: Tree = { 'apps/shop/bad.yaml': BAD, 'apps/shop/kustomization.yaml': PATCHES };
  const isToldAsFile = (told: readonly string[]): boolean => told.some((text) => text.startsWith('apps/shop/bad.yaml: '));

  it.each(Object.entries(loops))('is also checked as it is if a script applies each folder: %s', async (_, script) => {
    const { exitCode, told } = await lint({ ...CART, 'deploy.sh': script }, SHOP);
    expect([exitCode, isToldAsFile(told)], told.join('\n')).toEqual([1, true]);
  });

  const LOOP = loops['a loop over folders'] ?? '';
  it.each<[string, Tree, Tree]>([
    [
      'the loop builds a kustomization if there is one',
      {
        'deploy.sh':
          'for app in apps/*/; do\n  if [ -f $app/kustomization.yaml ]; then kubectl apply -k $app; else kubectl apply -f $app; fi\ndone\n',
      },
      {},
    ],
    ['the change makes the loop build kustomizations', { 'deploy.sh': LOOP }, { 'deploy.sh': LOOP.replace('-f', '-k') }],
    ['another step builds it', { 'deploy.sh': LOOP }, { 'other.sh': 'kubectl apply -k apps/shop\n' }],
    ['it is only a dry run', { 'deploy.sh': LOOP.replace('apply', 'apply --dry-run=server') }, {}],
    [
      'the base has such a folder',
      { 'deploy.sh': LOOP, 'apps/old/kustomization.yaml': 'resources: [old.yaml]\n', 'apps/old/old.yaml': NAMESPACE('old') },
      {},
    ],
  ])('is checked as the kustomization makes it if %s', async (_, base, change) => {
    const { exitCode, told } = await lint({ ...CART, ...base }, { ...SHOP, ...change });
    expect([exitCode, isToldAsFile(told)], told.join('\n')).toEqual([0, false]);
  });

  it('has no error if a loop applies a right file', async () => {
    const labelled = {
      'apps/shop/bad.yaml': placed('bad', 'PickAll'),
      'apps/shop/kustomization.yaml': 'resources: [bad.yaml]\nlabels: [{ pairs: { a: b } }]\n',
    };
    const { exitCode, told } = await lint({ ...CART, 'deploy.sh': LOOP }, labelled);
    expect([exitCode, isToldAsFile(told)], told.join('\n')).toEqual([0, false]);
  });

  it('is also checked as it is if it is content in the folder of the script', async () => {
    const base = {
      'p.yaml': placementYaml('zone').replaceAll('name: shop', 'name: zone'),
      ...BASE,
      'deploy.sh': 'kubectl apply -f apps\n',
    };
    const web = WEB.replace('  selector', '  replicas: two\n  selector');
    const patch = 'patches: [{ patch: "- { op: remove, path: /spec/replicas }", target: { kind: Deployment } }]\n';
    const { exitCode, told } = await lint(base, { 'apps/web.yaml': web, 'apps/kustomization.yaml': `resources: [web.yaml]\n${patch}` });
    expect([exitCode, told.some((text) => text.startsWith('apps/web.yaml'))], told.join('\n')).toEqual([1, true]);
  });

  it.each<[string, Tree]>([
    ['no script applies it', {}],
    ['a script applies another folder', { 'deploy.sh': 'kubectl apply -R -f other\n' }],
    [
      'a script applies its kustomization',
      { 'deploy.sh': 'kubectl apply -k apps/shop\n', 'apps/shop/kustomization.yaml': 'resources: []\n' },
    ],
  ])('is checked as the kustomization makes it if %s', async (_, base) => {
    const { exitCode, told } = await lint(
      { ...BASE, ...base },
      {
        'apps/shop/bad.yaml': placementYaml('bad', { namespace: 'zone', policy: 'placementType: PickSome' }),
        'apps/shop/kustomization.yaml': PATCHES,
      },
    );
    expect([exitCode, told.filter((text) => text.startsWith('apps/shop/bad.yaml'))], told.join('\n')).toEqual([0, []]);
  });
});

const POLICY = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n';

describe.skipIf(!isInstalled)('an ordinary new overlay or chart beside files that kubectl applied', () => {
  const PATCH = `${POLICY}metadata: { name: good }\nspec: { revisionHistoryLimit: 3 }\n`;
  const OVERLAY = {
    'apps/base/kustomization.yaml': 'resources: [good.yaml, zone.yaml]\n',
    'apps/base/good.yaml': GOOD,
    'apps/base/zone.yaml': NAMESPACE('shop'),
  };
  const prod = (kustomization: string, patch: string): Tree => ({
    ...OVERLAY,
    'apps/prod/kustomization.yaml': `resources: [../base]\n${kustomization}\n`,
    'apps/prod/patch.yaml': patch,
  });
  const trees: Readonly<Record<string, Tree>> = {
    'a strategic merge': prod('patches: [{ path: patch.yaml }]', PATCH),
    'an old strategic merge': prod('patchesStrategicMerge: [patch.yaml]', PATCH),
    'a strategic merge with a prefix': prod('namePrefix: prod-\npatches: [{ path: patch.yaml }]', PATCH),
    'a merge that has the whole placement': prod('patches: [{ path: patch.yaml }]', `${GOOD}  revisionHistoryLimit: 3\n`),
    'a patch with a target and another name': prod(
      'patches: [{ path: patch.yaml, target: { kind: ClusterResourcePlacement } }]',
      PATCH.replace('good', 'any'),
    ),
    'a patch of content with a target and another name': {
      ...prod('patches: [{ path: patch.yaml, target: { kind: Namespace } }]', NAMESPACE('any').replace('}', ', labels: { a: b } }')),
    },
    'a patch in a component': {
      ...OVERLAY,
      'apps/prod/kustomization.yaml': 'resources: [../base]\ncomponents: [../part]\n',
      'apps/part/kustomization.yaml': `${COMPONENT}patches: [{ path: patch.yaml, target: { kind: ClusterResourcePlacement } }]\n`,
      'apps/part/patch.yaml': PATCH.replace('good', 'any'),
    },
    'a chart with expressions': {
      'apps/shop/Chart.yaml': CHART,
      'apps/shop/values.yaml': 'type: PickAll\nname: a\nnote: x\non: false\n',
      'apps/shop/templates/zones.yaml': ['a', 'b', 'c'].map(NAMESPACE).join('---\n'),
      'apps/shop/templates/a.yaml': placed('a', '{{ .Values.type }}').replace('name: a', 'name: {{ .Values.name }}'),
      'apps/shop/templates/b.yaml': placed('b', '"{{ .Values.type }}"').replace('name: b', 'name: "{{ .Values.name }}-b"'),
      'apps/shop/templates/c.yaml': `# {{ .Values.note }}\n${placed('c', '"{{ .Values.type }}"')}`,
      'apps/shop/templates/d.yaml': `{{- if .Values.on }}\n${BAD}{{- end }}\n`,
      'apps/shop/templates/_help.tpl': '{{ define "x" }}y{{ end }}\n',
      'apps/shop/templates/NOTES.txt': 'Thanks for {{ .Release.Name }}\n',
      'apps/shop/crds/x.yaml':
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: as.example.com }\nspec: { group: example.com, scope: Namespaced, names: { kind: A, plural: as }, versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }] }\n',
    },
  };
  it.each(Object.entries(trees))('has no entry and no error: %s', async (_, tree) => {
    const { exitCode, told } = await lint({ 'apps/zone.yaml': NAMESPACE('zone') }, tree);
    expect([exitCode, told.filter((text) => /kubectl apply -R/.test(text))], told.join('\n')).toEqual([0, []]);
  });
});

const FRONT = `${NAMESPACE('shop')}---
apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: shop }
spec:
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec: { containers: [{ name: main, image: "registry.example.net/front:1" }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: front, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: front }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /spec/replicaz, value: 5 }]
`;
const REPLICAS = 'resources: [front.yaml]\nreplicas: [{ name: front, count: 3 }]\n';

describe.skipIf(!isInstalled)('a new kustomization beside files that the change does not edit', () => {
  const files: Tree = { 'apps/shop/front.yaml': FRONT, 'apps/fleet/shop.yaml': placementYaml('shop') };
  const toHub = (hub: string): string => `kubectl --context hub-${hub} apply -R -f apps\n`;

  async function states(change: Tree, deploy = ''): Promise<readonly string[]> {
    const repository = gitRepository({ ...files, 'deploy.sh': deploy });
    for (const [file, text] of Object.entries(change)) repository.write(file, text);
    const PATH = [tools.kustomize ?? '', tools.helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
    const { report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD'], { env: { PATH } });
    const found = report?.lint?.findings ?? [];
    return found.map(
      ({ rule, object, state, rendered }) => `${rule} of ${object?.name} ${rendered === undefined ? 'as file' : 'built'}: ${state}`,
    );
  }

  it.each([
    ['a hub', toHub('one')],
    ['two hubs', `${toHub('one')}${toHub('two')}`],
    ['a hub that is not known', 'kubectl apply -R -f apps\n'],
  ])('shows the faults of the files as unchanged if a script applies them to %s', async (_, deploy) => {
    const found = await states({ 'apps/shop/kustomization.yaml': REPLICAS }, deploy);
    expect(found).not.toContain('override-patch-fails of front as file: new');
    expect(found.filter((each) => each.startsWith('override-patch-fails'))).not.toEqual([]);
  });

  it('shows faults in both forms as unchanged', async () => {
    const found = await states({ 'apps/shop/kustomization.yaml': REPLICAS }, `${toHub('one')}${toHub('two')}`);
    expect(found.toSorted()).toEqual([
      'override-patch-fails of front as file: unchanged',
      'override-patch-fails of front built: unchanged',
    ]);
  });

  it('shows the fault of a file that the change edits as new', async () => {
    const edited = FRONT.replace('[{ op: replace', '[{ op: remove, path: /spec/wrong }, { op: replace');
    const found = await states({ 'apps/shop/kustomization.yaml': REPLICAS, 'apps/shop/front.yaml': edited });
    expect(found).toContain('override-patch-fails of front as file: new');
  });

  it('shows a fault that only the kustomization makes as new', async () => {
    const patch =
      'patches: [{ patch: "- { op: replace, path: /spec/placement/name, value: other }", target: { kind: ResourceOverride } }]\n';
    const found = await states({ 'apps/shop/kustomization.yaml': `${REPLICAS}${patch}` });
    expect(found).toContain('override-placement-missing of front built: new');
    expect(found).toContain('override-patch-fails of front as file: unchanged');
  });
});
