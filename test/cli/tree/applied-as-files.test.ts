import { expect, test } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { refusedNamespacesNotes } from '../../../src/cli/tree/worlds/refused-namespaces.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';

const TREE = { 'k/kustomization.yaml': 'resources: [p.yaml]\n', 'k/p.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` };

test.each([
  ['kubectl apply -f k/', true],
  ['kubectl apply -R -f ./k -n shop', true],
  ['cd k\nkubectl create --filename=../k', true],
  ['kubectl apply -k k', false],
  ['kubectl apply -f k/p.yaml', false],
  ['kustomize build k | kubectl apply -f -', false],
  ['kubectl diff -f k', false],
])('%s is named if it does not build the kustomization that was checked', async (command, isNamed) => {
  const { out } = await runCli(gitRepository({ ...TREE, 'deploy.sh': `${command}\n` }).dir, ['lint', '.', '--render-with', 'off']);
  expect(/deploy\.sh applies k with `kubectl apply (?:-R )?-f`, which does not build its kustomization/.test(out)).toBe(isNamed);
  expect(out.includes('The step fails at k/kustomization.yaml, which kubectl cannot apply.')).toBe(isNamed);
});

test.each([
  ["kubectl apply -f 'k/*.yaml'", true],
  ['for f in k/*.yaml; do kubectl apply -f $f; done', true],
  ["kubectl apply -f 'k/p*.yaml'", false],
])('%s is named with its pattern', async (command, isNamed) => {
  const { out } = await runCli(gitRepository({ ...TREE, 'deploy.sh': `${command}\n` }).dir, ['lint', '.', '--render-with', 'off']);
  expect(out.includes('deploy.sh applies the files `k/*.yaml` as they are, which does not build its kustomization: ')).toBe(isNamed);
  expect(out.includes('The step fails at k/kustomization.yaml, which kubectl cannot apply.')).toBe(isNamed);
});

test.each([
  ['kubectl apply -R -f k', true],
  ['kubectl apply -f k --recursive', true],
  ['kubectl apply -Rf k', true],
  ['kubectl apply -f k', false],
  ['kubectl apply -R -f other', false],
])('%s is named if it does not build a kustomization in a folder below', async (command, isNamed) => {
  const below = {
    'k/base/kustomization.yaml': TREE['k/kustomization.yaml'],
    'k/base/p.yaml': TREE['k/p.yaml'],
    'other/n.yaml': namespaceYaml('n'),
  };
  const { out } = await runCli(gitRepository({ ...below, 'deploy.sh': `${command}\n` }).dir, ['lint', '.', '--render-with', 'off']);
  expect(out.includes('deploy.sh applies k with `kubectl apply -R -f`, which does not build the kustomization in k/base: ')).toBe(isNamed);
});

const BELOW = { 'fleet/a/ns.yaml': namespaceYaml('shop'), 'fleet/a/crp.yaml': placementYaml('shop') };
const workflow = (step: string): string =>
  `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [{ run: ${JSON.stringify(step)} }] } }\n`;

test.each<readonly [file: string, text: string, more: Readonly<Record<string, string>>, isNamed: boolean]>([
  ['Makefile', 'deploy:\n\tkubectl apply -f fleet/\n', {}, true],
  ['deploy.sh', 'kubectl apply -f ./fleet\n', {}, true],
  ['deploy.sh', 'cd fleet\nkubectl apply -f ../fleet\n', {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet'), {}, true],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet'), { 'fleet/README.md': '# a\n' }, true],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet'), { 'fleet/x.yml': namespaceYaml('x') }, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -R -f fleet'), {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -n shop -Rf fleet'), {}, false],
  ['.gitlab-ci.yml', 'deploy:\n  script: [kubectl apply -Rf fleet]\n', {}, false],
  ['.gitlab-ci.yml', 'deploy:\n  script: [kubectl apply -f fleet]\n', {}, true],
  ['Makefile', 'deploy:\n\tkubectl apply -Rffleet\n', {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet/a'), {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet/*/'), {}, false],
  ['.github/workflows/deploy.yml', workflow('for d in fleet/*/; do kubectl apply -f $d; done'), {}, false],
  ['.github/workflows/deploy.yml', workflow('envsubst < a.tmpl > fleet/a.yaml\nkubectl apply -f fleet'), {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -k fleet'), { 'fleet/Kustomization': 'resources: [a/ns.yaml]\n' }, false],
])('%s names a folder of which kubectl reads nothing: %j %j', async (file, text, more, isNamed) => {
  const { exitCode, report } = await runCli(gitRepository({ ...BELOW, ...more, [file]: text }).dir, ['lint', '.', '--render-with', 'off']);
  expect(exitCode).toBe(0);
  expect((report?.notes ?? []).filter((note) => note.includes('that step fails'))).toEqual(
    isNamed
      ? [
          `${file} applies fleet with \`kubectl apply -f\`, which reads no folders below, and only these have manifests: that step fails. Add \`-R\` to apply them.`,
        ]
      : [],
  );
});

const IN_NAMESPACES = {
  'crp.yaml': placementYaml('shop'),
  'k8s/a.yaml': configMap('a', ''),
  'k8s/b.yaml': configMap('b', 'billing'),
  'k8s/ns.yaml': namespaceYaml('shop'),
  'own/c.yaml': configMap('c', 'shop'),
  'up/in/d.yaml': configMap('d', 'billing'),
};

function configMap(name: string, namespace: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`}}\n`;
}

const steps = (...each: readonly string[]): string =>
  `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [${each.join(', ')}] } }\n`;
const run = (step: string): string => `{ run: ${JSON.stringify(step)} }`;
const WORKFLOW = '.github/workflows/deploy.yml';
const B = 'ConfigMap/billing/b in k8s/b.yaml';

test.each<readonly [file: string, text: string, place: string, object: string]>([
  [WORKFLOW, steps(run('kubectl apply -n shop -f k8s/')), 'k8s', B],
  [WORKFLOW, steps(run('kubectl -n shop create -f k8s/b.yaml')), 'k8s/b.yaml', B],
  [WORKFLOW, steps(run('cd k8s && kubectl replace --namespace=shop -f .')), 'k8s', B],
  [WORKFLOW, steps("{ uses: Azure/k8s-deploy@v5, with: { namespace: shop, manifests: 'k8s' } }"), 'k8s', B],
  [WORKFLOW, steps(run('kubectl apply --namespace shop -R -f up')), 'up', 'ConfigMap/billing/d in up/in/d.yaml'],
  [WORKFLOW, steps(run('NS=shop\nkubectl apply -n $NS -f k8s')), 'k8s', B],
  [WORKFLOW, steps(run('kubectl apply -n shop -f - < k8s/b.yaml')), 'k8s/b.yaml', B],
  [WORKFLOW, steps(run('cat k8s/b.yaml | kubectl apply -n shop -f -')), 'k8s/b.yaml', B],
  [WORKFLOW, steps(run('cd k8s && cat a.yaml b.yaml | tee all.log | kubectl apply -n shop -f -')), 'k8s/b.yaml', B],
  ['.gitlab-ci.yml', 'deploy:\n  script: [kubectl apply -n shop -f k8s]\n', 'k8s', B],
  ['Makefile', 'deploy:\n\tkubectl -n shop apply -f k8s\n', 'k8s', B],
  ['deploy.sh', 'kubectl apply -nshop -f k8s\n', 'k8s', B],
])('%s names an object of another namespace than that of its step: %j', async (file, text, place, object) => {
  const { exitCode, report } = await runCli(gitRepository({ ...IN_NAMESPACES, [file]: text }).dir, ['lint', '.', '--render-with', 'off']);
  expect(exitCode).toBe(0);
  expect((report?.notes ?? []).filter((note) => note.includes('refuses'))).toEqual([
    `${file} applies ${place} with namespace shop, and kubectl refuses objects with another one, so that command fails: ${object}. Remove the namespace from the step, or give this object namespace shop.`,
  ]);
});

test.each([
  'kubectl apply -f k8s',
  'kubectl apply -n shop -f own -f k8s/a.yaml -f k8s/ns.yaml',
  'kubectl apply -n shop -f up',
  'kubectl apply -n billing -f k8s',
  "kubectl apply -n '' -f k8s",
  'kubectl apply -n $NAMESPACE -f k8s',
  'kubectl apply -n "${NAMESPACE:-shop}" -f k8s',
  'NS=${1:-shop}\nkubectl apply -n $NS -f k8s',
  'deploy() { kubectl apply -n shop -f k8s; }',
  "kubectl apply -n shop -f 'k8s/b*.yaml'",
  'for f in k8s/*.yaml; do kubectl apply -n shop -f $f; done',
  'kubectl apply -n shop -l app=shop -f k8s',
  'kubectl apply -n shop --dry-run=server -f k8s',
  'kubectl config set-context --current --namespace=shop\nkubectl apply -f k8s',
  'cat k8s/b.yaml | sed s/billing/shop/ | kubectl apply -n shop -f -',
  'cat k8s/b.yaml | envsubst | kubectl apply -n shop -f -',
  'cat k8s/b.yaml | kubectl apply -f -',
  'head -n 1 k8s/b.yaml | kubectl apply -n shop -f -',
  "sed -i 's/billing/shop/' k8s/b.yaml\nkubectl apply -n shop -f k8s",
  'sed s/billing/shop/ own/c.yaml > k8s/b.yaml\nkubectl apply -n shop -f k8s',
  'kapp deploy -n shop -a shop -f k8s',
  'helm upgrade -n shop -i k k8s',
])('%s names no object of another namespace', async (step) => {
  const tree = { ...IN_NAMESPACES, [WORKFLOW]: steps(run(step)) };
  const { report } = await runCli(gitRepository(tree).dir, ['lint', '.', '--render-with', 'off']);
  expect((report?.notes ?? []).filter((note) => note.includes('refuses'))).toEqual([]);
});

test.each<readonly [of: 'overlay' | 'files' | undefined, overlay: string | undefined, kind: string, isNamed: boolean]>([
  ['overlay', 'k8s', 'ConfigMap', true],
  ['overlay', undefined, 'ConfigMap', false],
  ['files', 'k8s', 'ConfigMap', false],
  ['files', undefined, 'ConfigMap', true],
  [undefined, 'k8s', 'ConfigMap', false],
  ['files', undefined, 'Namespace', false],
  ['files', undefined, 'Unknown', false],
])('of %s gets what overlay %s makes: %s', (of, overlay, kind, isNamed) => {
  const { manifests } = parseManifests(configMap('b', 'billing').replace('ConfigMap', kind), 'k8s/b.yaml');
  const made = manifests.map((manifest) => ({ ...manifest, ...(overlay === undefined ? {} : { overlay }) }));
  const given = { place: 'k8s', namespace: 'shop', isRequired: true, by: 'deploy.sh', ...(of === undefined ? {} : { of }) } as const;
  expect(refusedNamespacesNotes(made, [given]).length).toBe(isNamed ? 1 : 0);
});
