/** An update run of the base was initialized when it was new: it is not judged again, and nothing of it is fixed. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const STRATEGY = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec: { stages: [{ name: one, labelSelector: {} }, { name: two, labelSelector: {} }] }
`;

const run = (name: string, state = 'Run'): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: shop, stagedRolloutStrategyName: waves, state: ${state} }
`;

/** The findings of a change that adds these files to a placement with a run that the hub refused. */
async function statesWith(
  files: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { dir, write } = gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    'shop.yaml': [
      namespaceYaml('shop'),
      placementYaml('shop', { policy: 'placementType: PickAll\n  strategy:\n    type: External' }),
      STRATEGY,
    ].join('---\n'),
    'run-1.yaml': run('r1'),
    ...before,
  });
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { report } = await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json']);
  return (report?.lint?.findings ?? []).map(({ rule, object, state }) => `${state ?? ''} ${rule} ${object?.name ?? ''}`).toSorted();
}

describe('a run of the base', () => {
  it('has nothing fixed beside a new run', async () => {
    expect(await statesWith({ 'run-2.yaml': run('r2') })).toEqual(['new run-cannot-start r2', 'unchanged stages-overlap waves']);
  });

  it('does not hide a fault of its strategy', async () => {
    expect(await statesWith({ 'readme.md': 'x' })).toEqual(['unchanged stages-overlap waves']);
  });

  it.each([
    ['is started', 'Run'],
    ['is stopped', 'Stop'],
  ])('has nothing fixed beside another one that %s', async (_, state) => {
    expect(await statesWith({ 'readme.md': 'x' }, { 'run-0.yaml': run('r0', state) })).toEqual(['unchanged stages-overlap waves']);
  });
});
