/** The content for each cluster, compared with the Works that real hubs wrote, at the end of every recording in TRUTH_DIR. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';

import { isObject, listAt } from '../../src/fleet/json/json.ts';
import { conditionsAt, findCondition } from '../../src/fleet/kubernetes/condition.ts';
import { isKubeObject, objectKey, refOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { isPlacement } from '../../src/fleet/kubefleet/kinds.ts';
import { memberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';
import { overrideIn } from '../../src/gates/rollout/overrides-in-force.ts';
import { toBinding, type BindingView } from '../../src/gates/view/binding.ts';
import { snapshotGroups } from '../../src/gates/view/resource-snapshot.ts';
import { objectsIn, variantsOf } from '../../src/schedule/delivery/variants.ts';
import { overriddenTargets } from '../../src/schedule/override/placement-overrides.ts';
import type { Planned } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { renderCluster } from '../../src/schedule/render-cluster.ts';
import { hubContent } from '../../src/selection/hub-content.ts';
import { objectsAtEnd, readRecording, recordingNames, withManifests } from '../support/recordings/recording.ts';
import { profileOf } from '../support/recordings/releases.ts';
import { isMissing } from '../support/truth.ts';

describe.skipIf(isMissing('recordings'))('the Works of a cluster', () => {
  it('contain the variants of the content of the snapshots', () => {
    const compared = new Map<string, string[]>();
    for (const name of recordingNames()) {
      const hub = objectsAtEnd(readRecording(name));
      for (const binding of synchronised(hub)) {
        const found = fromSnapshots(binding, hub, name);
        if (found === undefined) continue;
        const works = sorted(heldBy(binding, hub));
        compared.set(
          `${name} ${binding.name}`,
          isDeepStrictEqual(sorted(found), works) ? [] : works.map((object) => objectKey(refOf(object))),
        );
      }
    }
    const differing = [...compared].filter(([, works]) => works.length > 0);
    process.stdout.write(`variants of snapshots: ${String(compared.size)} bindings compared, ${String(differing.length)} differ\n`);
    expect(differing).toEqual([]);
    expect(compared.size).toBeGreaterThan(0);
  });

  it('contain the result of the manifests, except for what the API server fills in', () => {
    let compared = 0;
    const lacking: string[] = [];
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      const hub = objectsAtEnd(recording);
      const tree = withManifests(recording, hub).filter(({ kind }) => !/Snapshot$|Binding$|^Work$|^Event$/.test(kind));
      const input = {
        objects: tree.map((object): Planned => ({ object, namespace: object.metadata.namespace })),
        members: hub.filter(({ kind }) => kind === 'MemberCluster'),
        now: new Date(recording.endedAt),
        existing: hub,
        target: profileOf(name),
      };
      const plan = planPlacements(input);
      const applied = keyed(recording.expected.manifests);
      for (const binding of synchronised(hub)) {
        if (!isUpToDate(binding, hub)) continue;
        const rendered = renderCluster(input, plan, binding.cluster)?.find(({ placement }) => placement.name === placementOf(binding));
        const works = keyed(heldBy(binding, hub));
        const sent = keyed(snapshotsOf(binding, hub)[0]?.objects ?? []);
        for (const object of rendered?.objects ?? []) {
          const [key, manifest] = [objectKey(refOf(object)), applied.get(objectKey(refOf(object)))];
          // A later deploy, or an earlier snapshot, is of other manifests.
          if (manifest === undefined || !contains(sent.get(key), manifest)) continue;
          compared += 1;
          if (!contains(works.get(key), object)) lacking.push(`${name} ${binding.cluster} ${key}`);
        }
      }
    }
    process.stdout.write(`variants of manifests: ${String(compared)} objects compared, ${String(lacking.length)} differ\n`);
    expect(lacking).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });
});

/** The bindings that say of their latest generation that their Works are written. */
function synchronised(hub: readonly KubeObject[]): readonly BindingView[] {
  return hub
    .filter(({ kind }) => kind === 'ClusterResourceBinding' || kind === 'ResourceBinding')
    .map(toBinding)
    .filter(({ object, generation, leaving }) => {
      const written = findCondition(conditionsAt(object, 'status', 'conditions'), 'WorkSynchronized');
      return !leaving && written?.status === 'True' && written.observedGeneration === generation;
    });
}

function placementOf({ object }: BindingView): string {
  return object.metadata.labels?.['kubernetes-fleet.io/parent-CRP'] ?? '';
}

function snapshotsOf(binding: BindingView, hub: readonly KubeObject[]): ReturnType<typeof snapshotGroups> {
  const { namespace } = binding.object.metadata;
  return snapshotGroups(
    hub.filter(
      ({ kind, metadata }) =>
        /^(Cluster)?ResourceSnapshot$/.test(kind) &&
        metadata.namespace === namespace &&
        metadata.labels?.['kubernetes-fleet.io/parent-CRP'] === placementOf(binding),
    ),
  );
}

/** Whether the binding uses the latest snapshots and overrides. */
function isUpToDate(binding: BindingView, hub: readonly KubeObject[]): boolean {
  const [latest] = snapshotsOf(binding, hub);
  const placement = hub.find((each) => isPlacement(each) && each.metadata.name === placementOf(binding));
  const overrides = hub.filter(({ kind }) => kind.endsWith('OverrideSnapshot'));
  const isLatest = ({ metadata }: KubeObject): boolean => metadata.labels?.['kubernetes-fleet.io/is-latest-snapshot'] === 'true';
  const named = new Set(binding.overrides);
  const areLatest = overrides.every((each) => isLatest(each) || !named.has(`${each.metadata.namespace ?? ''}/${each.metadata.name}`));
  return latest?.masterName === binding.snapshotName && areLatest && placement?.metadata.deletionTimestamp === undefined;
}

/** `undefined` if a snapshot that the binding names is gone, or an override failed. */
function fromSnapshots(binding: BindingView, hub: readonly KubeObject[], name: string): readonly KubeObject[] | undefined {
  const group = snapshotsOf(binding, hub).find(({ masterName }) => masterName === binding.snapshotName);
  const member = hub.find(({ kind, metadata }) => kind === 'MemberCluster' && metadata.name === binding.cluster);
  const overrides = binding.overrides.map((named) =>
    hub.find(({ kind, metadata }) => kind.endsWith('OverrideSnapshot') && `${metadata.namespace ?? ''}/${metadata.name}` === named),
  );
  if (group?.whole !== true || member === undefined || overrides.includes(undefined)) return undefined;
  const items = group.objects.map((object) => ({
    ref: refOf(object),
    item: { object, namespace: object.metadata.namespace },
    selector: 0,
  }));
  const placement = { object: { apiVersion: '', kind: '', metadata: { name: '' } }, namespace: undefined };
  const own = overrides
    .flatMap((snapshot) => (snapshot === undefined ? [] : (overrideIn(snapshot) ?? [])))
    .map((each) => ({ ...each, placement: undefined }));
  const targets = overriddenTargets(placement, items, own, hubContent([]), profileOf(name), 'everything');
  const outcomes = targets.flatMap((target) => variantsOf(target, [memberCluster(member)]).map(({ outcome }) => outcome));
  return outcomes.some(({ kind }) => kind === 'failed') ? undefined : outcomes.flatMap(objectsIn);
}

function heldBy(binding: BindingView, hub: readonly KubeObject[]): readonly KubeObject[] {
  const works = hub.filter(
    ({ kind, metadata }) =>
      kind === 'Work' &&
      metadata.labels?.['kubernetes-fleet.io/parent-resource-binding'] === binding.name &&
      metadata.namespace === `fleet-member-${binding.cluster}`,
  );
  return works.flatMap((work) => listAt(work, 'spec', 'workload', 'manifests').filter(isKubeObject));
}

function sorted(objects: readonly KubeObject[]): readonly KubeObject[] {
  const textOf = (object: KubeObject): string => `${objectKey(refOf(object))} ${JSON.stringify(object)}`;
  return objects.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

function keyed(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map((object) => [objectKey(refOf(object)), object]));
}

/** Whether one value has all that the other one says. */
function contains(held: unknown, said: unknown): boolean {
  if (Array.isArray(said))
    return Array.isArray(held) && held.length === said.length && said.every((entry, index) => contains(held[index], entry));
  if (!isObject(said)) return isDeepStrictEqual(held, said);
  return isObject(held) && Object.entries(said).every(([key, value]) => contains(held[key], value));
}
