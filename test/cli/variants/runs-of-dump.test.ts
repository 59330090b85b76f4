/** A file with objects of the hub shows which update runs are in progress: a change that ends one is found without the hub. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const placement = (more = ''): string =>
  placementYaml('shop', { policy: `placementType: PickAll\n  strategy:\n    type: External\n${more}` }).trimEnd() + '\n';

const RUN = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: go-1 }
spec: { placementName: shop, stagedRolloutStrategyName: waves, state: Run }
status:
  stagesStatus: [{ stageName: one, clusters: [{ clusterName: e1 }] }]
  stagedUpdateStrategySnapshot: { stages: [{ name: one }] }
  conditions:
    - { type: Initialized, status: "True", reason: x, observedGeneration: 1, lastTransitionTime: "2026-10-31T12:00:00Z" }
    - { type: Progressing, status: "True", reason: x, observedGeneration: 1, lastTransitionTime: "2026-10-31T12:00:00Z" }
`;

const STORED = placement(
  '    applyStrategy: { type: ClientSideApply, whenToApply: Always, whenToTakeOver: Always, comparisonOption: PartialComparison }\n',
);

async function found(text: string, withBase: boolean): Promise<readonly string[]> {
  const { dir, write } = gitRepository({
    'fleet/shop.yaml': placement(),
    'dump.yaml': [joinedMembers('e1'), STORED, RUN].join('---\n'),
  });
  write('fleet/shop.yaml', text);
  const base = withBase ? ['--base', 'HEAD'] : [];
  const { report } = await runCli(dir, ['lint', 'fleet', '--clusters', 'dump.yaml', ...base, '--format', 'json']);
  return (report?.lint?.findings ?? [])
    .filter(({ rule }) => rule === 'breaks-running-run')
    .map(({ severity, message }) => `${severity}: ${message}`);
}

describe.each([
  ['with a base', true],
  ['without a base', false],
])('a run in progress in a file with objects of the hub, %s', (_, withBase) => {
  it.each([
    ['apply strategy', placement('    applyStrategy: { whenToApply: IfNotDrifted }\n')],
    ['policy', placement().replace('PickAll', 'PickAll\n    tolerations: [{ operator: Exists }]')],
  ])('fails if the %s of its placement changes', async (part, text) => {
    expect(await found(text, withBase)).toEqual([
      `warning: ClusterStagedUpdateRun/go-1 is in progress on the hub and fails because of this change: it changes the ${part} of shop.`,
    ]);
  });

  it.each([
    ['the same placement', placement()],
    ['a default that is written', placement('    applyStrategy: { type: ClientSideApply }\n')],
  ])('does not fail because of %s', async (__, text) => {
    expect(await found(text, withBase)).toEqual([]);
  });
});
