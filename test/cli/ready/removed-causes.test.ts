/** A change that removes what made the former rollout fail: an override, one of its rules, or a label or taint of a cluster. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { recordingIn } from '../../support/recordings/recording.ts';
import { askReady, hubAt, type ReadyAsked, type ReadyTold } from '../../support/hubs/ready-hub.ts';

type Json = Readonly<Record<string, unknown>>;

function story(name: string): Omit<ReadyAsked, 'change'> & { readonly change: readonly KubeObject[] } {
  const recording = recordingIn(join(import.meta.dirname, '../../../fixtures/stories', name), name);
  return { ...hubAt(recording), change: recording.expected.manifests };
}

const former = ({ report }: ReadyTold): readonly string[] =>
  (report.ready?.reasons ?? []).filter(({ id }) => id.startsWith('former-')).map(({ effect, id }) => `${effect} ${id}`);
const messages = ({ report }: ReadyTold): string => (report.ready?.reasons ?? []).map(({ message }) => message).join('\n');

describe('an override that failed on one cluster', () => {
  const failed = story('override-one-cluster-only');
  const isOverride = ({ kind }: KubeObject): boolean => kind === 'ResourceOverride';
  const others = failed.change.filter((object) => !isOverride(object));
  const edited = (rules: (before: readonly unknown[]) => readonly unknown[]): readonly KubeObject[] =>
    failed.change.map((object) => {
      if (!isOverride(object)) return object;
      const spec = object['spec'] as Json & { readonly policy: { readonly overrideRules: readonly unknown[] } };
      return { ...object, spec: { ...spec, policy: { overrideRules: rules(spec.policy.overrideRules) } } };
    });
  const OTHER_RULE = {
    clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'nowhere' } } }] },
    jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 3 }],
  };

  it('is deleted: a warning', async () => {
    const told = await askReady({ ...failed, change: others, baseChange: failed.change });
    expect([told.exitCode, former(told)], told.out).toEqual([0, ['warns former-rollout-failed']]);
    expect(messages(told)).toContain(
      'This change removes ResourceOverride/mailer-o4/mailer-west (if the deploy also deletes it on the hub), which may correct it.',
    );
  });

  it('is in neither the change nor its base: not ready', async () => {
    const told = await askReady({ ...failed, change: others, baseChange: others });
    expect([told.exitCode, former(told)], told.out).toEqual([1, ['blocks former-rollout-failed']]);
  });

  it.each([
    ['has its rule for another cluster only', edited(() => [OTHER_RULE])],
    ['has another rule in its place', edited((before) => [...before.slice(1), OTHER_RULE])],
  ])('%s: a warning', async (_, change) => {
    const told = await askReady({ ...failed, change, baseChange: failed.change });
    expect([told.exitCode, former(told)], told.out).toEqual([0, ['warns former-rollout-failed']]);
  });

  it('has one rule less: a warning', async () => {
    const withRule = (spec: unknown): Json => {
      const { policy, ...more } = spec as Json & { readonly policy: { readonly overrideRules: readonly unknown[] } };
      return { ...more, policy: { overrideRules: [...policy.overrideRules, OTHER_RULE] } };
    };
    const objects = failed.objects.map((object) => {
      if (object.kind === 'ResourceOverride') return { ...object, spec: withRule(object['spec']) };
      if (object.kind !== 'ResourceOverrideSnapshot') return object;
      const spec = object['spec'] as Json;
      return { ...object, spec: { ...spec, overrideSpec: withRule(spec['overrideSpec']) } };
    });
    const told = await askReady({ ...failed, objects, change: edited(() => [OTHER_RULE]) });
    expect([told.exitCode, former(told)], told.out).toEqual([0, ['warns former-rollout-failed']]);
  });
});

describe('a placement that found no cluster', () => {
  const failed = story('pickall-nothing');
  const busy = [{ key: 'busy', value: 'yes', effect: 'NoSchedule' }];
  const asking = (matchExpressions: readonly object[]): Json => ({
    placementType: 'PickAll',
    affinity: {
      clusterAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { matchExpressions } }] },
      },
    },
  });
  const STAGING = asking([{ key: 'env', operator: 'In', values: ['staging'] }]);
  const NO_ENV = asking([{ key: 'env', operator: 'DoesNotExist' }]);

  /** The hub and the files with this policy, and on the hub m1 with these labels and taints. */
  function hub(policy: Json, labels: Readonly<Record<string, string>>, taints: readonly object[] = []): typeof failed {
    const withPolicy = (object: KubeObject): KubeObject =>
      object.kind === 'ClusterResourcePlacement' ? { ...object, spec: { ...(object['spec'] as Json), policy } } : object;
    const objects = failed.objects.map(withPolicy).map((object) => {
      if (object.kind === 'ClusterSchedulingPolicySnapshot') return { ...object, spec: { ...(object['spec'] as Json), policy } };
      if (object.kind !== 'MemberCluster' || object.metadata.name !== 'm1') return object;
      return { ...object, metadata: { ...object.metadata, labels }, spec: { ...(object['spec'] as Json), taints } };
    });
    return { ...failed, objects, change: failed.change.map(withPolicy) };
  }

  function m1(labels: Readonly<Record<string, string>>, taints?: readonly object[]): KubeObject {
    const live = failed.objects.find(({ kind, metadata }) => kind === 'MemberCluster' && metadata.name === 'm1');
    return {
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      kind: 'MemberCluster',
      metadata: { name: 'm1', labels },
      spec: { ...(live?.['spec'] as Json), ...(taints === undefined ? {} : { taints }) },
    };
  }

  it.each<readonly [string, typeof failed, KubeObject, KubeObject]>([
    ['gets a label', hub(STAGING, { env: 'prod' }), m1({ env: 'prod' }), m1({ env: 'staging' })],
    ['loses a label', hub(NO_ENV, { env: 'prod' }), m1({ env: 'prod' }), m1({})],
    ['loses a taint', hub(STAGING, { env: 'staging' }, busy), m1({ env: 'staging' }, busy), m1({ env: 'staging' })],
    ['loses all taints', hub(STAGING, { env: 'staging' }, busy), m1({ env: 'staging' }, busy), m1({ env: 'staging' }, [])],
  ])('and a cluster %s with which it can be scheduled: a warning', async (_, asked, before, after) => {
    const told = await askReady({ ...asked, change: [...asked.change, after], baseChange: [...asked.change, before] });
    expect([told.exitCode, former(told)], told.out).toEqual([0, ['warns former-rollout-failed']]);
    expect(messages(told)).toContain('This change edits MemberCluster/m1, which may correct it.');
  });

  it.each<readonly [string, typeof failed, KubeObject, KubeObject]>([
    ['is not edited', hub(STAGING, { env: 'prod' }), m1({ env: 'prod' }), m1({ env: 'prod' })],
    ['gets another label', hub(STAGING, { env: 'prod' }), m1({ env: 'prod' }), m1({ env: 'prod', tier: 'gold' })],
    ['loses a taint and does not match', hub(STAGING, { env: 'prod' }, busy), m1({ env: 'prod' }, busy), m1({ env: 'prod' })],
  ])('and a cluster %s: not ready', async (_, asked, before, after) => {
    const told = await askReady({ ...asked, change: [...asked.change, after], baseChange: [...asked.change, before] });
    expect([told.exitCode, former(told)], told.out).toEqual([1, ['blocks former-rollout-failed']]);
  });
});
