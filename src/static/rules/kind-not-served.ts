/**
 * An API server accepts only objects of kinds and versions that it serves, and KubeFleet places only objects of the hub. Source: `kubectl
 * apply` (`no matches for kind "X" in version "g/v"`, `ensure CRDs are installed first`), and the hub's discovery. A member gives the same
 * answer for the content of an envelope (`pkg/controllers/workapplier/preprocess.go`). The group of a CustomResourceDefinition has a dot,
 * and those of Kubernetes are reserved (`apiextensions.k8s.io`, `ValidateCustomResourceDefinition` and the API approval policy).
 */
import type { SourceRange } from '../../finding.ts';
import { listAt } from '../../fleet/json/json.ts';
import { servedVersions, type ApiResource } from '../../fleet/kubefleet/api-resource.ts';
import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { displayName, groupOf, refOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isOverride } from '../../selection/override.ts';
import { missingKind } from '../answers/missing-kind.ts';
import { AS_LIST, type FoundList, listFrom, refusedList } from '../answers/type-of-list.ts';
import { versionsInstead } from '../answers/versions-instead.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import { arrivalOn } from '../delivery/written-faults.ts';
import { placementsOfMeant } from '../presence/placements-of-meant.ts';
import { placementsLikelySending, placementsMaybeSending } from '../placing/placements-of-object.ts';
import { definitionOf, isCustomKind, type Definition } from '../presence/definitions.ts';
import { isCoverageOpen, lackOf } from '../presence/lacking.ts';
import { unservedByPatches } from '../presence/unserved-by-patches.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

/**
 * `none`: no hub can have the kind · `hub`: the hub does not have the kind · `removed`: the change removes the definition from the hub ·
 * `version`: the definition does not serve the version · `enclosed`: the same, for an object in an envelope · `patched`: an override takes
 * the version from the definition.
 */
type Reason = 'none' | 'hub' | 'removed' | 'version' | 'enclosed' | 'patched';

interface NotServed {
  readonly reason: Reason;
  readonly object: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly placement: string;
  /** The CustomResourceDefinition, if it is known. */
  readonly definition: string;
  readonly served: readonly string[];
  readonly isNamed: boolean;
  /** For `none`: the type that was probably meant. */
  readonly meant?: ApiResource | undefined;
  /** It is the type of a list. */
  readonly isList?: true;
}

export const kindNotServed = defineRule<NotServed>({
  id: 'kind-not-served',
  summary: 'The hub or a cluster does not serve the kind or version of an object that a placement selects',
  effect: 'rejected',
  otherwise: {
    fails: 'clusters get a definition that does not serve the version of an object that they get as well',
    misbehaves:
      'the object is in an envelope, and the clusters may have another definition; the clusters are not known; or files were not read',
  },
  kinds: '*',
  why: 'KubeFleet places what is on the hub. To have an object of a custom kind there, the hub needs the CustomResourceDefinition, and the definition must serve the version: without it the object cannot be applied (`no matches for kind`), and the deploy stops. The kind is checked if the hub is read, if the change removes the definition, or if it is in a group of Kubernetes, such as `apps`, where only Kubernetes has kinds. A kind of Kubernetes is also reported in a version that no release serves, such as `apps/v2`. The version is checked if the definition is among the manifests, or the hub lists the kind. The hub does not check the content of an envelope; a cluster whose definition does not serve the version cannot apply it. This is so as well if an override removes the version from the definition on some clusters, or sets `served: false`. kubectl looks up a list by its own type too, such as `ConfigMapList`, before it takes the items; a `List` is in each served version.',
  remedy: 'Install the CustomResourceDefinition on the hub, or put the object into an envelope, whose content the hub does not validate.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ reason, object, apiVersion, kind, placement, definition, served, isNamed: hasNames, isList }) => {
    if (isList === true) return refusedList({ kind, apiVersion });
    if (reason === 'none')
      return `Kubernetes has no kind ${kind} in ${apiVersion}, so the hub refuses ${object}, which ${placement} places.`;
    if (reason === 'hub')
      return `The hub does not serve kind ${kind} of ${apiVersion}, so it refuses ${object}, which ${placement} places.`;
    if (reason === 'removed')
      return `The change removes ${definition}, so the hub deletes every ${kind} and refuses ${object}, which ${placement} places.`;
    if (reason === 'patched')
      return `With this patch ${definition} does not serve ${versionOf(apiVersion)} ${hasNames ? 'on {clusters}' : `on the clusters that it matches`}, so they cannot apply ${object}, which ${placement} places.`;
    const versions = `The definition of ${kind} serves ${served.length === 0 ? 'no version' : `${listed(served, 5)}, not ${versionOf(apiVersion)}`}`;
    return reason === 'enclosed'
      ? `${versions}, so clusters with this definition cannot apply ${object}, which ${placement} places.`
      : `${versions}, so the hub refuses ${object}, which ${placement} places.`;
  },
  remedyFor: ({ reason, apiVersion, kind, definition, served, meant, isList }) => {
    if (isList === true) return AS_LIST;
    if (reason === 'none') return meantInstead(kind, meant);
    if (reason === 'hub') return undefined;
    if (reason === 'removed') return `Keep ${definition}, or remove the objects of kind ${kind} as well.`;
    if (reason === 'patched') return `Let ${definition} serve ${versionOf(apiVersion)} there, or keep the ${kind} from these clusters.`;
    const serve = `serve ${versionOf(apiVersion)} in the CustomResourceDefinition`;
    return served[0] === undefined ? `S${serve.slice(1)}.` : `Write apiVersion: ${groupOf(apiVersion)}/${served[0]}, or ${serve}.`;
  },
  concerns: ({ object, list }, world) =>
    world.hub !== undefined ||
    list !== undefined ||
    isOverride(object) ||
    objectsWithin(object).some((each) => isCustomKind(each.object) || missingKind(each.object, world) !== undefined),
  *check(manifest, judged) {
    yield* ofList(listFrom(manifest, judged), judged);
    if (!isNamed(manifest)) return;
    if (isOverride(manifest.object)) {
      yield* ofPatches(manifest, judged);
      return;
    }
    for (const { object, at } of objectsWithin(manifest.object)) {
      // For KubeFleet's own kinds, `api-version-not-served` reports it.
      if (object.kind === '' || isFleetObject(object) || !isResolved(manifest, `${at}/apiVersion`, `${at}/kind`)) continue;
      const found = reasonOf(object, at, judged);
      if (found === undefined) continue;
      const placement = placerOf(manifest, at, judged) ?? (found.reason === 'none' ? placementsOfMeant(manifest, judged)[0] : undefined);
      if (placement === undefined) continue;
      const { apiVersion, kind } = object;
      const ref = at === '' ? manifestRef(manifest) : refOf(object);
      const { reason, definition, served = [] } = found;
      const data = {
        reason,
        object: displayName(ref),
        apiVersion,
        kind,
        placement: nameOf(placement),
        definition: definition === undefined ? '' : displayName(definition.ref),
        served,
        isNamed: false,
        meant: found.meant,
      };
      const place = `${at}${placeOf(found, kind)}`;
      // The definition may be in a file that was not read.
      const removed = reason === 'removed' && judged.hasUnread ? ({ effect: 'misbehaves' } as const) : {};
      yield { at: place, data, ...(reason === 'enclosed' ? effectOn(definition, placement, judged) : removed) };
    }
  },
});

/** A list is reported if an item is KubeFleet's, or is placed. */
function* ofList(around: FoundList | undefined, judged: World): Iterable<ListHit> {
  // For KubeFleet's own kinds, `api-version-not-served` reports it.
  if (around === undefined || isFleetObject(around.type)) return;
  const { list, type, items } = around;
  const found = reasonOf({ ...type, metadata: { name: '' } }, '', judged);
  if (found === undefined || !items.some((item) => isFleetObject(item.object) || placerOf(item, '', judged) !== undefined)) return;
  const { apiVersion, kind } = list;
  const at = placeOf(found, type.kind);
  const data = { reason: found.reason, object: '', apiVersion, kind, placement: '', definition: '', served: [], isNamed: false };
  yield { at, place: list.locate(at), data: { ...data, isList: true } };
}

interface ListHit {
  readonly at: string;
  readonly place: SourceRange;
  readonly data: NotServed;
}

/** Where the fault is in the type of an object. */
function placeOf({ reason, meant }: Found, kind: string): '/kind' | '/apiVersion' {
  return reason === 'hub' || reason === 'removed' || (reason === 'none' && meant?.kind !== kind) ? '/kind' : '/apiVersion';
}

/** A placement that brings an object somewhere. @param at pointer to it in its manifest */
function placerOf(manifest: Manifest, at: string, world: World): Manifest | undefined {
  return placementsLikelySending(manifest, world).find((each) => arrivalOn(manifest, at, each, world) !== 'nowhere');
}

function* ofPatches(override: Manifest, judged: World): Iterable<PatchedHit> {
  const world = withHub(judged);
  const reported = new Set<string>();
  for (const { object, holder, inHolder, at, placement, definition, clusters, isCertain } of unservedByPatches(override, world)) {
    const name = displayName(definitionOf(object, world)?.ref ?? refOf(definition.object));
    if (reported.has(`${at} ${name}`)) continue;
    reported.add(`${at} ${name}`);
    const ref = inHolder === '' ? manifestRef(holder) : refOf(object);
    const { apiVersion, kind } = object;
    const data = {
      reason: 'patched',
      object: displayName(ref),
      apiVersion,
      kind,
      placement: nameOf(placement),
      definition: name,
      served: [],
      isNamed: clusters.length > 0,
    } as const;
    const related = [{ manifest: holder, at: `${inHolder}/apiVersion`, message: 'the object that uses the version' }];
    const some = clusters.length === 0 ? {} : { clusters };
    yield { at, data, related, ...some, effect: isCertain ? 'fails' : 'misbehaves', about: definition };
  }
}

interface PatchedHit {
  readonly at: string;
  readonly data: NotServed;
  readonly related: readonly RelatedPointer[];
  readonly clusters?: readonly string[];
  readonly effect: 'fails' | 'misbehaves';
  readonly about: Manifest;
}

interface Found {
  readonly reason: Reason;
  readonly definition?: Definition | undefined;
  readonly served?: readonly string[];
  readonly meant?: ApiResource | undefined;
}

function meantInstead(kind: string, meant: ApiResource | undefined): string {
  if (meant === undefined) return 'Write apiVersion and kind as `kubectl api-resources` lists them.';
  if (meant.kind !== kind) return `Write kind: ${meant.kind}.`;
  return `Write apiVersion: ${meant.group === '' ? '' : `${meant.group}/`}${meant.preferred}.`;
}

/** Why an object cannot be applied; `undefined` if it can, or if that is not known. @param at pointer to it in its manifest */
function reasonOf(object: KubeObject, at: string, world: World): Found | undefined {
  const missing = at === '' ? missingKind(object, world) : undefined;
  if (missing !== undefined) return { reason: 'none', meant: missing.meant };
  if (!isCustomKind(object)) return isUnknown(object, at, world) ? { reason: 'hub' } : undefined;
  const definition = definitionOf(object, withHub(world));
  if (at === '') {
    const isKept = definition?.at === '' || knownApis(world).find(groupOf(object.apiVersion), object.kind) !== undefined;
    const before = isKept ? undefined : world.base();
    const old = before === undefined ? undefined : definitionOf(object, before);
    if (old?.at === '') return { reason: 'removed', definition: old };
    if (isUnknown(object, at, world)) return { reason: 'hub' };
  }
  const served = at === '' && isWithoutVersion(definition) ? [] : otherVersions(object, at === '' ? undefined : definition, world);
  return served === undefined ? undefined : { reason: at === '' ? 'version' : 'enclosed', definition, served };
}

function isUnknown({ apiVersion, kind }: KubeObject, at: string, world: World): boolean {
  return at === '' && world.hub?.apis !== undefined && knownApis(world).isAbsent(groupOf(apiVersion), kind);
}

/** Whether the manifests define a kind in versions of which none is served. */
function isWithoutVersion(definition: Definition | undefined): boolean {
  if (definition?.at !== '' || !isResolved(definition.manifest, '/spec/versions')) return false;
  return listAt(definition.object, 'spec', 'versions').length > 0 && servedVersions(definition.object).length === 0;
}

/**
 * The versions of a custom kind, if they are known and the version of the object is not one of them. @param definition that clusters get;
 * without it, that of the hub
 */
function otherVersions({ apiVersion, kind }: KubeObject, definition: Definition | undefined, world: World): readonly string[] | undefined {
  if (definition !== undefined && definition.at !== '') {
    const { manifest, object, at } = definition;
    const served = servedVersions(object);
    return !isResolved(manifest, `${at}/spec/versions`) || served.includes(versionOf(apiVersion)) ? undefined : served;
  }
  return versionsInstead({ apiVersion, kind }, world);
}

/** The definition may be for other clusters, unless it reaches all of these. */
function effectOn(definition: Definition | undefined, placement: Manifest, judged: World): { readonly effect: 'fails' | 'misbehaves' } {
  const world = withHub(judged);
  const carriers = definition === undefined ? [] : placementsMaybeSending(definition.ref, world);
  const isThere =
    definition !== undefined &&
    carriers.length > 0 &&
    lackOf(placement, definition.ref, carriers, world) === undefined &&
    !isCoverageOpen(placement, carriers, world);
  return { effect: isThere && arrivalOf(placement) !== 'compared' ? 'fails' : 'misbehaves' };
}
