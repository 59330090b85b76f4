/**
 * An API server accepts only objects of kinds and versions that it serves, and KubeFleet places only objects of the hub. Source: `kubectl
 * apply` (`no matches for kind "X" in version "g/v"`, `ensure CRDs are installed first`), and the hub's discovery. A member gives the same
 * answer for the content of an envelope (`pkg/controllers/workapplier/preprocess.go`).
 */
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { displayName, groupOf, refOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface NotServed {
  readonly object: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly placement: string;
  /** The served versions; `undefined` if the hub does not have the kind. */
  readonly served: readonly string[] | undefined;
  readonly isEnclosed: boolean;
}

export const kindNotServed = defineRule<NotServed>({
  id: 'kind-not-served',
  summary: 'The hub does not serve the kind or version of an object that a placement selects',
  effect: 'rejected',
  otherwise: { misbehaves: 'the object is in an envelope, and the clusters may have another definition of the kind' },
  kinds: '*',
  why: 'KubeFleet places what is on the hub. To have an object of a custom kind there, the hub needs the CustomResourceDefinition, and the definition must serve the version: without it the object cannot be applied (`no matches for kind`), and the deploy stops. The kind is checked if the hub is read. The version is checked if the definition is among the manifests, or the hub lists the kind. The hub does not check the content of an envelope; a cluster whose definition does not serve the version cannot apply it.',
  remedy: 'Install the CustomResourceDefinition on the hub, or put the object into an envelope, whose content the hub does not validate.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ object, apiVersion, kind, placement, served, isEnclosed }) => {
    if (served === undefined)
      return `The hub does not serve kind ${kind} of ${apiVersion}, so it refuses ${object}, which ${placement} places.`;
    const versions = `The definition of ${kind} serves ${listed(served, 5)}, not ${versionOf(apiVersion)}`;
    return isEnclosed
      ? `${versions}, so clusters with this definition cannot apply ${object}, which ${placement} places.`
      : `${versions}, so the hub refuses ${object}, which ${placement} places.`;
  },
  remedyFor: ({ apiVersion, served }) =>
    served === undefined
      ? undefined
      : `Write apiVersion: ${groupOf(apiVersion)}/${served[0] ?? ''}, or serve ${versionOf(apiVersion)} in the CustomResourceDefinition.`,
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    for (const { object, at } of objectsWithin(manifest.object)) {
      const { apiVersion, kind } = object;
      const isEnclosed = at !== '';
      const isUnknown = !isEnclosed && world.hub?.apis !== undefined && knownApis(world).isAbsent(groupOf(apiVersion), kind);
      const served = isUnknown ? undefined : otherVersions(object, world);
      // For KubeFleet's own kinds, `api-version-not-served` reports it.
      if ((!isUnknown && served === undefined) || isFleetObject(object)) continue;
      if (!isResolved(manifest, `${at}/apiVersion`, `${at}/kind`)) continue;
      const [placement] = placementsLikelySending(manifest, world);
      if (placement === undefined) continue;
      const ref = isEnclosed ? refOf(object) : manifestRef(manifest);
      const data = { object: displayName(ref), apiVersion, kind, placement: nameOf(placement), served, isEnclosed };
      yield { at: served === undefined ? `${at}/kind` : `${at}/apiVersion`, data, ...(isEnclosed ? { effect: 'misbehaves' } : {}) };
    }
  },
});

/** The versions of a custom kind, if they are known and the version of the object is not one of them. */
function otherVersions({ apiVersion, kind }: KubeObject, world: World): readonly string[] | undefined {
  const group = groupOf(apiVersion);
  if (BUILT_IN_APIS.find(group, kind) !== undefined) return undefined;
  const known = knownApis(world).find(group, kind);
  if (known?.versions === undefined || known.versions.length === 0 || known.versions.includes(versionOf(apiVersion))) return undefined;
  // Several definitions, perhaps one for each environment, can serve other versions.
  const definitions = world.find({ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name: `${known.plural}.${group}` });
  return definitions.length > 1 || definitions.some((each) => !isResolved(each, '/spec/versions')) ? undefined : known.versions;
}
