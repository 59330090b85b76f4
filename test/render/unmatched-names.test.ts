/** Targets of patches and names of images that match nothing, which kustomize builds without a word. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');
type Files = Readonly<Record<string, string>>;

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: 'example.com/web:1' }] } }
`;
const BASE: Files = {
  'base/kustomization.yaml': 'resources: [shop.yaml, web.yaml]\n',
  'base/shop.yaml': `${placementYaml('shop', { policy: 'placementType: PickAll' })}---\n${namespaceYaml('shop')}`,
  'base/web.yaml': WEB,
};
const TRANSFORMER =
  'apiVersion: builtin\nkind: AnnotationsTransformer\nmetadata: { name: x }\nannotations: { a: b }\nfieldSpecs: [{ path: metadata/annotations, create: true }]\n';
const overlay = (more: string): Files => ({ 'prod/named.yaml': TRANSFORMER, 'prod/kustomization.yaml': `resources: [../base]\n${more}\n` });
const patch = (target: string): string =>
  `patches: [{ target: ${target}, patch: '[{ "op": "add", "path": "/metadata/annotations", "value": { "a": "b" } }]' }]`;
const image = (entry: string): string => `images: [${entry}]`;

/** The notes about names without their ends, and the ends of those with a name that is meant. */
async function noted(files: Files, ...paths: readonly string[]): Promise<readonly string[]> {
  const repository = gitRepository({ ...BASE, ...files });
  const PATH = [kustomize ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(repository.dir, ['lint', ...(paths.length === 0 ? ['.'] : paths), '--format', 'json'], { env: { PATH } });
  const about = (report?.notes ?? []).filter((note) => note.includes('changes nothing for it'));
  return about.map((note) => note.replace(' that is built, and kustomize changes nothing for it.', ''));
}

describe.skipIf(kustomize === undefined)('a note names', () => {
  it.each([
    [
      'a kind',
      patch('{ kind: ClusterResourcePlacment, name: shop }'),
      'the patch for ClusterResourcePlacment/shop matches no object Did you mean ClusterResourcePlacement?',
    ],
    ['a kind in other letters', patch('{ kind: DePloyment }'), 'the patch for DePloyment matches no object Did you mean Deployment?'],
    ['a name', patch('{ kind: Deployment, name: wbe }'), 'the patch for Deployment/wbe matches no object Did you mean web?'],
    ['a pattern', patch('{ kind: Deployment, name: api-.* }'), 'the patch for Deployment/api-.* matches no object'],
    [
      'an image',
      image('{ name: example.com/wbe, newTag: "2" }'),
      'the name example.com/wbe of `images` matches no image Did you mean example.com/web?',
    ],
    ['an image of something else', image('{ name: nginx, newName: example.com/nginx }'), 'the name nginx of `images` matches no image'],
  ])('%s that matches nothing', async (_, more, note) => {
    expect(await noted(overlay(more))).toEqual([`prod/kustomization.yaml: ${note}`]);
  });

  it('a misspelling in a component that no overlay has as its own', async () => {
    const component = `kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n${patch('{ kind: Deploymnt }')}\n`;
    expect(await noted({ ...overlay('components: [../all]'), 'all/kustomization.yaml': component })).toEqual([
      'all/kustomization.yaml: the patch for Deploymnt matches no object Did you mean Deployment?',
    ]);
  });
});

describe.skipIf(kustomize === undefined)('no note names', () => {
  it.each([
    ['a name that matches', patch('{ kind: Deployment, name: web }') + '\n' + image('{ name: example.com/web, newTag: "2" }')],
    ['a pattern that matches', patch('{ kind: Deployment|StatefulSet, name: w.* }')],
    ['a target of labels', patch('{ labelSelector: "app=none" }')],
    ['a name that the overlay changes', `namePrefix: a-\n${patch('{ kind: Deployment, name: web }')}`],
    ['a name behind one of the prefixes', `namePrefix: a-\n${patch('{ kind: Deployment, name: b-web }')}`],
    ['what a transformer may rename', `transformers: [named.yaml]\n${patch('{ kind: Deploymnt }')}`],
    ['what a patch deletes', 'patches: [{ target: { kind: Deployment }, patch: "{ kind: x, metadata: { name: x }, $patch: delete }" }]'],
    [
      'what is generated',
      `configMapGenerator: [{ name: settings, namespace: shop, literals: [a=b] }]\n${patch('{ kind: ConfigMap, name: settings }')}`,
    ],
    ['an image with a new name', image('{ name: example.com/web, newName: example.org/web }')],
    ['an image that a placeholder names', image('{ name: "${IMAGE}", newTag: "2" }')],
  ])('%s', async (_, more) => {
    expect(await noted(overlay(more))).toEqual([]);
  });

  it('an image that a base renames, and that the overlay renames again', async () => {
    const base = `${BASE['base/kustomization.yaml'] ?? ''}${image('{ name: example.com/web, newName: one }')}\n`;
    expect(await noted({ ...overlay(image('{ name: one, newName: two }')), 'base/kustomization.yaml': base })).toEqual([]);
  });

  it('what a component patches in one of the overlays, or in others that are not checked', async () => {
    const component = `kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n${patch('{ kind: StatefulSet, name: data }')}\n`;
    const other = `resources: [data.yaml]\ncomponents: [../all]\n`;
    const tree = {
      ...overlay('components: [../all]'),
      'all/kustomization.yaml': component,
      'test/kustomization.yaml': other,
      'test/data.yaml': WEB.replace('Deployment', 'StatefulSet').replace('name: web, namespace', 'name: data, namespace'),
    };
    expect(await noted(tree)).toEqual([]);
    expect(await noted(tree, 'prod', 'base', 'all')).toEqual([]);
  });
});
