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
