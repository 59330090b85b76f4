/** A deployer that brings a part of a tree to a further hub changes nothing for the hub that has all of it. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { flux, kubeConfig, workflow } from '../tree/app-and-placement.ts';

const SECOND = placementYaml('second', { namespace: 'shop' });
const TO_B = 'kubectl --context b apply -f tree/part';

function repository(command: string): GitRepository {
  return gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    '.github/workflows/hub.yaml': workflow(command),
    'tree/shop.yaml': placementYaml('shop'),
    'tree/ns.yaml': namespaceYaml('shop'),
  });
}

async function linted({ dir }: GitRepository, ...more: readonly string[]): Promise<readonly unknown[]> {
  const { exitCode, report } = await runCli(dir, ['lint', 'tree', '--clusters', 'clusters.yaml', '--format', 'json', ...more]);
  return [exitCode, ...(report?.lint?.findings ?? []).map(({ rule, severity }) => `${rule} ${severity}`)];
}

describe.each(['kubectl apply -R -f tree', 'kubectl --context a apply -R -f tree'])('beside `%s`', (command) => {
  it.each([
    ['nothing', {}],
    ['a script', { 'more.sh': TO_B }],
    ['a workflow', { '.github/workflows/b.yaml': workflow(TO_B) }],
    ['a workflow for all of it', { '.github/workflows/b.yaml': workflow('kubectl --context b apply -R -f tree') }],
    ['a step', { '.github/workflows/hub.yaml': workflow(command, TO_B) }],
    ['Flux', { 'tree/flux.yaml': flux('part', 'tree/part', kubeConfig('other')) }],
  ] satisfies [string, Record<string, string>][])('two placements of one object are an error with %s', async (_, files) => {
    const made = repository(command);
    made.write('tree/part/second.yaml', SECOND);
    for (const [file, text] of Object.entries(files)) made.write(file, text);
    const found = [1, 'overlapping-placements error'];
    expect(await linted(made)).toEqual(found);
    expect(await linted(made, '--base', 'HEAD')).toEqual(found);
  });

  it.each([
    ['nothing', {}],
    ['a workflow', { '.github/workflows/b.yaml': workflow(TO_B) }],
  ] satisfies [string, Record<string, string>][])('one object with two contents is an error with %s', async (_, files) => {
    const made = repository(command);
    made.write('tree/part/shop.yaml', placementYaml('shop', { policy: 'placementType: PickFixed\n    clusterNames: [e1]' }));
    for (const [file, text] of Object.entries(files)) made.write(file, text);
    expect(await linted(made)).toContain('declared-twice error');
    expect(await linted(made, '--base', 'HEAD')).toContain('declared-twice error');
  });
});

it('two placements that no deployer brings to one hub are no error', async () => {
  const made = gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    'deploy.sh': ['a tree/one', 'b tree/two', 'c tree/two'].map((to) => `kubectl --context ${to.replace(' ', ' apply -f ')}\n`).join(''),
    'tree/one/shop.yaml': placementYaml('shop'),
    'tree/one/ns.yaml': namespaceYaml('shop'),
    'tree/two/second.yaml': SECOND,
    'tree/two/ns.yaml': namespaceYaml('shop'),
  });
  expect((await linted(made))[0]).toBe(0);
});

const TO_A = 'kubectl --context a apply -R -f tree';
const aks = (name: string): string =>
  workflow(TO_A.replace('--context a ', '')).replace(
    '- run:',
    `- uses: azure/aks-set-context@v4\n        with: { resource-group: rg, cluster-name: ${name} }\n      - run:`,
  );
it.each<readonly [string, string, string, string | undefined]>([
  ['another context', workflow(TO_A), workflow(TO_A.replace(' a ', ' b ')), 'deploy tree to b and no longer to a, which'],
  ['another cluster of AKS', aks('a'), aks('b'), 'deploy tree to b rg and no longer to a rg, which'],
  [
    'two others',
    workflow(TO_A),
    workflow(TO_A.replace(' a ', ' b '), TO_A.replace(' a ', ' c ')),
    'deploy tree to b, c and no longer to a',
  ],
  ['a further hub', workflow(TO_A), workflow(TO_A, TO_A.replace(' a ', ' b ')), undefined],
  ['the same hub', workflow(TO_A), workflow(`${TO_A} --server-side`), undefined],
  ['a context that is not named any longer', workflow(TO_A), workflow('kubectl apply -R -f tree'), undefined],
])('a note names the hubs if a pipeline deploys the same placements to %s', async (_, before, after, note) => {
  const made = repository('true');
  made.write('.github/workflows/hub.yaml', before);
  made.git('add', '-A');
  made.git('commit', '-qm', 'before');
  made.write('.github/workflows/hub.yaml', after);
  const { report } = await runCli(made.dir, ['lint', 'tree', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json']);
  const notes = (report?.notes ?? []).filter((each) => each.startsWith('This change makes a pipeline or script deploy '));
  expect(notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
});
