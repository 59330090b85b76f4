import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { parseObjects } from '../../yaml/objects.ts';
import type { StoryEvent } from '../hub/player.ts';
import { SAMPLE_REPO } from '../sample-repo.gen.ts';
import type { Refusal } from './cluster-rollout.ts';
import { firstRolloutRefused, updateGoesGreen } from './stories.ts';
import { openStorybook, uidOf, type Storybook } from './storybook.ts';
import { numberAt } from '../../fleet/json/json.ts';

/**
 * The two deploys of the demo as one recording: `storefront` gets a new image and becomes available, `billing` is refused on oslo. It
 * lasts about 5 s after the mark `deploy`.
 */
export function shopStory(): readonly StoryEvent[] {
  const members = objectsOf('fleet/members.yaml');
  const clusters = members.map(({ metadata }) => metadata.name);
  const fleet = openStorybook(DEPLOYED_AT);
  fleet.at(-9000);
  joinMembers(fleet, members);

  const storefront = openStorybook(DEPLOYED_AT);
  const app = objectsOf('storefront/app.yaml');
  updateGoesGreen(storefront, { ...placed('storefront'), resources: app, clusters }, app.map(withOldImage));

  const billing = openStorybook(DEPLOYED_AT);
  firstRolloutRefused(billing, { ...placed('billing'), resources: objectsOf('billing/app.yaml'), clusters }, 'oslo', ownedByOperator);

  // The sort is stable: events of the same moment keep their order. The later of the deploy marks is enough.
  return [...fleet.events, ...storefront.events, ...billing.events].toSorted((a, b) => Date.parse(a.t) - Date.parse(b.t));
}

/** Until this mark storefront is green with its old content. */
export const FALSE_GREEN_ENDS = 'snapshot';

/** The objects that the two deploys apply, as in their manifests. */
export function deployedManifests(): readonly KubeObject[] {
  return ['storefront/app.yaml', 'storefront/placement.yaml', 'billing/app.yaml', 'billing/placement.yaml'].flatMap(objectsOf);
}

/** The objects of one file of the sample repository. */
export function objectsOf(path: string): readonly KubeObject[] {
  const file = SAMPLE_REPO.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`the sample repository has no ${path}`);
  return parseObjects(file.text, path).objects;
}

/** A few seconds after the newest time in the sample's cluster facts. */
export const DEPLOYED_AT = '2026-11-02T09:00:00Z';

function placed(name: string): { readonly placement: KubeObject } {
  const [placement] = objectsOf(`${name}/placement.yaml`);
  if (placement === undefined) throw new Error(`the sample repository has no placement for ${name}`);
  return { placement };
}

function withOldImage(object: KubeObject): KubeObject {
  return JSON.parse(JSON.stringify(object).replace('shop/storefront:1.5.0', 'shop/storefront:1.4.2')) as KubeObject;
}

/** A member agent prints pointers, which differ at each retry (KubeFleet v0.3.1, `workapplier/preprocess.go`). */
function ownedByOperator(attempt: number): Refusal {
  const pointer = (0xc0009d21e0 + attempt * 0x1f40).toString(16);
  const owner = `{APIVersion:apps/v1 Kind:Deployment Name:flag-operator UID:5f0c6a52-9d0e-4c1b-8a37-2b1f6f0f3d11 Controller:0x${pointer}8 BlockOwnerDeletion:0x${pointer}9}`;
  return {
    ordinal: 1,
    reason: 'FailedToTakeOver',
    message: `Failed to apply the manifest (error: failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [${owner}]))`,
  };
}

/** Adds member clusters to the hub: the MemberCluster as given, its hub namespace and its InternalMemberCluster. */
export function joinMembers(book: Storybook, members: readonly KubeObject[]): void {
  for (const member of members) {
    const { name } = member.metadata;
    const namespace = `fleet-member-${name}`;
    const owner = { apiVersion: 'cluster.kubernetes-fleet.io/v1beta1', kind: 'MemberCluster', name, uid: uidOf(member), controller: true };
    book.put({
      ...member,
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      metadata: { ...member.metadata, generation: 1, finalizers: ['kubernetes-fleet.io/membercluster-finalizer'] },
    });
    book.put({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        labels: { 'kubernetes-fleet.io/is-fleet-resource': 'true', 'kubernetes.io/metadata.name': namespace },
        ownerReferences: [owner],
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    const { conditions: _conditions, ...status } = member['status'] as Readonly<Record<string, unknown>>;
    book.put({
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      kind: 'InternalMemberCluster',
      metadata: { name, namespace, generation: 1, ownerReferences: [owner] },
      spec: { heartbeatPeriodSeconds: numberAt(member, 'spec', 'heartbeatPeriodSeconds') ?? 60, state: 'Join' },
      status,
    });
  }
}
