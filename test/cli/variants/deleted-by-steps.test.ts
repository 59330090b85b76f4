/** What a pipeline or a script of a change deletes with `kubectl delete`. */
import { expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string>>;

const PIPELINE = '.github/workflows/deploy.yml';
const pipeline = (...steps: readonly string[]): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n${steps.map((step) => `      - run: ${step}\n`).join('')}`;
const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;
const BASE: Files = {
  'deploy/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
  'deploy/shop.yaml': SHOP,
  [PIPELINE]: pipeline('kubectl apply -f deploy'),
};
const MOVED = 'ClusterResourcePlacement/shop';

async function judged(before: Files, after: Files): Promise<readonly [readonly string[], string]> {
  const { dir, write, remove } = gitRepository({ ...BASE, ...before });
  remove('deploy/shop.yaml');
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  return [(report?.removals ?? []).map(({ object }) => displayName(object)), (report?.notes ?? []).join('\n')];
}

it.each<[string, Files, string]>([
  [
    'a folder',
    { 'retired/shop.yaml': SHOP, [PIPELINE]: pipeline('kubectl delete --ignore-not-found -f retired/', 'kubectl apply -f deploy') },
    `${PIPELINE} deletes retired/shop.yaml with \`kubectl delete\``,
  ],
  ['a file, by a script', { 'retired/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f retired/shop.yaml\n' }, 'cleanup.sh deletes'],
  ['folders below', { 'retired/old/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -R -f retired\n' }, 'cleanup.sh deletes'],
  [
    'a kustomization',
    { 'retired/shop.yaml': SHOP, 'retired/kustomization.yaml': 'resources: [shop.yaml]\n', 'cleanup.sh': 'kubectl delete -k retired\n' },
    'cleanup.sh deletes retired with',
  ],
])('a placement in %s that a step deletes is removed', async (_, after, note) => {
  const [removals, notes] = await judged({}, after);
  expect(removals).toEqual([MOVED]);
  expect(notes).toContain(note);
  expect(notes).not.toContain('as if something else applied');
});

it.each<[string, Files, Files]>([
  ['only moves', {}, { 'retired/shop.yaml': SHOP }],
  ['is in a folder below', {}, { 'retired/old/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f retired\n' }],
  ['is deleted by a dry run', {}, { 'retired/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete --dry-run=client -f retired\n' }],
  ['is applied again', {}, { 'new/shop.yaml': SHOP, [PIPELINE]: pipeline('kubectl delete -f new', 'kubectl apply -f deploy -f new') }],
  ['is applied from elsewhere', {}, { 'retired/shop.yaml': SHOP, 'deploy/b.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f retired\n' }],
  [
    'is deleted from a cluster that the script creates for a test',
    {},
    { 'retired/shop.yaml': SHOP, 'cleanup.sh': 'kind create cluster\nkubectl delete -f retired\n' },
  ],
  ['was applied by nothing that is known', { [PIPELINE]: '' }, { 'retired/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f retired\n' }],
  [
    'may be applied by a step with a variable',
    {},
    { 'retired/shop.yaml': SHOP, [PIPELINE]: pipeline('kubectl delete -f retired', 'kubectl apply -f $DIR') },
  ],
])('a placement that %s is not removed', async (_, before, after) => {
  expect((await judged(before, after))[0]).toEqual([]);
});

it.each<[string, Files]>([
  ['a target of make', { Makefile: 'clean:\n\tkubectl delete --ignore-not-found -f deploy\n' }],
  [
    'a target with a variable',
    { Makefile: 'KUBECTL ?= kubectl\nundeploy:\n\t@$(KUBECTL) -n a delete \\\n\t  -f deploy && $(KUBECTL) get ns\n' },
  ],
  ['what a target builds', { Makefile: 'undeploy:\n\tkustomize build config | kubectl delete -f -\n' }],
  ['a task', { 'Taskfile.yml': 'version: "3"\ntasks:\n  clean:\n    cmds:\n      - kubectl delete -f deploy\n' }],
  ['a Makefile below', { 'deploy/Makefile': 'clean:\n\tkubectl delete -f .\n' }],
])('%s of the base that only deletes hides no removal', async (_, before) => {
  const after = { 'retired/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f retired\n' };
  expect((await judged(before, after))[0]).toEqual([MOVED]);
});

it.each<[string, Files]>([
  ['a target of make', { Makefile: 'deploy:\n\tkubectl delete -f old; kubectl apply -f $(DIR)\n' }],
  ['what a target builds', { Makefile: 'deploy:\n\tkustomize build $(DIR) | kubectl apply -f -\n' }],
  ['what a target reads', { Makefile: 'deploy:\n\tkubectl get cm a -o yaml | kubectl $(VERB) -f -\n' }],
  ['a task', { 'Taskfile.yml': 'version: "3"\ntasks:\n  up:\n    cmds:\n      - kubectl apply -f "$DIR"\n' }],
])('%s that may apply it again leaves it open', async (_, before) => {
  const after = { 'retired/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f retired\n' };
  expect((await judged(before, after))[0]).toEqual([]);
});

it('a target that a workflow starts is a step', async () => {
  const makefile = 'clean:\n\tkubectl delete -f deploy/shop.yaml\n';
  expect((await judged({ Makefile: makefile }, { 'deploy/shop.yaml': SHOP, [PIPELINE]: pipeline('make clean') }))[0]).toEqual([MOVED]);
});
