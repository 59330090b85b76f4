/** `ready` on an embedded hub: what blocks, waits, warns and is not checked, and that nothing is written. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { recordingIn } from '../../support/recordings/recording.ts';
import { askReady, hubAt, type ReadyAsked, type ReadyTold } from '../../support/hubs/ready-hub.ts';

const recorded = (name: string): ReturnType<typeof recordingIn> =>
  recordingIn(join(import.meta.dirname, '../../../fixtures/stories', name), name);

/** A hub at the end of a recorded story, and the deploy of that story once more. */
function after(name: string, more: Partial<ReadyAsked> = {}): ReadyAsked {
  const recording = recorded(name);
  return { ...hubAt(recording), change: recording.expected.manifests, ...more };
}

const GREEN = after('first-rollout-green');

/** A hub with members and the content, and a placement that is not there yet. */
const NEW = ((): ReadyAsked => {
  const placement = GREEN.objects.find(({ kind }) => kind === 'ClusterResourcePlacement');
  const { spec } = placement as KubeObject & { readonly spec: object };
  const objects = GREEN.objects.filter(({ kind }) => kind === 'MemberCluster');
  const bare = { apiVersion: placement?.apiVersion, kind: 'ClusterResourcePlacement', metadata: { name: placement?.metadata.name }, spec };
  return {
    ...GREEN,
    objects,
    change: [...GREEN.change.filter((object) => !JSON.stringify(object).includes('"ClusterResourcePlacement"')), bare],
  };
})();

function changed(asked: ReadyAsked, ...replace: readonly (readonly [string, string])[]): ReadyAsked {
  const text = replace.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the change has no ${from}`);
    return before.replaceAll(from, to);
  }, JSON.stringify(asked.change));
  return { ...asked, change: JSON.parse(text) as readonly object[] };
}

/** The hub with some of its objects changed. */
function hubWith(asked: ReadyAsked, kind: string, edit: (object: KubeObject) => KubeObject): ReadyAsked {
  return { ...asked, objects: asked.objects.map((object) => (object.kind === kind ? edit(object) : object)) };
}

/** `blocks run-at-work`, in order. */
const reasons = ({ report }: ReadyTold): readonly string[] => (report.ready?.reasons ?? []).map(({ id, effect }) => `${effect} ${id}`);
const messages = ({ report }: ReadyTold): string => (report.ready?.reasons ?? []).map(({ message }) => message).join('\n');
const open = ({ report }: ReadyTold): readonly string[] => (report.ready?.notChecked ?? []).map(({ message }) => message);

describe('the former rollout', () => {
  it('is over: the change is ready, and only reads were sent', async () => {
    const told = await askReady(GREEN);
    expect([told.exitCode, reasons(told), open(told)]).toEqual([0, [], []]);
    expect(told.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('is not over: wait', async () => {
    const told = await askReady(after('never-available'));
    expect([told.exitCode, reasons(told)]).toEqual([10, ['waits former-rollout-unfinished']]);
  });

  it('may still recover: wait, and its probable cause is named', async () => {
    const told = await askReady(after('denied-by-policy'));
    expect([told.exitCode, reasons(told)]).toEqual([10, ['waits former-rollout-unfinished']]);
    expect(messages(told)).toContain('it may still recover');
  });

  it('has never begun, because no update run has rolled the content out: a warning', async () => {
    const external = hubWith(GREEN, 'ClusterResourcePlacement', (placement) => ({
      ...placement,
      spec: { ...(placement['spec'] as object), strategy: { type: 'External' } },
    }));
    const objects = external.objects.map((object) =>
      object.kind === 'Deployment'
        ? (JSON.parse(JSON.stringify(object).replaceAll('"image":"', '"image":"registry.example.net/')) as KubeObject)
        : object,
    );
    const told = await askReady({ ...external, objects });
    expect(reasons(told)).toContain('warns not-rolled-out-before');
  });

  const failed = after('rollout-deadlock');
  it('failed: not ready', async () => {
    const told = await askReady(failed);
    expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks former-rollout-failed']]);
  });

  it('failed, and the change edits what failed: a warning', async () => {
    const placement = failed.objects.find(({ kind, metadata }) => kind === 'ClusterResourcePlacement' && metadata.name === 'storefront-14');
    const edited = {
      ...placement,
      metadata: { name: 'storefront-14' },
      spec: { ...(placement?.['spec'] as object), policy: { placementType: 'PickN', numberOfClusters: 2 } },
    };
    const told = await askReady({ ...failed, change: [...failed.change, edited] });
    expect(reasons(told)).toContain('warns former-rollout-failed');
    expect(messages(told)).toContain('This change edits ClusterResourcePlacement/storefront-14, which may correct it.');
  });
});

describe('an override that failed on one cluster', () => {
  const failed = after('override-one-cluster-only');

  it('and is not changed: not ready', async () => {
    const told = await askReady(failed);
    expect([told.exitCode, reasons(told)]).toEqual([1, expect.arrayContaining(['blocks former-rollout-failed'])]);
  });

  it('and is corrected: a warning', async () => {
    const told = await askReady(changed(failed, ['/spec/template/spec/containers/3', '/spec/replicas']));
    expect([told.exitCode, reasons(told)]).toEqual([0, ['warns former-rollout-failed']]);
    expect(messages(told)).toContain('This change edits ResourceOverride/mailer-o4/mailer-west, which may correct it.');
  });
});

describe('a Secret that the hub has', () => {
  const namespace = (GREEN.change as readonly KubeObject[]).find(({ kind }) => kind === 'Namespace')?.metadata.name ?? '';
  const secret = (type: string, data: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'tok', namespace },
    type,
    data,
  });

  it.each([
    ['plain text in data', 'Opaque', { k: 'c2VjcmV0' }, { k: 'not base64 at all' }],
    [
      'credentials that are no JSON',
      'kubernetes.io/dockerconfigjson',
      { '.dockerconfigjson': 'e30=' },
      { '.dockerconfigjson': 'eyJhdXRocyI6' },
    ],
  ])('gets %s: not ready', async (_, type, held, wanted) => {
    const told = await askReady({
      ...GREEN,
      objects: [...GREEN.objects, secret(type, held)],
      change: [...GREEN.change, secret(type, wanted)],
    });
    expect(reasons(told)).toContain('blocks finding');
    expect(messages(told)).toContain(`The hub refuses Secret/${namespace}/tok`);
  });
});

describe('an update run', () => {
  const stuck = after('run-stuck');
  const runIn = (state: string): ReadyAsked =>
    hubWith(stuck, 'ClusterStagedUpdateRun', (run) => ({ ...run, spec: { ...(run['spec'] as object), state } }));

  it('that has not ended blocks', async () => {
    const told = await askReady(stuck);
    expect(reasons(told)).toContain('blocks run-at-work');
    expect([told.exitCode, messages(told)]).toEqual([1, expect.stringContaining('ClusterStagedUpdateRun/storefront-33-v1 has not ended')]);
  });

  it('that is stopped blocks', async () => {
    const told = await askReady({
      ...runIn('Stop'),
      change: stuck.change.filter((object) => !JSON.stringify(object).includes('UpdateRun')),
    });
    expect(messages(told)).toContain('ClusterStagedUpdateRun/storefront-33-v1 is stopped before its end');
  });

  it('that may not be read is not checked, and decides', async () => {
    const told = await askReady({ ...GREEN, denied: ['clusterstagedupdateruns'] });
    expect([told.exitCode, told.report.outcome]).toEqual([6, 'notEvaluated']);
    expect(open(told)).toContain('Whether an update run is at work on ClusterResourcePlacement/storefront-1: update runs may not be read.');
  });
});

describe('a cluster that the change would go to', () => {
  it('is leaving: not ready', async () => {
    const told = await askReady(after('member-leaving'));
    expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks cluster-leaving']]);
  });

  it('has a heartbeat of the future: not ready, and the clock is named', async () => {
    const early = { ...GREEN, at: new Date(GREEN.at.getTime() - 240_000) };
    const told = await askReady(early);
    expect(told.exitCode).toBe(1);
    expect(reasons(told)).toContain('blocks cluster-silent');
    expect(messages(told)).toMatch(/whose heartbeat is of the future \(.{1,9} ahead of the clock of the hub\)/);
    expect(messages(told)).not.toContain('agent is silent');
  });

  it('is silent: not ready', async () => {
    const late = { ...GREEN, at: new Date(GREEN.at.getTime() + 240_000) };
    const told = await askReady(late);
    expect(told.exitCode).toBe(1);
    expect(reasons(told)).toContain('blocks cluster-silent');
    expect(messages(told)).toContain('whose agent is silent');
  });

  it('is silent for longer than another one: not ready, and the shortest time is named', async () => {
    const late = { ...GREEN, at: new Date(GREEN.at.getTime() + 240_000) };
    const longer = hubWith(late, 'MemberCluster', (member) =>
      member.metadata.name === 'm1'
        ? (JSON.parse(
            JSON.stringify(member).replace(/"lastReceivedHeartbeat":"[^"]*"/, '"lastReceivedHeartbeat":"2020-01-01T00:00:00Z"'),
          ) as KubeObject)
        : member,
    );
    expect(messages(await askReady(longer))).toMatch(/ whose agent is silent \(for at least \d[^)]{1,9}\)/);
  });

  it('has never sent a heartbeat: not ready, and no time is named', async () => {
    const unheard = hubWith(GREEN, 'MemberCluster', (member) =>
      member.metadata.name === 'm1'
        ? (JSON.parse(JSON.stringify(member).replace(/"lastReceivedHeartbeat":"[^"]*"/, '"status":"unknown"')) as KubeObject)
        : member,
    );
    const told = await askReady(unheard);
    expect(told.exitCode).toBe(1);
    expect(messages(told)).toContain('would go to m1, of which the hub has no heartbeat.');
    expect(messages(told)).not.toContain('is silent');
  });

  it('has a taint since it was picked: a warning', async () => {
    const taints = [{ key: 'maintenance', value: 'true', effect: 'NoSchedule' }];
    const tainted = hubWith(GREEN, 'MemberCluster', (member) =>
      member.metadata.name === 'm1' ? { ...member, spec: { ...(member['spec'] as object), taints } } : member,
    );
    const told = await askReady(tainted);
    expect([told.exitCode, reasons(told)]).toEqual([0, ['warns cluster-tainted']]);
    expect(told.out).toMatch(/^READY with 1 warning/);
  });

  it('cannot be picked, because it has not joined: a warning of a new placement, which leaves it out', async () => {
    const notJoined = hubWith(NEW, 'MemberCluster', (member) =>
      member.metadata.name === 'm1'
        ? (JSON.parse(
            JSON.stringify(member)
              .replaceAll('"Joined","status":"True"', '"Joined","status":"False"')
              .replaceAll('"status":"True","type":"Joined"', '"status":"False","type":"Joined"'),
          ) as KubeObject)
        : member,
    );
    const told = await askReady(notJoined);
    expect([told.exitCode, reasons(told), messages(told)]).toEqual([
      0,
      ['warns cluster-left-out'],
      expect.stringContaining('would leave out m1'),
    ]);
  });

  it('is one too few: a placement that cannot be scheduled is not ready', async () => {
    const change = NEW.change.map((object) =>
      JSON.stringify(object).includes('"kind":"ClusterResourcePlacement"')
        ? { ...object, spec: { ...((object as KubeObject)['spec'] as object), policy: { placementType: 'PickN', numberOfClusters: 9 } } }
        : object,
    );
    const found = await askReady({ ...NEW, change });
    expect([found.exitCode, reasons(found)]).toEqual([1, ['blocks finding']]);
    const [, rule = ''] = / ([a-z-]+): /.exec(messages(found)) ?? [];
    // A rule that is off does not make it ready.
    const told = await askReady({ ...NEW, change, config: `rules: { ${rule}: { severity: off } }\n` });
    expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks not-scheduled']]);
  });

  it('is not known, because members may not be read: access denied', async () => {
    const told = await askReady({ ...GREEN, denied: ['memberclusters'] });
    expect([told.exitCode, told.report.outcome]).toEqual([5, 'notAllowed']);
  });
});

describe('a rolling update', () => {
  const edited = changed(GREEN, ['"image":"', '"image":"registry.example.net/']);
  const unready = hubWith(edited, 'ClusterResourceBinding', (binding) => ({
    ...binding,
    metadata: { ...binding.metadata, generation: (binding.metadata.generation ?? 1) + 1 },
  }));

  it('with a ready cluster that may be updated is not held back', async () => {
    const told = await askReady(edited);
    expect([told.exitCode, reasons(told)]).toEqual([0, []]);
  });

  it('with clusters that are not ready waits for the former rollout, which is the reason', async () => {
    const told = await askReady(unready);
    expect(reasons(told)).not.toContain('blocks no-update-step');
    expect(told.exitCode).toBe(10);
  });
});

describe('an object that the change needs', () => {
  const needing = changed(GREEN, ['"containers":', '"imagePullSecrets":[{"name":"registry"}],"containers":']);
  const namespace = (GREEN.change as readonly KubeObject[]).find(({ kind }) => kind === 'Namespace')?.metadata.name ?? '';
  const secret: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'registry', namespace }, data: { a: 'c2VjcmV0' } };

  it('is not known: the change is ready, and it is not checked', async () => {
    const told = await askReady(needing);
    expect([told.exitCode, open(told)]).toEqual([0, [expect.stringContaining(`Whether Secret/${namespace}/registry is on m1, m2, m3`)]]);
    expect(told.out).toMatch(/^READY with 1 not checked/);
  });

  it('is not known, and everything must be checked: exit 6', async () => {
    expect((await askReady({ ...needing, flags: ['--fail-on-not-evaluated'] })).exitCode).toBe(6);
  });

  it('is on all members', async () => {
    const told = await askReady({ ...needing, members: { m1: [secret], m2: [secret], m3: [secret] } });
    expect([told.exitCode, open(told), told.report.ready?.found]).toEqual([0, [], 1]);
    expect(JSON.stringify(told.report)).not.toContain('c2VjcmV0');
  });

  it('is missing on one member: not ready', async () => {
    const told = await askReady({ ...needing, members: { m1: [secret], m2: [] } });
    expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks object-missing']]);
    expect(messages(told)).toContain(`Secret/${namespace}/registry is not on m2`);
    expect(open(told)).toEqual([expect.stringContaining('is on m3')]);
  });
});

describe('dry runs on members', () => {
  it('do not start with a login that may change policies', async () => {
    const asked = askReady({ ...GREEN, members: { m1: [] }, flags: ['--dry-run-members'] });
    await expect(asked).rejects.toThrow('may create validatingadmissionpolicies on m1, so no policy can limit it');
  });

  it('need a member', async () => {
    await expect(askReady({ ...GREEN, flags: ['--dry-run-members'] })).rejects.toThrow('--dry-run-members needs access to members');
  });
});

describe('a window', () => {
  const FREEZE = 'windows:\n- { name: freeze, kind: deny, start: "2026-11-20T00:00", end: "2026-11-23T06:00", reason: change freeze }\n';

  it('that is closed: wait, until it opens', async () => {
    const told = await askReady({ ...GREEN, config: FREEZE });
    expect([told.exitCode, reasons(told)]).toEqual([10, ['waits window-closed']]);
    expect(told.report.ready?.reasons[0]?.until).toBe('2026-11-23T06:00:00Z');
    expect(told.out).toContain('one that has started goes on');
  });

  it('that never opens again blocks: a wait would not end', async () => {
    const past = FREEZE.replaceAll('2026', '2025').replace('deny', 'allow');
    const told = await askReady({ ...GREEN, config: past });
    expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks window-closed']]);
    expect(told.out).toContain('Correct the windows: waiting does not open one.');
    const ignored = await askReady({ ...GREEN, config: past, flags: ['--ignore-windows', 'INC-1234'] });
    expect([ignored.exitCode, reasons(ignored)]).toEqual([0, ['warns window-closed']]);
  });

  it('of the base decides: a change cannot open its own', async () => {
    const told = await askReady({ ...GREEN, config: 'windows: []\n', baseConfig: FREEZE });
    expect([told.exitCode, reasons(told)]).toEqual([10, ['waits window-closed']]);
    expect(told.out).toContain('changes windows');
  });

  it('that is ignored for a reason: ready, and every report shows the reason', async () => {
    const told = await askReady({ ...GREEN, config: FREEZE, flags: ['--ignore-windows', 'INC-1234'] });
    expect([told.exitCode, reasons(told)]).toEqual([0, ['warns window-closed']]);
    expect(told.report.ready?.windows).toEqual({ count: 1, ignored: 'INC-1234' });
    expect(told.out).toContain('INC-1234');
  });

  it('for a cluster that is not a member: a warning, because it denies nothing', async () => {
    const told = await askReady({ ...GREEN, config: FREEZE.replace(' }', ', clusters: nroth }') });
    expect([told.exitCode, reasons(told)]).toEqual([0, ['warns window-without-cluster']]);
    expect(told.out).toContain('The window "freeze" names nroth: not among the member clusters.');
  });

  it.each([
    ['crp/storefront-1', 10, ['waits window-closed']],
    ['ClusterResourcePlacement/store*', 10, ['waits window-closed']],
    ['rp/elsewhere/web', 0, []],
    ['crp/storefornt-1', 0, ['warns window-without-placement']],
    ['crp/web-*', 0, ['warns window-without-placement']],
    ['*/web', 0, []],
  ])('for the placement %s', async (name, exitCode, expected) => {
    const told = await askReady({ ...GREEN, config: FREEZE.replace(' }', `, placements: ["${name}"] }`) });
    expect([told.exitCode, reasons(told)]).toEqual([exitCode, expected]);
  });

  it('is ignored, although it is open: the reason is shown as well', async () => {
    const past = FREEZE.replaceAll('2026', '2025');
    const told = await askReady({ ...GREEN, config: past, flags: ['--ignore-windows', 'INC-1234'] });
    expect([told.exitCode, reasons(told), told.out.includes('INC-1234')]).toEqual([0, [], true]);
  });
});

it.each(['clusterresourceplacements', 'clusterresourcebindings'])('without the right to read %s nothing is ready', async (resource) => {
  const told = await askReady({ ...GREEN, denied: [resource] });
  expect(told.exitCode).not.toBe(0);
  expect(told.out).not.toMatch(/^READY/);
});

describe('a former rollout', () => {
  it.for([
    ['clusterresourcebindings', 'bindings cannot be read'],
    ['clusterresourcesnapshots', 'resource snapshots cannot be read'],
    ['deployments', 'selected objects (Deployment) cannot be read'],
    ['namespaces', 'selected objects (Namespace) cannot be read'],
  ] as const)('of which %s may not be read is not checked, and decides: a wait would not end', async ([denied, why]) => {
    const told = await askReady({ ...GREEN, denied: [denied] });
    expect([told.exitCode, reasons(told)], told.out).toEqual([6, []]);
    expect(open(told)).toContain(`Whether the former rollout of ClusterResourcePlacement/storefront-1 has finished: ${why}.`);
  });

  it('that has not finished is waited for, although Works may not be read', async () => {
    const told = await askReady({ ...after('never-available'), denied: ['works'] });
    expect([told.exitCode, reasons(told)]).toEqual([10, ['waits former-rollout-unfinished']]);
  });

  it.for([
    ['works', 'Works cannot be read: what members did is known from the bindings only'],
    ['clusterresourceoverridesnapshots', 'overrides cannot be read: whether clusters have the newest of them is not verified'],
  ] as const)('is known without %s, and the report names that', async ([denied, why]) => {
    const told = await askReady({ ...GREEN, denied: [denied] });
    expect([told.exitCode, open(told)]).toEqual([0, [`The former rollout of ClusterResourcePlacement/storefront-1: ${why}.`]]);
  });
});

it.for(['clusterresourceoverrides', 'resourceoverrides'])(
  'overrides of the hub decide: without the right to read %s nothing is ready',
  async (denied) => {
    const told = await askReady({ ...GREEN, denied: [denied] });
    expect([told.exitCode, reasons(told)], told.out).toEqual([6, []]);
    expect(open(told)[0]).toBe('Whether overrides of the hub fail for ClusterResourcePlacement/storefront-1: they may not be read.');
  },
);

it('a cluster whose labels changed since the former rollout is not waited for, as only the next one applies its overrides', async () => {
  const rule = { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { tier: 'new' } } }] } };
  const policy = { overrideRules: [{ ...rule, jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 2 }] }] };
  const web = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' };
  const overrideSpec = { placement: { name: 'storefront-1', scope: 'Cluster' }, resourceSelectors: [web], policy };
  const metadata = { namespace: 'storefront-1', creationTimestamp: '2026-01-01T00:00:00Z' };
  const apiVersion = 'placement.kubernetes-fleet.io/v1';
  const newest = { 'kubernetes-fleet.io/parent-resource-override': 'web', 'kubernetes-fleet.io/is-latest-snapshot': 'true' };
  const overrides = [
    { apiVersion, kind: 'ResourceOverride', metadata: { ...metadata, name: 'web' }, spec: overrideSpec },
    { apiVersion, kind: 'ResourceOverrideSnapshot', metadata: { ...metadata, name: 'web-0', labels: newest }, spec: { overrideSpec } },
  ];
  const relabelled = hubWith(GREEN, 'MemberCluster', (member) =>
    member.metadata.name === 'm3' ? { ...member, metadata: { ...member.metadata, labels: { tier: 'new' } } } : member,
  );
  const told = await askReady({ ...relabelled, objects: [...relabelled.objects, ...overrides] });
  expect([told.exitCode, reasons(told), open(told)]).toEqual([
    0,
    [],
    [
      'The former rollout of ClusterResourcePlacement/storefront-1: m3: its labels changed since it was rolled out: it gets ResourceOverride/storefront-1/web only with the next rollout.',
    ],
  ]);
});

it('content is not called unplaced if placements may not be read', async () => {
  const content = (GREEN.change as readonly KubeObject[]).filter(({ kind }) => kind !== 'ClusterResourcePlacement');
  const told = await askReady({ ...GREEN, change: content, denied: ['clusterresourceplacements'] });
  expect([told.exitCode, told.report.outcome]).toEqual([5, 'notAllowed']);
});

it('an error in the manifests, checked with the hub, blocks', async () => {
  const told = await askReady(changed(GREEN, ['"kind":"ClusterResourcePlacement"', '"kind":"ClusterResourcePlacement","status":3']));
  expect(told.exitCode).toBe(1);
  expect(reasons(told)).toContain('blocks finding');
});

it('a change without any placement has nothing to roll out', async () => {
  const lonely = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'alone' } };
  const told = await askReady({ ...GREEN, change: [lonely] });
  expect([told.exitCode, told.report.outcome]).toEqual([3, 'nothingToDo']);
});

it('the content of a placement that only the hub has is a change of it', async () => {
  const content = (GREEN.change as readonly KubeObject[]).filter(({ kind }) => kind !== 'ClusterResourcePlacement');
  const told = await askReady({ ...GREEN, change: content });
  expect([told.exitCode, told.report.ready?.placements.map(({ object, clusters }) => [object.name, clusters])]).toEqual([
    0,
    [['storefront-1', ['m1', 'm2', 'm3']]],
  ]);
});
