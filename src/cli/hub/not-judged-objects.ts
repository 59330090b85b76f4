import { stringAt } from '../../fleet/json/json.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { isInMisspeltGroup } from '../../fleet/kubefleet/misspelt-group.ts';
import { FLEET_KINDS, isNewGroup } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, groupOf, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { TARGET_KINDS } from '../../gates/deploy/target.ts';
import { isUnknownVersion } from '../../gates/deploy/unjudged.ts';
import { isRunOf } from '../../gates/view/runs-of.ts';
import { isIdleOnHub, isPerhapsOfService, isPlaceable } from '../../gates/deploy/selection.ts';
import { unfollowedEvictions } from '../../gates/observations/placement/evictions.ts';
import type { GateReport, IdleOverride, UnjudgedObject } from '../../report.ts';

/**
 * Whole sentences about objects of the deploy that act on the fleet but are not part of a verdict.
 * @param takesTargets whether the command can follow more targets
 */
export function notJudgedObjects(gate: GateReport, manifests: readonly KubeObject[] = [], takesTargets: boolean = true): readonly string[] {
  const open = [
    ...unfollowedText(gate, manifests).map((text) => (takesTargets ? `${text} Give them as targets.` : text)),
    ...evictionsText(gate, manifests).map((text) => (takesTargets ? `${text} Give the placements as targets.` : text)),
  ];
  return [...open, ...idleText(gate), ...unjudgedText(gate), ...neverPlacedText(manifests)];
}

/** Pods and what they run with are a failure of their own. Of KubeFleet's kinds, people write the others. */
function neverPlacedText(manifests: readonly KubeObject[]): readonly string[] {
  const isOfControllers = ({ apiVersion, kind }: KubeObject): boolean =>
    FLEET_KINDS.some((known) => !known.authored && known.kind === kind && known.group === groupOf(apiVersion));
  const never = manifests.filter(
    (object) => !isPlaceable(object) && !isIdleOnHub(object) && (isOfControllers(object) || !isFleetObject(object)),
  );
  const [open, sure] = [true, false].map((isOpen) =>
    never.filter((object) => isPerhapsOfService(object, manifests) === isOpen).map((object) => displayName(refOf(object))),
  );
  return [
    ...(sure === undefined || sure.length === 0
      ? []
      : [`Not compared with the hub, because KubeFleet does not place such objects: ${listed(sure, 5)}.`]),
    ...(open === undefined || open.length === 0
      ? []
      : [`Compared with the hub only if it is known that no Service has their name: ${listed(open, 5)}.`]),
  ];
}

/**
 * Placements and update runs of the deploy that are not among the named targets. A placement is judged with a run of it. Empty for a gate that
 * did not read anything.
 */
function unfollowedText({ placements, runs }: GateReport, manifests: readonly KubeObject[]): readonly string[] {
  if (placements.length + runs.length === 0) return [];
  const followed = new Set([...placements, ...runs].map(({ object }) => objectKey(object)));
  const ofRuns = manifests.filter((object) => followed.has(objectKey(refOf(object))));
  const open = manifests.filter(
    (object) => isTarget(object) && !followed.has(objectKey(refOf(object))) && !ofRuns.some((run) => isRunOf(run, object)),
  );
  const names = [...new Set(open.map((object) => displayName(refOf(object))))];
  return names.length === 0
    ? []
    : [`Placements and update runs of the manifests that were not checked, because they are not followed: ${listed(names, 5)}.`];
}

/** Those of an unknown version or in a misspelt group have a sentence of their own. */
function isTarget(object: KubeObject): boolean {
  return (
    TARGET_KINDS.some((kind) => kind === object.kind) && isFleetObject(object) && !isUnknownVersion(object) && !isInMisspeltGroup(object)
  );
}

/** Empty for a gate that did not read anything. */
function evictionsText({ placements, runs }: GateReport, manifests: readonly KubeObject[]): readonly string[] {
  const open = placements.length + runs.length === 0 ? [] : unfollowedEvictions(placements, manifests);
  if (open.length === 0) return [];
  const names = open.map((eviction) => `${eviction.metadata.name} (${stringAt(eviction, 'spec', 'placementName') ?? 'no placement'})`);
  return [`Evictions that were not checked, because their placements are not followed: ${listed(names, 5)}.`];
}

/** An override that a diagnosis is about is named there. */
function idleText({ idleOverrides = [], placements, runs }: GateReport): readonly string[] {
  const told = new Set([...placements, ...runs].flatMap(({ diagnoses }) => diagnoses.map(({ object }) => object && objectKey(object))));
  const idle = idleOverrides.filter(({ object }) => !told.has(objectKey(object)));
  return Object.entries(IDLE).flatMap(([why, text]) => {
    const found = idle.filter((override) => override.why === why);
    return found.length === 0 ? [] : [`${text}: ${listed(found.map(idleName), 5)}.`];
  });
}

const IDLE: Readonly<Record<IdleOverride['why'], string>> = {
  notSent: 'No followed placement sends what these overrides of the manifests select, so they do not change it',
  placementMissing: 'Overrides of the manifests that change nothing, because their placement is neither on the hub nor in the manifests',
  placementNotFollowed: 'Overrides of the manifests that were not checked, because their placement is not followed',
};

/** Only the exact version matches. */
function idleName({ object, why, names }: IdleOverride): string {
  return `${displayName(object)} (${listed(
    names.map((ref) => (why === 'notSent' ? versionedRef(ref) : displayName(ref))),
    3,
  )})`;
}

function versionedRef(ref: ObjectRef): string {
  return `${displayName(ref)} of ${ref.apiVersion}`;
}

function unjudgedText({ unjudged = [] }: GateReport): readonly string[] {
  const {
    later = [],
    unknown = [],
    misspelt = [],
    absent = [],
  } = Object.groupBy(unjudged, ({ annotation, object }) => {
    if (annotation !== undefined) return 'absent';
    if (isInMisspeltGroup(object)) return 'misspelt';
    return isNewGroup(groupOf(object.apiVersion)) ? 'later' : 'unknown';
  });
  const isIdle = later.every(({ status }) => status === '');
  return [
    ...(absent.length === 0
      ? []
      : [
          `Not checked, because they are not seen on the hub, and helm, Argo CD or kustomize may not create what has such an annotation: ${listed(
            absent.map(({ annotation, object }) => `${displayName(object)} (${annotation ?? ''})`),
            5,
          )}.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [`Not checked, because this program does not know this kind or version of KubeFleet: ${listed(unknown.map(versionedName), 5)}.`]),
    ...(misspelt.length === 0
      ? []
      : [`Not checked, because KubeFleet does not have this kind in this group: ${listed(misspelt.map(versionedName), 5)}.`]),
    ...(later.length === 0
      ? []
      : [
          `Not checked, because this program has no rules for the new API of KubeFleet: ${listed(later.map(newText), 5)}.${isIdle ? ' The hub has written no status, so no controller acts on it yet and it places nothing.' : ''}`,
        ]),
  ];
}

function newText(unjudged: UnjudgedObject): string {
  const { status } = unjudged;
  return status === '' ? versionedName(unjudged) : `${versionedName(unjudged)}, whose status is ${status}`;
}

/** Today's API has kinds of the same names, so the version is named. */
function versionedName({ object }: UnjudgedObject): string {
  return versionedRef(object);
}
