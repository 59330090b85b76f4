import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { greenFleet, member, NOW, objectsOf, orders, unheardMember } from '../../support/fleets/fleet.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const conditions = (prefix: string): object[] =>
  ['Scheduled', 'RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available'].map((type) => ({
    type: `${prefix}${type}`,
    status: 'True',
    reason: 'Done',
    message: '',
    observedGeneration: 1,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }));
const PLACEMENT = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop', generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
  status: {
    observedResourceIndex: '0',
    selectedResources: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
    conditions: conditions('ClusterResourcePlacement'),
    placementStatuses: [{ clusterName: 'east', conditions: conditions('') }],
  },
};

async function diagnose(files: Readonly<Record<string, string>>, from: string): Promise<string> {
  const cwd = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(cwd, file, '..'), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  const io = fakeIo({ cwd });
  await run(['diagnose', '--from', from], io);
  return io.out();
}

it('reads the files below a directory, and reports the kinds that they do not have', async () => {
  const out = await diagnose({ 'dump/a/placements.json': JSON.stringify(PLACEMENT) }, 'dump');
  expect(out).toContain('ClusterResourcePlacement/shop');
  expect(out).toContain('the files hold no resource snapshots and no bindings');
  expect(out).not.toContain('cannot be read');
});

it.each([
  [{ 'dump/a.yaml': 'kind: [' }, 'dump', /^--from dump\/a\.yaml:1: /],
  [{ 'dump/a.json': JSON.stringify(PLACEMENT), 'dump/overrides.yaml': ' \n' }, 'dump', '--from dump/overrides.yaml: it is empty'],
  [{ 'dump/a.json': JSON.stringify(PLACEMENT), 'dump/b.yaml': 'Killed' }, 'dump', '--from dump/b.yaml:1: This is not a Kubernetes object'],
  [{ 'dump/a.md': 'nothing' }, 'dump', '--from dump: it contains no Kubernetes object'],
  [{}, 'nowhere', 'There is no file or directory "nowhere"'],
])('%j: input that cannot be read is one line', async (files, from, message) => {
  await expect(diagnose(files, from)).rejects.toThrow(message);
});

it('names objects of KubeFleet in a version that is not known', async () => {
  const cwd = temporaryFolder();
  const items = objectsOf(greenFleet()).map((object) =>
    object.kind === 'ClusterResourcePlacement' ? { ...object, apiVersion: 'placement.kubernetes-fleet.io/v2' } : object,
  );
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const io = fakeIo({ cwd });
  await run(['diagnose', '--from', 'hub.json', '--now', NOW.toISOString()], io);
  expect(io.err()).toMatch(/^note: read as if of a known version, .*io\/v2 .*: ClusterResourcePlacement\/shop\n$/);
});

it('does not take a copy on a member for the object of the hub, and says that it was left out', async () => {
  const copy = orders('v2');
  const owner = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'AppliedWork', name: 'shop-work', uid: 'u' };
  const onMember = { ...copy, metadata: { ...copy.metadata, resourceVersion: '999', ownerReferences: [owner] } };
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'dump'));
  writeFileSync(join(cwd, 'dump/hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(greenFleet()) }));
  writeFileSync(join(cwd, 'dump/member.json'), JSON.stringify(onMember));
  const io = fakeIo({ cwd });
  const { exitCode } = await run(['diagnose', '--from', 'dump', '--now', NOW.toISOString()], io);
  expect([exitCode, io.err()]).toEqual([0, 'note: left out, because a member cluster wrote them: Deployment/shop/orders\n']);
  const alone = run(['diagnose', '--from', 'dump/member.json'], fakeIo({ cwd }));
  await expect(alone).rejects.toThrow('it contains only objects of a member cluster, and none of the hub');
});

it('reports missing manifests if the configuration needs them', async () => {
  const files = { '.fleet-gate.yaml': 'gate: { requireSelected: true }', 'dump/a.json': JSON.stringify(PLACEMENT) };
  expect(await diagnose(files, 'dump')).toContain('gate.requireSelected of the configuration checks nothing here: give --manifests PATH.');
});

it('does not pass a placement in a dump with a new member of which the hub has no heartbeat', async () => {
  const members = [member('east', 0), unheardMember('west', 60_000)];
  const items = objectsOf({ ...greenFleet(), members });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'dump.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const io = fakeIo({ cwd });
  const { exitCode } = await run(['diagnose', '--from', 'dump.json', '--now', NOW.toISOString()], io);
  expect(exitCode).toBe(70);
  expect(io.out()).toContain('The hub has no heartbeat of the member');
  expect(io.out()).not.toMatch(/^PASSED/);
});

it('names placements and update runs of the manifests that are not followed', async () => {
  const cwd = temporaryFolder();
  const placed = (name: string): object => ({ ...PLACEMENT, metadata: { ...PLACEMENT.metadata, name } });
  const run1 = {
    apiVersion: PLACEMENT.apiVersion,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'v1' },
    spec: { placementName: 'mail' },
  };
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [PLACEMENT, placed('mail')] }));
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [PLACEMENT, placed('mail'), run1] }));
  const told = async (...targets: readonly string[]): Promise<string | undefined> => {
    const io = fakeIo({ cwd });
    await run(['diagnose', ...targets, '--from', 'hub.json', '--manifests', 'deploy.json'], io);
    return /were not checked, because they are not followed: (.*)\. Give them as targets\./.exec(io.out())?.[1];
  };
  expect(await told('crp/shop')).toBe('ClusterResourcePlacement/mail, ClusterStagedUpdateRun/v1');
  expect(await told('crp/shop', 'crp/mail')).toBe('ClusterStagedUpdateRun/v1');
  expect(await told('crp/shop', 'csur/v1')).toBeUndefined();
  expect(await told()).toBeUndefined();
});

it('names overrides of the manifests that change nothing', async () => {
  const cwd = temporaryFolder();
  const fleet = greenFleet();
  const override = (name: string, more: object): object => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceOverride',
    metadata: { name, namespace: 'shop' },
    spec: { resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'oders' }], ...more },
  });
  const overrides = [override('more', {}), override('less', { placement: { name: 'shpo' } })];
  const items = [...fleet.content, ...overrides];
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objectsOf(fleet), ...overrides] }));
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const io = fakeIo({ cwd });
  const argv = ['diagnose', 'crp/shop', '--from', 'hub.json', '--manifests', 'deploy.json', '--now', NOW.toISOString()];
  expect((await run(argv, io)).report?.notes).toEqual([
    'No followed placement sends what these overrides of the manifests select, so they do not change it: ResourceOverride/shop/more (Deployment/shop/oders of apps/v1).',
    'Overrides of the manifests that change nothing, because their placement is neither on the hub nor in the manifests: ResourceOverride/shop/less (ClusterResourcePlacement/shpo).',
  ]);
});

it.each([
  ['the default one', 'default', []],
  ['that of a flag', 'shop', ['--namespace', 'shop']],
])(
  'follows a placement and a run without a namespace in %s, and does not report that they were not followed',
  async (_, namespace, flags) => {
    const cwd = temporaryFolder();
    const { apiVersion, spec } = PLACEMENT;
    const placed = (name: string, place: object): object => ({ apiVersion, kind: 'ResourcePlacement', metadata: { name, ...place }, spec });
    const run1 = (place: object): object => ({
      apiVersion,
      kind: 'StagedUpdateRun',
      metadata: { name: 'v1', ...place },
      spec: { placementName: 'web' },
    });
    const items = [placed('web', { namespace }), placed('web', { namespace: 'mail' }), run1({ namespace })];
    writeFileSync(join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const deploy = [placed('web', {}), run1({}), placed('other', {}), placed('web', { namespace: 'mail' })];
    writeFileSync(join(cwd, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: deploy }));
    const io = fakeIo({ cwd });
    const targets = [`rp/${namespace}/web`, `sur/${namespace}/v1`];
    await run(['diagnose', ...targets, '--from', 'hub.json', '--manifests', 'deploy.json', '--now', NOW.toISOString(), ...flags], io);
    const open = /were not checked, because they are not followed: (.*)\. Give them as targets\./.exec(io.out())?.[1];
    expect(open).toBe(`ResourcePlacement/${namespace}/other, ResourcePlacement/mail/web`);
  },
);

it.each([
  ['mail', true],
  ['shop', false],
])('reports whether an eviction from %s was checked', async (placementName, isTold) => {
  const cwd = temporaryFolder();
  const eviction = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name: 'off-east' },
    spec: { placementName, clusterName: 'east' },
  };
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify(PLACEMENT));
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify(eviction));
  const io = fakeIo({ cwd });
  await run(['diagnose', 'crp/shop', '--from', 'hub.json', '--manifests', 'deploy.json'], io);
  const told =
    'Evictions that were not checked, because their placements are not followed: off-east (mail). Give the placements as targets.';
  expect(io.out().includes(told)).toBe(isTold);
});

it.each([
  ['a Work', 'placement.kubernetes-fleet.io/v1', 'Work', true],
  ['a binding', 'placement.kubernetes-fleet.io/v1', 'ClusterResourceBinding', true],
  ['an InternalMemberCluster', 'cluster.kubernetes-fleet.io/v1', 'InternalMemberCluster', true],
  ['Endpoints', 'v1', 'Endpoints', false],
  ['a Lease', 'coordination.k8s.io/v1', 'Lease', true],
  ['a profile of Traffic Manager', 'networking.fleet.azure.com/v1beta1', 'TrafficManagerProfile', true],
  ['a ConfigMap', 'v1', 'ConfigMap', false],
  ['a placement', 'placement.kubernetes-fleet.io/v1', 'ClusterResourcePlacement', false],
  ['a member', 'cluster.kubernetes-fleet.io/v1', 'MemberCluster', false],
])('names objects that KubeFleet does not place: %s', async (_what, apiVersion, kind, isNamed) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify(PLACEMENT));
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify({ apiVersion, kind, metadata: { name: 'shop', namespace: 'mail' } }));
  const io = fakeIo({ cwd });
  await run(['diagnose', 'crp/shop', '--from', 'hub.json', '--manifests', 'deploy.json'], io);
  expect(io.out().includes(`because KubeFleet does not place such objects: ${kind}/`)).toBe(isNamed);
});

it.each([
  ['without', 'no Service', [], 'Compared with the hub only if it is known that no Service has their name: Endpoints/mail/web.'],
  ['of', 'a Service', ['Service'], 'Not compared with the hub, because KubeFleet does not place such objects: Endpoints/mail/web.'],
])('says what is known about Endpoints %s %s', async (_of, _what, kinds, note) => {
  const cwd = temporaryFolder();
  const items = ['Endpoints', ...kinds].map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: 'web', namespace: 'mail' } }));
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify(PLACEMENT));
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const io = fakeIo({ cwd });
  await run(['diagnose', 'crp/shop', '--from', 'hub.json', '--manifests', 'deploy.json'], io);
  expect(io.out()).toContain(note);
});

it.each([
  ['kind', 'placement.kubernetes-fleet.io/v1', 'PlacementOfTomorrow'],
  ['version', 'placement.kubernetes-fleet.io/v1alpha1', 'ClusterResourcePlacement'],
])('reports an unknown %s of KubeFleet as not checked', async (_what, apiVersion, kind) => {
  const cwd = temporaryFolder();
  const newer = { apiVersion, kind, metadata: { name: 'shop' } };
  writeFileSync(join(cwd, 'hub.json'), JSON.stringify(PLACEMENT));
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify(newer));
  const io = fakeIo({ cwd });
  await run(['diagnose', 'crp/shop', '--from', 'hub.json', '--manifests', 'deploy.json'], io);
  const named = `${kind}/shop of ${apiVersion}`;
  expect(io.out()).toContain(`Not checked, because this program does not know this kind or version of KubeFleet: ${named}.`);
});

it('names hooks that the hub does not have, and no tests of helm', async () => {
  const cwd = temporaryFolder();
  const items = ['pre-upgrade', 'test'].map((event) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: event, namespace: 'mail', annotations: { 'helm.sh/hook': event } },
  }));
  writeFileSync(
    join(cwd, 'hub.json'),
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [PLACEMENT, { ...items[0], metadata: { name: 'x', namespace: 'mail' } }] }),
  );
  writeFileSync(join(cwd, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const io = fakeIo({ cwd });
  await run(['diagnose', 'crp/shop', '--from', 'hub.json', '--manifests', 'deploy.json'], io);
  expect(io.out()).toContain('may not create what has such an annotation: Job/mail/pre-upgrade (helm.sh/hook).');
  expect(io.out()).not.toContain('Job/mail/test');
});

it('names what is missing in files that have only a part of a placement', async () => {
  const cwd = temporaryFolder();
  const labels = { 'kubernetes-fleet.io/parent-CRP': 'shop', 'kubernetes-fleet.io/parent-placement-namespace': 'team' };
  const work = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'Work',
    metadata: { name: 'team.shop-work', namespace: 'fleet-member-east', labels },
    status: { conditions: [{ type: 'Applied', status: 'True', lastTransitionTime: '2026-03-04T10:00:00Z' }] },
  };
  writeFileSync(join(cwd, 'work.json'), JSON.stringify(work));
  const { report } = await run(['diagnose', '--from', 'work.json'], fakeIo({ cwd }));
  expect([report?.exitCode, report?.message]).toEqual([
    3,
    'the files hold Work of ResourcePlacement/team/shop, but not the placement itself, which says what is wanted: add it, and its bindings, resource snapshots and Works',
  ]);
});

it('does not pass for targets that it found itself if a kind of targets may not be listed', async () => {
  const fleet = greenFleet();
  const labelled = { ...fleet, placement: { ...fleet.placement, metadata: { ...fleet.placement.metadata, labels: { team: 'a' } } } };
  const group = 'placement.kubernetes-fleet.io';
  const reads = (visibility: string): object => ({
    apiVersion: 'fleet-gate.dev/v1',
    kind: 'SnapshotCoverage',
    metadata: { name: 'fleet-gate' },
    takenAt: NOW.toISOString(),
    types: [{ group, kind: 'ResourcePlacement', visibility, message: 'forbidden' }],
  });
  const cwd = temporaryFolder();
  const exitCode = async (visibility: string, ...asked: readonly string[]): Promise<readonly [number, string]> => {
    writeFileSync(
      join(cwd, 'hub.json'),
      JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [reads(visibility), ...objectsOf(labelled)] }),
    );
    const io = fakeIo({ cwd });
    const { exitCode: code } = await run(['diagnose', '--from', 'hub.json', ...asked], io);
    return [code, io.out()];
  };
  for (const asked of [[], ['--selector', 'team=a']]) {
    expect((await exitCode('seen', ...asked))[0]).toBe(0);
    expect(await exitCode('denied', ...asked)).toEqual([5, expect.stringContaining('ResourcePlacement objects may not be listed')]);
  }
  expect((await exitCode('denied', 'crp/shop'))[0]).toBe(0);
});
