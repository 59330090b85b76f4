/**
 * "no matches for kind": the hub does not serve the kind in that group and version. Source: the CRDs of KubeFleet v0.3.1 and main
 * (`config/crd/bases`). `fleet.azure.com/v1alpha1` was the group before v0.4 of Azure/fleet; only main has CRDs of
 * `placement.kubefleet.dev` (`Makefile`, `crd-verify`).
 */
import {
  FLEET_KINDS,
  type FleetKind,
  fleetKind,
  isFleetGroup,
  isNewGroup,
  LEGACY_GROUP,
  MAIN_KINDS,
  MAIN_WRITTEN_KINDS,
  PLACEMENT_GROUP,
  POLICY_GROUP,
  PROFILE_NAMES,
} from '../../fleet/kubefleet/kinds.ts';
import { kindInMisspeltGroup } from '../../fleet/kubefleet/misspelt-group.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import { listed } from '../../fleet/text/listed.ts';
import { nearestTypo } from '../../fleet/text/nearest.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { isDefinedByManifests, isServed, knownApis } from '../world/known-apis.ts';
import { nameFix } from '../answers/name-fix.ts';
import { AS_LIST, listFrom, refusedList } from '../answers/type-of-list.ts';
import { versionsInstead } from '../answers/versions-instead.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface NotServed {
  readonly kind: string;
  readonly apiVersion: string;
  /** The version to write instead, if it is known. */
  readonly instead: string | undefined;
  /** The hubs that serve the kind, if this one does not. */
  readonly only?: string;
  /** The versions that the definition of a kind in a group of another project serves. */
  readonly served?: readonly string[];
  /** It is the type of a list. */
  readonly isList?: true;
}

export const apiVersionNotServed = defineRule<NotServed>({
  id: 'api-version-not-served',
  summary: 'The hub does not serve this kind under this apiVersion',
  effect: 'rejected',
  kinds: '*',
  why: 'An object is found by group, version and kind together. Placements, overrides, runs and envelopes are in `placement.kubernetes-fleet.io`, MemberClusters in `cluster.kubernetes-fleet.io`. The group `fleet.azure.com` of the first previews no longer exists, and no hub serves a misspelt group such as `placement.kubefleet.io`. A CustomResourceDefinition of the manifests, a given one (`{--crds}`), or the hub that was read, may have the kind in such a group, in the versions that it serves. Only KubeFleet main has kinds of `placement.kubefleet.dev`, such as PlacementPolicy: they are an error unless `{--target}` is `main`, or a definition or the hub has them. Not every kind is served in every version. The hub answers `no matches for kind … in version …`. kubectl looks up a list by its own type too, such as `ClusterResourcePlacementList`.',
  remedy: 'Use the group and a version that the hub serves for this kind.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ kind, apiVersion, only, served, isList }) =>
    isList === true
      ? refusedList({ kind, apiVersion })
      : `The hub does not serve ${kind} in version ${apiVersion}${only === undefined ? '' : `; only ${only} has this kind`}${served === undefined ? '' : `; its definition serves ${listed(served, 5)}`}.`,
  remedyFor({ kind, apiVersion, instead, only, served, isList }) {
    if (isList === true) return AS_LIST;
    if (instead !== undefined && served !== undefined)
      return `Write ${instead}, or serve ${versionOf(apiVersion)} in the CustomResourceDefinition.`;
    if (instead !== undefined) return `Write ${instead}.`;
    if (only !== undefined) return 'Use a placement of this hub, or set `target: main` if your hub is KubeFleet main.';
    return fleetKind(kind) === undefined
      ? 'Remove the object: KubeFleet does not have this kind today.'
      : 'This hub does not have the kind: install a version of KubeFleet that has it, or remove the object.';
  },
  *check(manifest, world) {
    yield* notServed(manifest.object, world);
    const found = listFrom(manifest, world);
    if (found === undefined) return;
    const { apiVersion, kind } = found.list;
    for (const { at } of notServed(found.type, world))
      yield { at, place: found.list.locate(at), data: { apiVersion, kind, instead: undefined, isList: true } };
  },
});

interface NotServedType {
  readonly at: string;
  readonly data: NotServed;
  readonly fix?: Fix | undefined;
}

/** @param object whose type is looked up */
function* notServed(object: Pick<KubeObject, 'apiVersion' | 'kind'>, world: World): Generator<NotServedType> {
  const { kind, apiVersion } = object;
  const group = groupOf(apiVersion);
  const misspelt = kindInMisspeltGroup(object);
  if (misspelt !== undefined && isServed(group, kind, world)) {
    const served = versionsInstead(object, world);
    if (served !== undefined)
      yield {
        at: '/apiVersion',
        data: { kind, apiVersion, instead: served[0] === undefined ? undefined : `apiVersion: ${group}/${served[0]}`, served },
      };
    return;
  }
  const isMisspelt = misspelt !== undefined;
  const known = fleetKind(misspelt ?? kind);
  if (isOfMain(group, kind, isMisspelt)) {
    const data = notServedOfMain(kind, apiVersion, world);
    if (data !== undefined) yield { at: '/apiVersion', data, fix: fixOf(data) };
    return;
  }
  // A later hub has kinds of the same names in its new groups.
  if (known !== undefined && known.group !== group && isNewGroup(group) && isServed(group, kind, world)) return;
  if (known !== undefined && known.only === undefined && (isFleetGroupName(group) || isMisspelt || !apiVersion.includes('/'))) {
    const versions = servedVersions(known, world);
    const written = `apiVersion: ${known.group}/${versionFor(versions, apiVersion)}`;
    const instead = known.kind === kind ? written : `${written} and kind: ${known.kind}`;
    const served = known.group === group && versions.includes(versionOf(apiVersion));
    const data = { kind, apiVersion, instead: versions.length === 0 ? undefined : instead };
    // A fix changes one value.
    if (!served) yield { at: '/apiVersion', data, fix: known.kind === kind ? fixOf(data) : undefined };
    return;
  }
  if (!isFleetGroupName(group)) return;
  const candidates =
    group === POLICY_GROUP ? MAIN_KINDS : FLEET_KINDS.filter((entry) => entry.group === group || group !== PLACEMENT_GROUP);
  const kinds = candidates.map((entry) => entry.kind);
  const meant = nearestTypo(kind, kinds);
  if (meant !== undefined)
    yield { at: '/kind', data: { kind, apiVersion, instead: `kind: ${meant}` }, fix: nameFix('/kind', kind, meant, kinds) };
  else if (group === LEGACY_GROUP) yield { at: '/apiVersion', data: { kind, apiVersion, instead: undefined } };
}

/** The version to write, if there is one. */
function fixOf({ instead }: NotServed): Fix | undefined {
  return instead === undefined ? undefined : { kind: 'value', at: '/apiVersion', value: instead.replace('apiVersion: ', '') };
}

/** A kind that only main has; `undefined` if the hub serves it, by its own list of kinds if that was read. */
function notServedOfMain(kind: string, apiVersion: string, world: World): NotServed | undefined {
  const group = groupOf(apiVersion);
  const apis = knownApis(world);
  const [version = ''] = MAIN_KINDS.find((entry) => entry.kind === kind)?.versions ?? [versionOf(apiVersion)];
  const isListed = apis.find(POLICY_GROUP, kind) !== undefined || (world.target !== 'main' && (world.contracts?.of(kind).length ?? 0) > 0);
  if (!isListed && apis.isAbsent(POLICY_GROUP, kind)) return { kind, apiVersion, instead: undefined };
  if (!isListed && world.target !== 'main') return { kind, apiVersion, instead: undefined, only: PROFILE_NAMES.main };
  const known = MAIN_KINDS.find((entry) => entry.kind === kind);
  const served = known === undefined ? [version] : servedVersions(known, world);
  if (group === POLICY_GROUP && served.includes(versionOf(apiVersion))) return undefined;
  const [first] = served;
  return { kind, apiVersion, instead: first === undefined ? undefined : `apiVersion: ${POLICY_GROUP}/${first}` };
}

/** By the hub's own definitions if they were read, unless the manifests define the kind. */
function servedVersions(known: FleetKind, world: World): readonly string[] {
  if (world.contracts === undefined || !known.authored || isDefinedByManifests(known, world)) return known.versions;
  return world.contracts.of(known.kind).map(({ version }) => version);
}

/** Whether a group is or was KubeFleet's. */
function isFleetGroupName(group: string): boolean {
  return isFleetGroup(group) || group === LEGACY_GROUP;
}

/** Whether only main has the kind of an object, also if it is in a group that never had the kind. */
function isOfMain(group: string, kind: string, isMisspelt: boolean): boolean {
  if (MAIN_KINDS.some((entry) => entry.kind === kind)) return isFleetGroupName(group) || isMisspelt;
  return group === POLICY_GROUP && MAIN_WRITTEN_KINDS.some((name) => name === kind);
}

/**
 * The version in the manifest, if the right group serves it: that is the smallest change. The versions of the new API have other schemas.
 */
function versionFor(served: readonly string[], apiVersion: string): string {
  const written = versionOf(apiVersion);
  return !isNewGroup(groupOf(apiVersion)) && served.includes(written) ? written : (served[0] ?? written);
}
