/** Upgrades with the values of the release before, which are not in the tree. */
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import type { Tree } from '../../support/unread/places.ts';

const URL = 'https://github.com/team/fleet';
const BASE: Tree = {
  'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/values.yaml': 'image: nginx\n',
  'charts/shop/templates/job.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: job}\ndata: {image: "{{ .Values.image }}"}\n',
};
const workflow = (run: string): Tree => ({
  '.github/workflows/deploy.yaml': JSON.stringify({ on: 'push', jobs: { a: { steps: [{ run }] } } }),
});
const helmfile = (reuseValues: boolean): Tree => ({
  'helmfile.yaml': JSON.stringify({ helmDefaults: { reuseValues }, releases: [{ name: 'shop', chart: './charts/shop' }] }),
});
const flux = (upgrade: object): Tree => ({
  'hub/flux.yaml': ['GitRepository', 'HelmRelease']
    .map((kind) =>
      JSON.stringify({
        apiVersion: `${kind === 'HelmRelease' ? 'helm' : 'source'}.toolkit.fluxcd.io/v1`,
        kind,
        metadata: { name: 'shop', namespace: 'flux-system' },
        spec:
          kind === 'HelmRelease'
            ? { upgrade, chart: { spec: { chart: './charts/shop', sourceRef: { kind: 'GitRepository', name: 'shop' } } } }
            : { url: URL, ref: { branch: 'main' } },
      }),
    )
    .join('\n---\n'),
});

/** The exit code and the notes about these values. */
async function lint(tree: Tree, ...args: readonly string[]) {
  const { dir, git } = gitRepository({ ...BASE, ...tree });
  git('remote', 'add', 'origin', `${URL}.git`);
  const { exitCode, report } = await runCli(dir, ['lint', '.', ...args]);
  return { exitCode, notes: (report?.notes ?? []).filter((note) => note.includes('last release')) };
}

const all = (by: string, option: string): string =>
  `${by} upgrades the chart charts/shop with the values of the last release (\`${option}\`), which are not known here. charts/shop/values.yaml has no effect on such an upgrade, but the chart was checked with it.`;
const some = (by: string): string =>
  `${by} upgrades the chart charts/shop with values of the last release (\`--reset-then-reuse-values\`), which are not known here. They win over charts/shop/values.yaml, and the chart was checked without them.`;
const WORKFLOW = '.github/workflows/deploy.yaml';

test.each<[string, Tree, string]>([
  ['a command', workflow('helm upgrade shop charts/shop -n shop --reuse-values'), all(WORKFLOW, '--reuse-values')],
  [
    'a command that installs, twice',
    workflow('for a in 1 2; do helm upgrade -i --reuse-values shop ./charts/shop; done'),
    all(WORKFLOW, '--reuse-values'),
  ],
  ['a flag with a value', workflow('helm upgrade shop charts/shop --reuse-values=true'), all(WORKFLOW, '--reuse-values')],
  [
    'a command with both flags',
    workflow('helm upgrade shop charts/shop --reset-then-reuse-values --reuse-values'),
    all(WORKFLOW, '--reuse-values'),
  ],
  ['a command that uses only what was given', workflow('helm upgrade shop charts/shop --reset-then-reuse-values'), some(WORKFLOW)],
  ['Helmfile', helmfile(true), all('helmfile.yaml', 'reuseValues')],
  ['Flux', flux({ preserveValues: true }), all('HelmRelease/flux-system/shop in hub/flux.yaml', 'preserveValues')],
])('are named: %s', async (_, tree, note) => {
  expect(await lint(tree)).toEqual({ exitCode: 0, notes: [note] });
});

test('are named with a base', async () => {
  const tree = workflow('helm upgrade shop charts/shop --reuse-values');
  expect(await lint(tree, '--base', 'HEAD')).toEqual({ exitCode: 0, notes: [all(WORKFLOW, '--reuse-values')] });
});

test.each<[string, Tree]>([
  ['a command without the flag', workflow('helm upgrade shop charts/shop')],
  ['a flag that is off', workflow('helm upgrade shop charts/shop --reuse-values=false')],
  ['a command that resets them', workflow('helm upgrade shop charts/shop --reuse-values --reset-values')],
  ['another chart', workflow('helm upgrade shop oci://registry.example.net/shop --reuse-values')],
  ['a cluster of a test', workflow('kind create cluster\nhelm upgrade shop charts/shop --reuse-values')],
  ['Helmfile', helmfile(false)],
  ['Flux', flux({ preserveValues: false })],
])('are not used: %s', async (_, tree) => {
  expect(await lint(tree)).toEqual({ exitCode: 0, notes: [] });
});
