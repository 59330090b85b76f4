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
  isPlacement,
  isNewGroup,
  LEGACY_GROUP,
  MAIN_KINDS,
  MAIN_WRITTEN_KINDS,
  PLACEMENT_GROUP,
  POLICY_GROUP,
  PROFILE_NAMES,
} from '../../fleet/kubefleet/kinds.ts';
import { servedVersions as versionsServedBy } from '../../fleet/kubefleet/api-resource.ts';
import { kindInMisspeltGroup } from '../../fleet/kubefleet/misspelt-group.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import { listAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { nearestTypo } from '../../fleet/text/nearest.ts';
import { displayName, groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { kindDeletedWith } from '../world/fleet-definition.ts';
import { manifestRef } from '../world/identity.ts';
import { isDefinedByManifests, isServed, knownApis } from '../world/known-apis.ts';
import { nameFix } from '../answers/name-fix.ts';
import { AS_LIST, listFrom, refusedList } from '../answers/type-of-list.ts';
import { versionsInstead } from '../answers/versions-instead.ts';
import { definitionOf } from '../presence/definitions.ts';
import { isResolved } from '../world/resolved.ts';
import type { Manifest } from '../world/manifest.ts';
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
  /** The change removes this definition of the kind. */
  readonly removed?: string;
}

export const apiVersionNotServed = defineRule<NotServed>({
  id: 'api-version-not-served',
  summary: 'The hub does not serve this kind under this apiVersion',
  effect: 'rejected',
  otherwise: { fails: 'the change removes the CustomResourceDefinition of the kind, so the hub deletes all objects of the kind' },
  ofRemoved: true,
  kinds: '*',
  why: 'An object is found by group, version and kind together. Placements, overrides, runs and envelopes are in `placement.kubernetes-fleet.io`, MemberClusters in `cluster.kubernetes-fleet.io`. The group `fleet.azure.com` of the first previews no longer exists, and no hub serves a misspelt group such as `placement.kubefleet.io`. A CustomResourceDefinition of the manifests, a given one (`{--crds}`), or the hub that was read, may have the kind in such a group, in the versions that it serves. Only KubeFleet main has kinds of `placement.kubefleet.dev`, such as PlacementPolicy: they are an error unless `{--target}` is `main`, or a definition or the hub has them. Not every kind is served in every version. The hub answers `no matches for kind … in version …`. kubectl looks up a list by its own type too, such as `ClusterResourcePlacementList`. If a change removes the CustomResourceDefinition of a kind of KubeFleet, and the deploy deletes it, the hub deletes every object of the kind: with the placements also what they place. Not reported for a definition that `crds/` of a chart has, or whose annotations keep it.',
  remedy: 'Use the group and a version that the hub serves for this kind.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ kind, apiVersion, only, served, isList, removed }) =>
    isList === true
      ? refusedList({ kind, apiVersion })
      : removed !== undefined
        ? `The change removes ${removed}: if the deploy deletes it, the hub deletes every ${kind}${isPlacement({ apiVersion, kind }) ? ', and KubeFleet removes from the clusters what these place' : ''}.`
        : `The hub does not serve ${kind} in version ${apiVersion}${only === undefined ? '' : `; only ${only} has this kind`}${served === undefined ? '' : `; its definition serves ${served.length === 0 ? 'no version' : listed(served, 5)}`}.`,
  remedyFor({ kind, apiVersion, instead, only, served, isList, removed }) {
    if (isList === true) return AS_LIST;
    if (removed !== undefined) return `Keep ${removed}.`;
    if (instead !== undefined && served !== undefined)
      return `Write ${instead}, or serve ${versionOf(apiVersion)} in the CustomResourceDefinition.`;
    if (instead !== undefined) return `Write ${instead}.`;
    if (served !== undefined) return `Serve ${versionOf(apiVersion)} in the CustomResourceDefinition.`;
    if (only !== undefined) return 'Use a placement of this hub, or set `target: main` if your hub is KubeFleet main.';
    return fleetKind(kind) === undefined
      ? 'Remove the object: KubeFleet does not have this kind today.'
      : 'This hub does not have the kind: install a version of KubeFleet that has it, or remove the object.';
  },
  *check(manifest, world) {
    if (world.gone.includes(manifest)) {
      yield* ofRemoved(manifest);
      return;
    }
    yield* notServed(manifest.object, world);
    const found = listFrom(manifest, world);
    if (found === undefined) return;
    const { apiVersion, kind } = found.list;
    for (const { at } of notServed(found.type, world))
      yield { at, place: found.list.locate(at), data: { apiVersion, kind, instead: undefined, isList: true } };
  },
});

function* ofRemoved(manifest: Manifest) {
  const known = kindDeletedWith(manifest);
  if (known === undefined) return;
  const { group, kind, versions } = known;
  const data = { kind, apiVersion: `${group}/${versions[0]}`, instead: undefined, removed: displayName(manifestRef(manifest)) };
  yield { at: '/metadata/name', data, effect: 'fails' as const };
}

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
    const defined = known.group === group ? versionsOfManifests(known, world) : undefined;
    const data = {
      kind,
      apiVersion,
      instead: versions.length === 0 ? undefined : instead,
      ...(defined === undefined || defined.includes(versionOf(apiVersion)) ? {} : { served: defined }),
    };
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

/** By the definition of the manifests, else by the hub's own definitions if they were read. */
function servedVersions(known: FleetKind, world: World): readonly string[] {
  const defined = versionsOfManifests(known, world);
  if (defined !== undefined) return known.versions.filter((version) => defined.includes(version));
  if (world.contracts === undefined || !known.authored || isDefinedByManifests(known, world)) return known.versions;
  return world.contracts.of(known.kind).map(({ version }) => version);
}

/** The versions that the definition of the manifests serves, if there is one, and they are known. */
function versionsOfManifests({ group, kind }: FleetKind, world: World): readonly string[] | undefined {
  const definition = definitionOf({ apiVersion: `${group}/`, kind }, world);
  if (definition?.at !== '' || !isResolved(definition.manifest, '/spec/versions')) return undefined;
  return listAt(definition.object, 'spec', 'versions').length === 0 ? undefined : versionsServedBy(definition.object);
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
