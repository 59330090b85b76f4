/**
 * An API server accepts only objects of kinds that it serves, and KubeFleet places only objects of the hub. Source: `kubectl apply` (`no
 * matches for kind "X" in version "g/v"`, `ensure CRDs are installed first`), and the hub's discovery.
 */
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface NotServed {
  readonly object: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly placement: string | undefined;
}

export const kindNotServed = defineRule<NotServed>({
  id: 'kind-not-served',
  summary: 'The hub does not serve the kind of an object that a placement selects',
  effect: 'rejected',
  kinds: '*',
  why: 'KubeFleet places what is on the hub. To have an object of a custom kind there, the hub needs the CustomResourceDefinition: without it the object cannot be applied (`no matches for kind`), and the deploy stops. Checked if the hub is read, against the kinds that it serves and those that the manifests define.',
  remedy: 'Install the CustomResourceDefinition on the hub, or put the object into an envelope, whose content the hub does not validate.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ object, apiVersion, kind, placement }) =>
    `The hub does not serve kind ${kind} of ${apiVersion}, so it refuses ${object}${placement === undefined ? '' : `, which ${placement} places`}.`,
  *check(manifest, world) {
    const { apiVersion, kind } = manifest.object;
    if (world.hub?.apis === undefined || !knownApis(world).isAbsent(groupOf(apiVersion), kind)) return;
    if (!isNamed(manifest) || !isResolved(manifest, '/apiVersion', '/kind')) return;
    const [placement] = placementsLikelySending(manifest, world);
    // For KubeFleet's own kinds, `api-version-not-served` reports it.
    if (placement === undefined || isFleetObject(manifest.object)) return;
    const data = { object: displayName(manifestRef(manifest)), apiVersion, kind, placement: placement && nameOf(placement) };
    yield { at: '/kind', data };
  },
});
