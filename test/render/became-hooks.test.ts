/** What helm deletes because the change makes it a hook. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import type { Tree } from '../support/unread/places.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');

type Annotations = Readonly<Record<string, string>>;

const step = (run: string): Tree => ({
  '.github/workflows/deploy.yml': stringify({
    on: { push: { branches: ['main'] } },
    jobs: { deploy: { 'runs-on': 'ubuntu-latest', steps: [{ uses: 'actions/checkout@v4' }, { run }] } },
  }),
});
const UPGRADE = step('helm upgrade --install shop ./shop -n shop');
const FLUX: Tree = {
  'flux.yaml': [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: 'flux-system' },
      spec: { url: 'https://example.com/fleet', ref: { branch: 'main' } },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: { chart: { spec: { chart: './shop', sourceRef: { kind: 'GitRepository', name: 'fleet' } } } },
    },
  ]
    .map((object) => stringify(object))
    .join('---\n'),
};
const ARGO: Tree = {
  'app.yaml': stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop' },
    spec: {
      project: 'default',
      source: { repoURL: 'https://example.com/fleet', targetRevision: 'main', path: 'shop' },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
    },
  }),
};
const KEEP = { 'helm.sh/resource-policy': 'keep' };
const hook = (events: string, policy?: string): Annotations => ({
  'helm.sh/hook': events,
  ...(policy === undefined ? {} : { 'helm.sh/hook-delete-policy': policy }),
});
const annotated = (text: string, annotations: Annotations): string =>
  text.replace('metadata: {', `metadata: { annotations: ${JSON.stringify(annotations)},`);
const crp = placementYaml('shop').replace(/^metadata:.*\n(?: {2}name: shop\n)?/m, 'metadata: { name: shop }\n');
const namespace = namespaceYaml('shop').replace(/^metadata:.*\n(?: {2}name: shop\n)?/m, 'metadata: { name: shop }\n');

const chart = (annotations: Annotations, ofNamespace: Annotations = {}): Tree => ({
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/values.yaml': 'hook: false\n',
  'shop/templates/p.yaml': annotated(crp, annotations),
  'shop/templates/ns.yaml': annotated(namespace, ofNamespace),
});

async function judged(base: Tree, after: Tree): Promise<{ readonly removals: readonly string[]; readonly notes: string }> {
  const { dir, git, write } = gitRepository({ 'clusters.yaml': joinedMembers('e1'), ...base });
  git('remote', 'add', 'origin', 'https://example.com/fleet');
  for (const [file, text] of Object.entries(after)) write(file, text);
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any'], {
    env: { PATH },
  });
  const removals = (report?.removals ?? []).map(
    ({ kind, object, replacedBy }) => `${kind} ${displayName(object)}${replacedBy === undefined ? '' : ' again'}`,
  );
  return { removals, notes: (report?.notes ?? []).join('\n') };
}

const GONE = 'placement ClusterResourcePlacement/shop';
const AGAIN = `${GONE} again`;

it.skipIf(helm === undefined).each<[string, Tree, Annotations, Annotations, string | undefined]>([
  ['helm upgrade of a hook before the rest', UPGRADE, {}, hook('pre-install,pre-upgrade'), GONE],
  ['helm upgrade of a hook after the rest', UPGRADE, {}, hook('post-install, post-upgrade'), AGAIN],
  ['helm upgrade of a hook that succeeds', UPGRADE, {}, hook('post-upgrade', 'before-hook-creation,hook-succeeded'), GONE],
  ['helm upgrade of a hook of installations', UPGRADE, {}, hook('post-install'), GONE],
  ['helm upgrade of a hook of deletions', UPGRADE, {}, hook('post-delete'), GONE],
  ['helm upgrade of a hook before the rest that is kept', UPGRADE, {}, { ...hook('pre-upgrade'), ...KEEP }, AGAIN],
  ['helm upgrade of a hook of deletions in place of what was kept', UPGRADE, KEEP, hook('post-delete'), undefined],
  ['a HelmRelease', FLUX, {}, hook('post-upgrade', 'hook-succeeded'), GONE],
  ['an unknown deployer of the chart', {}, {}, hook('post-upgrade'), AGAIN],
  ['an Application', ARGO, {}, hook('post-install'), AGAIN],
  ['an Application without pruning of a hook that no sync creates', ARGO, {}, hook('pre-delete'), undefined],
  ['helm upgrade of a hook that was one', UPGRADE, hook('post-upgrade'), hook('pre-upgrade'), undefined],
  ['helm upgrade of a hook of Argo CD', UPGRADE, {}, { 'argocd.argoproj.io/hook': 'PostSync' }, undefined],
  ['kubectl', step('helm template shop ./shop -n shop | kubectl apply -n shop -f -'), {}, hook('post-delete', 'hook-succeeded'), undefined],
])('a placement that becomes a hook, deployed by %s', async (_, deployer, before, after, expected) => {
  const { removals } = await judged({ ...deployer, ...chart(before) }, chart(after));
  expect(removals).toEqual(expected === undefined ? [] : [expected]);
});

it.skipIf(helm === undefined)('is named, with what makes it one', async () => {
  const { notes } = await judged({ ...UPGRADE, ...chart({}) }, chart(hook('post-upgrade')));
  expect(notes).toContain(
    'A change of ClusterResourcePlacement/shop takes content from the clusters: `helm.sh/hook` makes helm delete it, and create it again.',
  );
});

it.skipIf(helm === undefined)('a Namespace that becomes a hook takes all in it from the clusters', async () => {
  const { removals } = await judged({ ...UPGRADE, ...chart({}) }, chart({}, hook('pre-upgrade')));
  expect(removals).toEqual(['resources ClusterResourcePlacement/shop']);
});

it.skipIf(helm === undefined)('a value may make it one', async () => {
  const templated = crp.replace(
    'metadata: { name: shop }',
    'metadata:\n  name: shop\n{{- if .Values.hook }}\n  annotations: { helm.sh/hook: post-upgrade }\n{{- end }}',
  );
  const base = { ...UPGRADE, ...chart({}), 'shop/templates/p.yaml': templated };
  expect((await judged(base, { 'shop/values.yaml': 'hook: true\n' })).removals).toEqual([AGAIN]);
});
