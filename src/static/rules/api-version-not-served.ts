/**
 * "no matches for kind": the hub serves no such kind under that group and version.
 * Source: the CRDs of KubeFleet v0.3.1 and main (`config/crd/bases`); `fleet.azure.com/v1alpha1` was the group before v0.4 of Azure/fleet,
 * and `placement.kubefleet.dev` has CRDs on main that no chart installs (`Makefile`, `crd-verify`).
 */
import { CLUSTER_GROUP, FLEET_KINDS, PLACEMENT_GROUP, fleetKind, type FleetKind } from '../../fleet/kinds.ts';
import { nearestSlip } from '../../fleet/nearest.ts';
import { groupOf, versionOf } from '../../fleet/object.ts';
import { isBrought } from '../known-apis.ts';
import { defineRule } from '../rule.ts';
import type { World } from '../world.ts';

interface NotServed {
  readonly kind: string;
  readonly apiVersion: string;
  /** What to write instead, where that is known. */
  readonly instead: string | undefined;
}

export const apiVersionNotServed = defineRule<NotServed>({
  id: 'api-version-not-served',
  summary: 'The hub serves no such kind under this apiVersion',
  effect: 'rejected',
  kinds: '*',
  why: "An object is found by group, version and kind together. Placements, overrides, runs and envelopes are in `placement.kubernetes-fleet.io`, MemberClusters in `cluster.kubernetes-fleet.io`; the group `fleet.azure.com` of the first previews is gone, and not every kind is served in every version. The hub's answer is `no matches for kind … in version …`.",
  remedy: 'Use the group and a version that the hub serves for this kind.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ kind, apiVersion }) => `The hub serves no ${kind} in version ${apiVersion}.`,
  remedyFor({ kind, instead }) {
    if (instead !== undefined) return `Write ${instead}.`;
    return fleetKind(kind) === undefined
      ? 'Remove the object: KubeFleet has no such kind today.'
      : 'This hub does not have the kind: install a version of KubeFleet that has it, or remove the object.';
  },
  *check({ object: { kind, apiVersion } }, world) {
    const group = groupOf(apiVersion);
    const known = fleetKind(kind);
    if (known !== undefined && (isFleetGroup(group) || !apiVersion.includes('/'))) {
      const versions = servedVersions(known, world);
      const instead = versions.length === 0 ? undefined : `apiVersion: ${known.group}/${versionFor(versions, apiVersion)}`;
      const served = known.group === group && versions.includes(versionOf(apiVersion));
      if (!served) yield { at: '/apiVersion', data: { kind, apiVersion, instead } };
      return;
    }
    if (!isFleetGroup(group)) return;
    const meant = nearestSlip(
      kind,
      FLEET_KINDS.filter((entry) => entry.group === group || group !== PLACEMENT_GROUP).map((entry) => entry.kind),
    );
    if (meant !== undefined && group !== NEW_GROUP) yield { at: '/kind', data: { kind, apiVersion, instead: `kind: ${meant}` } };
    else if (group === LEGACY_GROUP || group === NEW_GROUP) yield { at: '/apiVersion', data: { kind, apiVersion, instead: undefined } };
  },
});

/** By the hub's own definitions where they were read, unless the manifests bring the kind along. */
function servedVersions(known: FleetKind, world: World): readonly string[] {
  if (world.contracts === undefined || !known.authored || isBrought(known, world)) return known.versions;
  return world.contracts.of(known.kind).map(({ version }) => version);
}

const LEGACY_GROUP = 'fleet.azure.com';
const NEW_GROUP = 'placement.kubefleet.dev';

function isFleetGroup(group: string): boolean {
  return [PLACEMENT_GROUP, CLUSTER_GROUP, LEGACY_GROUP, NEW_GROUP].includes(group);
}

/** The version written, where the right group serves it: the least change. */
function versionFor(served: readonly string[], apiVersion: string): string {
  const written = versionOf(apiVersion);
  return served.includes(written) ? written : (served[0] ?? written);
}
