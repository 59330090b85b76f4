/** A change gives files that a step applies as they are a kustomization, and their objects need others that the same step applies. */
import { expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const BETA = 'apiVersion: placement.kubernetes-fleet.io/v1beta1';
const workflow = (...commands: readonly string[]): string =>
  `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [{ run: ${JSON.stringify(commands.join('\n'))} }] } }\n`;
const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.25" }] }
`;
const OVERRIDE = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: web, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /spec/replicas, value: 3 }] }] }
`;
const RUN = `${BETA}
kind: ClusterStagedUpdateRun
metadata: { name: shop-1 }
spec: { placementName: shop, stagedRolloutStrategyName: all }
`;
const STRATEGY = `${BETA}\nkind: ClusterStagedUpdateStrategy\nmetadata: { name: all }\nspec: { stages: [{ name: all }] }\n`;
const EXTERNAL = `${placementYaml('shop')}  strategy: { type: External }\n`;
const APPLY = ['kubectl apply -f ns', 'kubectl apply -f shop', 'kubectl apply -f fleet'];
const BUILD = APPLY.map((command) => command.replace('-f shop', '-k shop'));

const trees = {
  'an override of a placement': { 'shop/other.yaml': OVERRIDE, 'fleet/shop.yaml': placementYaml('shop') },
  'an update run of a placement': { 'shop/other.yaml': RUN, 'fleet/shop.yaml': EXTERNAL, 'fleet/all.yaml': STRATEGY },
  'a placement of a Namespace': { 'shop/other.yaml': placementYaml('shop'), 'fleet/x.yaml': namespaceYaml('x') },
};

async function changed(tree: Readonly<Record<string, string>>, commands: readonly string[]) {
  const { dir, write } = gitRepository({
    'ns/shop.yaml': namespaceYaml('shop'),
    'shop/web.yaml': WEB,
    ...tree,
    '.github/workflows/deploy.yml': workflow(...APPLY),
  });
  write('.github/workflows/deploy.yml', workflow(...commands));
  write('shop/kustomization.yaml', 'resources: [web.yaml, other.yaml]\nimages: [{ name: nginx, newTag: "1.26" }]\n');
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  const isAsFile = (note: string): boolean => note.startsWith('Checked with and without their kustomization or chart: shop/web.yaml.');
  return { needed: (report?.lint?.assumptions ?? []).map(displayName), areCheckedAsFiles: report?.notes?.some(isAsFile) === true };
}

it.each(Object.entries(trees))('nothing is needed from elsewhere, and only what the new step builds is checked: %s', async (_, tree) => {
  expect(await changed(tree, BUILD)).toEqual({ needed: [], areCheckedAsFiles: false });
});

it.each(Object.entries(trees))('nothing is needed from elsewhere if the step still applies the files: %s', async (_, tree) => {
  expect(await changed(tree, APPLY)).toEqual({ needed: [], areCheckedAsFiles: true });
});

it.each([
  ['another step applies the files', [...BUILD, 'kubectl apply -f shop']],
  ['another step applies one of the files', [...BUILD, 'kubectl apply -f shop/web.yaml']],
  ['another step applies all files below', [...BUILD, "find . -name '*.yaml' | xargs kubectl apply -f"]],
  ['no step applies what is built', ['kubectl apply -f ns', 'kubectl apply -f fleet']],
])('the files are checked as well if %s', async (_, commands) => {
  expect(await changed(trees['an override of a placement'], commands)).toMatchObject({ areCheckedAsFiles: true });
});
