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
  ['folders below, in one flag', { 'retired/old/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -Rf retired\n' }, 'cleanup.sh deletes'],
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
  [
    'is applied again by another step',
    {},
    { 'new/shop.yaml': SHOP, 'cleanup.sh': 'kubectl delete -f new\n', [PIPELINE]: pipeline('kubectl apply -f deploy -f new') },
  ],
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

const LIST = { 'retired/shop.yaml': SHOP };

it.each<[string, Files]>([
  ['behind a pipe', { ...LIST, 'cleanup.sh': 'cat retired/*.yaml | kubectl delete -f -\n' }],
  ['as its input', { ...LIST, 'cleanup.sh': 'kubectl delete -f - < retired/shop.yaml\n' }],
  ['by a pattern', { ...LIST, 'cleanup.sh': 'kubectl delete -f "retired/s*.yaml"\n' }],
  ['in a loop', { ...LIST, 'cleanup.sh': 'for f in retired/*.yaml; do kubectl delete -f "$f"; done\n' }],
  ['by xargs', { ...LIST, 'cleanup.sh': 'ls retired/*.yaml | xargs -n1 kubectl delete -f\n' }],
  ['by find', { ...LIST, 'cleanup.sh': 'find retired -name "*.yaml" -exec kubectl delete -f {} \\;\n' }],
  ['as a copy', { ...LIST, 'cleanup.sh': 'cp retired/shop.yaml /tmp/a.yaml\nkubectl delete -f /tmp/a.yaml\n' }],
  [
    'as a kustomization behind a pipe',
    {
      ...LIST,
      'retired/kustomization.yaml': 'resources: [shop.yaml]\n',
      'cleanup.sh': 'kubectl kustomize retired | kubectl delete -f -\n',
    },
  ],
  [
    'by a task of Azure Pipelines',
    {
      ...LIST,
      'azure-pipelines.yml': 'steps:\n  - task: KubernetesManifest@1\n    inputs: { action: delete, arguments: "-f retired" }\n',
    },
  ],
  ['by a task', { ...LIST, 'Taskfile.yml': 'version: "3"\ntasks:\n  clean:\n    cmds:\n      - kubectl delete -f retired\n' }],
  ['behind its apply', { ...LIST, 'cleanup.sh': 'kubectl apply -f retired\nkubectl delete -f retired/shop.yaml\n' }],
  [
    'in a loop behind its apply',
    { ...LIST, 'cleanup.sh': 'kubectl apply -f retired\nfor f in retired/*.yaml; do kubectl delete -f "$f"; done\n' },
  ],
])('a placement that a step deletes %s is removed', async (_, after) => {
  expect((await judged({}, after))[0]).toEqual([MOVED]);
});

it('a note does not say that nothing applies a placement that a step deletes behind its apply', async () => {
  const [, notes] = await judged({}, { ...LIST, 'cleanup.sh': 'kubectl apply -f retired\nkubectl delete -f retired/shop.yaml\n' });
  expect(notes).toContain('with `kubectl delete`, and behind that nothing that was read applies what it has');
});

it.each<[string, Files]>([
  ['is deleted by a pattern that does not match', { 'cleanup.sh': 'kubectl delete -f "retired/x*.yaml"\n' }],
  ['is deleted in a script that is only printed', { 'cleanup.sh': 'echo kubectl delete -f retired\n' }],
  ['is deleted only if a command fails', { [PIPELINE]: pipeline('kubectl apply -f deploy -f retired || kubectl delete -f retired') }],
  [
    'is deleted only if a step fails',
    { [PIPELINE]: `${pipeline('kubectl apply -f deploy -f retired')}      - if: failure()\n        run: kubectl delete -f retired\n` },
  ],
  [
    'is deleted in another case',
    {
      [PIPELINE]: pipeline(
        'kubectl apply -f deploy',
        'if [ "$X" = down ]; then kubectl delete -f retired; else kubectl apply -f retired; fi',
      ),
    },
  ],
])('a placement that %s is not removed', async (_, after) => {
  expect((await judged({}, { ...LIST, ...after }))[0]).toEqual([]);
});

async function edited(before: Files, after: Files): Promise<readonly string[]> {
  const { dir, write } = gitRepository({ ...BASE, ...before });
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  const notes = (report?.notes ?? []).filter((note) => note.includes('creates it again'));
  const removals = report?.removals ?? [];
  return [...removals.map(({ object, replacedBy }) => `${displayName(object)}${replacedBy === undefined ? '' : ' again'}`), ...notes];
}

const AGAIN = `${MOVED} again`;

it.each<[string, string]>([
  ['deletes and then applies', 'kubectl delete -f deploy/shop.yaml\nkubectl apply -f deploy\n'],
  ['deletes with folders below, in one flag, and then applies', 'kubectl delete -Rf .\nkubectl apply -Rf .\n'],
  ['deletes in a loop and then applies', 'for f in deploy/*.yaml; do kubectl delete -f "$f"; done\nkubectl apply -f deploy\n'],
  ['deletes in a function and then applies', 'clean() { kubectl delete -f deploy; }\nclean\nkubectl apply -f deploy\n'],
  ['replaces by force', 'kubectl replace --force -f deploy\n'],
])('a placement that a step %s is removed and created again', async (_, script) => {
  const [removal, note] = await edited({}, { 'run.sh': script });
  expect(removal).toBe(AGAIN);
  expect(note).toContain('run.sh deletes deploy/');
});

it.each<[string, Files, Files]>([
  ['replaces', {}, { 'run.sh': 'kubectl replace -f deploy\n' }],
  [
    'replaced by force at the base',
    { 'run.sh': 'kubectl replace --force -f deploy\n' },
    { 'run.sh': 'kubectl replace --force -f deploy/\n' },
  ],
  [
    'deletes in one case, and applies in another',
    {},
    { 'run.sh': 'if [ "$1" = down ]; then kubectl delete -f deploy; else kubectl apply -f deploy; fi\n' },
  ],
  [
    'deletes if it is asked to, and then applies',
    {},
    { 'run.sh': 'if [ "$1" = new ]; then kubectl delete -f deploy; fi\nkubectl apply -f deploy\n' },
  ],
  ['deletes elsewhere', {}, { 'run.sh': 'kubectl --context test delete -f deploy\nkubectl --context hub apply -f deploy\n' }],
  [
    'deletes another object of',
    { 'deploy/job.yaml': 'apiVersion: batch/v1\nkind: Job\nmetadata: { name: a, namespace: b }\n' },
    { 'run.sh': 'kubectl delete -f deploy/job.yaml\nkubectl apply -f deploy\n' },
  ],
])('a placement that a step %s is not removed', async (_, before, after) => {
  expect(await edited(before, after)).toEqual([]);
});
