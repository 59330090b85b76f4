/** An update run of the base was initialized when it was new: it is not judged again, and nothing of it is fixed. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
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
  clusters: readonly string[] = ['--clusters', 'clusters.yaml'],
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
  const { report } = await runCli(dir, ['lint', '.', ...clusters, '--base', 'HEAD', '--format', 'json']);
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

describe('an edit of a strategy that a run of the base uses', () => {
  const stages = (...labels: readonly string[]): string =>
    STRATEGY.replace(
      /stages: .*/,
      `stages: [${labels.map((label, index) => `{ name: s${index}, labelSelector: ${label} }`).join(', ')}] }`,
    );
  const region = (...values: readonly string[]): string =>
    `{ matchExpressions: [{ key: region, operator: In, values: [${values.join(', ')}] }] }`;
  const placed = (strategy: string, type = 'External'): string =>
    [namespaceYaml('shop'), placementYaml('shop', { policy: `placementType: PickAll\n  strategy:\n    type: ${type}` }), strategy].join(
      '---\n',
    );
  const good = stages(region('north'), region('south'));
  const members = ['north', 'south'].map((name) => memberYaml(name, { labels: `{ region: ${name} }` })).join('---\n');
  const before = { 'clusters.yaml': members, 'shop.yaml': placed(good) };

  it.each<[string, string, readonly string[]]>([
    ['puts a cluster into two stages', stages(region('north'), region('north', 'south')), ['new run-cannot-start waves']],
    ['puts a cluster into no stage', stages(region('north')), ['new run-cannot-start waves']],
    [
      'adds a stage of every cluster',
      stages(region('north'), region('south'), '{}'),
      ['new run-cannot-start waves', 'new run-cannot-start waves'],
    ],
    ['only changes its tasks', good.replace('{ name: s0,', '{ name: s0, afterStageTasks: [{ type: Approval }],'), []],
    ['moves a cluster to another stage', stages(region('south'), region('north')), []],
  ])('that %s', async (_, strategy, found) => {
    expect((await statesWith({ 'shop.yaml': placed(strategy) }, before)).filter((each) => !each.includes('change-without-run'))).toEqual(
      found,
    );
  });

  it('is reported at a new run, if there is one', async () => {
    const files = { 'shop.yaml': placed(stages(region('north'))), 'run-2.yaml': run('r2') };
    expect(await statesWith(files, before)).toEqual(['new run-cannot-start r2']);
  });

  it('is no fault of the edit if the strategy was refused before', async () => {
    const refused = { ...before, 'shop.yaml': placed(stages(region('north'))) };
    const edited = stages(region('north')).replace('{ name: s0,', '{ name: s0, afterStageTasks: [{ type: Approval }],');
    expect(await statesWith({ 'shop.yaml': placed(edited) }, refused)).toEqual([]);
  });

  it('is no fault without a run that uses it', async () => {
    const other = { ...before, 'run-1.yaml': run('r1').replace('stagedRolloutStrategyName: waves', 'stagedRolloutStrategyName: others') };
    const found = await statesWith({ 'shop.yaml': placed(stages(region('north'))) }, other);
    expect(found.filter((each) => each.includes('run-cannot-start'))).toEqual([]);
  });
});

describe('an edit of which clusters the placement of a run of the base has', () => {
  const stage = (region: string): string => `{ name: ${region}, labelSelector: { matchLabels: { region: ${region} } } }`;
  const shop = (names: string, stages: string, type = 'PickFixed'): string =>
    [
      namespaceYaml('shop'),
      placementYaml('shop', { policy: `placementType: ${type}\n    clusterNames: ${names}\n  strategy:\n    type: External` }),
      STRATEGY.replace(/stages: .*/, `stages: [${stages}] }`),
    ].join('---\n');
  const member = (name: string, region = name): string => memberYaml(name, { labels: `{ region: ${region} }` });
  const members = [member('north'), member('south')].join('---\n');
  const before = { 'clusters.yaml': members, 'shop.yaml': shop('[north]', stage('north')) };
  const refusedOf = (found: readonly string[]): readonly string[] => found.filter((each) => each.includes('run-cannot-start'));

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['adds one in no stage', { 'shop.yaml': shop('[north, south]', stage('north')) }, ['new run-cannot-start shop']],
    ['adds one with its stage', { 'shop.yaml': shop('[north, south]', `${stage('north')}, ${stage('south')}`) }, []],
    [
      'adds one, with an edit of the stages that leaves another one out',
      { 'shop.yaml': shop('[north, south]', stage('south')) },
      ['new run-cannot-start waves'],
    ],
    [
      'adds one, with a new run',
      { 'shop.yaml': shop('[north, south]', stage('north')), 'run-2.yaml': run('r2') },
      ['new run-cannot-start r2'],
    ],
    ['adds nothing', { 'shop.yaml': before['shop.yaml'].replace('[north]', '["north"]') }, []],
  ])('that %s', async (_, files, found) => {
    expect(refusedOf(await statesWith(files, before))).toEqual(found);
  });

  it('is no fault of the edit if the run was refused before', async () => {
    const refused = { ...before, 'shop.yaml': shop('[south]', stage('north')) };
    expect(refusedOf(await statesWith({ 'shop.yaml': shop('[north, south]', stage('north')) }, refused))).toEqual([]);
  });

  it('is reported if the labels of a cluster of the files leave its stage', async () => {
    const files = { 'clusters.yaml': [member('north', 'east'), member('south')].join('---\n') };
    expect(refusedOf(await statesWith(files, before, []))).toEqual(['new run-cannot-start shop']);
    expect(refusedOf(await statesWith({ 'readme.md': 'x' }, before, []))).toEqual([]);
  });
});
