/**
 * A version of a Kubernetes kind that no release serves any more: hub and members answer `no matches for kind`. Source: the
 * `APILifecycleRemoved` of `k8s.io/api` and its siblings, as `scripts/kubernetes.ts` reads them. Releases that vendors still support are
 * not included.
 */
import { kubernetesFacts } from '../../admission/kubernetes/facts.ts';
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, groupOf, refOf, versionOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements, namespacedPlacements } from '../world/placements.ts';
import { maySend } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Removed {
  readonly object: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly release: string;
  readonly by: 'hub' | 'members';
}

export const apiVersionRemoved = defineRule<Removed>({
  id: 'api-version-removed',
  summary: 'Kubernetes no longer serves this version of the kind',
  effect: 'fails',
  otherwise: { rejected: 'the object is not in an envelope, so the hub itself refuses it' },
  kinds: '*',
  why: 'Kubernetes removes old API versions: `extensions/v1beta1` for Deployments in 1.16, `policy/v1beta1` in 1.25, and others. The hub refuses an object in such a version with `no matches for kind`. In an envelope the object passes the hub, and every member refuses it: `Applied` is False everywhere. Checked for objects that a placement of the manifests selects, and in envelopes. Versions removed after 1.29 are not reported, because vendors still support those releases.',
  remedy: 'Write the object in the version that is served today; its fields may have changed as well.',
  docs: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  message: ({ object, apiVersion, release, by }) =>
    `Kubernetes ${release} and later do not serve ${apiVersion} of this kind, so ${by === 'hub' ? `the hub refuses ${object}` : `every cluster refuses ${object}`}.`,
  remedyFor: ({ kind, apiVersion }) => {
    const served = servedToday(kind, groupOf(apiVersion));
    return served === undefined ? 'Remove the object: the kind no longer exists.' : `Write apiVersion: ${served}, and check its fields.`;
  },
  concerns: ({ object }) => isEnvelope(object) || Object.hasOwn(kubernetesFacts().removed, object.apiVersion),
  *check(manifest, world) {
    const { object } = manifest;
    const ref = manifestRef(manifest);
    const release = releaseOf(ref, world);
    if (release !== undefined && isResolved(manifest, '/apiVersion', '/kind') && isPlaced(manifest, world))
      yield { at: '/apiVersion', data: dataOf(ref, release, 'hub'), effect: 'rejected' };
    if (!isEnvelope(object)) return;
    for (const [key, inner] of enclosedEntries(object)) {
      const at = childPointer('/data', key);
      const removed = releaseOf(inner, world);
      if (removed === undefined || !isResolved(manifest, `${at}/apiVersion`, `${at}/kind`)) continue;
      yield { at: `${at}/apiVersion`, data: dataOf(refOf(inner), removed, 'members') };
    }
  },
});

/** The release that stopped serving the version, unless the hub lists it or the manifests define the kind. */
function releaseOf({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>, world: World): string | undefined {
  const { removed } = kubernetesFacts();
  const kinds = Object.hasOwn(removed, apiVersion) ? removed[apiVersion] : undefined;
  const release = kinds !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (release === undefined) return undefined;
  const known = knownApis(world).find(groupOf(apiVersion), kind);
  return known?.preferred === versionOf(apiVersion) || known?.versions?.includes(versionOf(apiVersion)) === true ? undefined : release;
}

function dataOf(ref: ObjectRef, release: string, by: Removed['by']): Removed {
  return { object: displayName(ref), kind: ref.kind, apiVersion: ref.apiVersion, release, by };
}

function isPlaced(manifest: Manifest, world: World): boolean {
  return [...clusterPlacements(world), ...namespacedPlacements(world)].some((placement) => maySend(placement, manifest, world));
}

/** The version in its own group, else in the only group that has a kind of that name now. */
function servedToday(kind: string, group: string): string | undefined {
  const found = BUILT_IN_APIS.all.filter((resource) => resource.kind === kind);
  const served = found.find((resource) => resource.group === group) ?? (found.length === 1 ? found[0] : undefined);
  if (served === undefined) return undefined;
  return served.group === '' ? served.preferred : `${served.group}/${served.preferred}`;
}
