import { isPlacementKind } from '../../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { Diagnosis, GatedPlacement, GateReport } from '../../../report.ts';
import { type Cause, causesOf, clustersOf, objectsText } from './causes.ts';
import { gatedByVerdict } from './gated.ts';

/** A cause and the placement or run it is about. */
export interface GatedCause {
  readonly gated: GatedPlacement;
  readonly cause: Cause;
}

/**
 * All causes that can have kept a gate from passing, worst placement first. For a placement that passed, only causes that failed the gate.
 */
export function openCauses(gate: GateReport): readonly GatedCause[] {
  return gatedByVerdict(gate).flatMap((gated) =>
    causesOf(gated.diagnoses)
      .filter(({ outcome }) => gated.verdict !== 'passed' || (gate.outcome === 'failed' && outcome === 'terminal'))
      .map((cause) => ({ gated, cause })),
  );
}

/** The first step for the decisive cause, or for the cause below it, which must be fixed first. */
export function decisiveStep(gate: GateReport): string | undefined {
  const first = decisiveCause(gate);
  return first && (causeBelow(first, openCauses(gate)) ?? first).cause.remedy[0];
}

/**
 * The cause behind a cause that names only a run or placement: one on the same cluster that names the object to fix. `undefined` if the
 * given cause names such an object itself, or if there is no other cause.
 */
export function causeBelow({ gated, cause }: GatedCause, causes: readonly GatedCause[]): GatedCause | undefined {
  const [cluster] = clustersOf(cause);
  if (cluster === undefined || namesObject({ gated, cause })) return undefined;
  return causes.find(
    (other) =>
      other.gated === gated &&
      other.cause !== cause &&
      other.cause.title !== cause.title &&
      other.cause.outcome !== 'info' &&
      !isPlacementWaiting(other.cause) &&
      clustersOf(other.cause).includes(cluster) &&
      objectsOf(other.cause, gated) !== '',
  );
}

/** Whether it names an object on the cluster. A run or a placement is not such an object. */
function namesObject({ gated, cause }: GatedCause): boolean {
  return objectsOf(cause, gated) !== '' && !cause.places.every(({ object }) => object !== undefined && isTargetKind(object.kind));
}

function isTargetKind(kind: string): boolean {
  return isPlacementKind(kind) || kind.endsWith('StagedUpdateRun');
}

/**
 * The causes that are not in `shown`, without repetitions. A run and its placement show the same failure, and two failures can have the
 * same title on a cluster. A cluster that is held back is left out if another cause is shown, and a workload that is not available yet if
 * another cause gives the reason.
 */
export function otherCauses(causes: readonly GatedCause[], shown: readonly GatedCause[]): readonly GatedCause[] {
  const known = new Set(shown.map(({ cause }) => identityOf(cause)));
  const others = [...new Map(causes.map((each) => [identityOf(each.cause), each])).values()].filter(
    ({ cause }) =>
      !known.has(identityOf(cause)) && cause.id !== 'rollout-blocked' && !shown.some((other) => isSameWithOtherId(other.cause, cause)),
  );
  const telling = [...shown, ...others].filter(({ cause }) => !isSymptom(cause));
  return others.filter(({ cause }) => !isSymptom(cause) || !telling.some((other) => covers(other.cause, cause)));
}

/** `member-not-joined` and `work-namespace-terminating`: the cluster is leaving the fleet. */
function isSameWithOtherId(shown: Cause, other: Cause): boolean {
  const clusters = new Set(clustersOf(shown));
  return shown.id !== other.id && shown.title === other.title && clustersOf(other).every((cluster) => clusters.has(cluster));
}

/** Whether it says only that something is missing or late, and not why. */
function isSymptom({ id, outcome }: Cause): boolean {
  return outcome === 'waiting' || id === 'workload-progress-deadline';
}

function identityOf({ id, places }: Cause): string {
  return [id, ...places.map(placeKey).toSorted()].join('\n');
}

function covers(cause: Cause, other: Cause): boolean {
  const known = new Set(cause.places.map(placeKey));
  return other.places.every((place) => known.has(placeKey(place)));
}

function placeKey({ cluster = '', object }: Cause['places'][number]): string {
  return `${cluster} ${object === undefined ? '' : displayName(object)}`;
}

/** A placement that only waits, for example for a removal: there is nothing to fix. */
function isPlacementWaiting({ outcome, places }: Cause): boolean {
  return outcome === 'waiting' && places.every(({ object }) => object !== undefined && isPlacementKind(object.kind));
}

/** The objects behind a cause, except the placement or run that reports it; empty if there are none. */
export function objectsOf(cause: Cause, gated: GatedPlacement): string {
  return objectsText(cause) || singleObject(cause, gated);
}

/** The object behind a cause, if there is exactly one and the line does not already name it. */
function singleObject(cause: Cause, gated: GatedPlacement): string {
  const names = new Set(cause.places.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)])));
  const [name] = names;
  const isSaid = name === displayName(gated.object) || cause.title.includes(name ?? '');
  return name === undefined || names.size > 1 || isSaid ? '' : name;
}

/**
 * The cause that decided the outcome: the failure, or the person that the gate waits for. Otherwise the worst; `undefined` if there is
 * none. A member that does not answer fails every placement that it has, so what a deploy brought to any of them comes first.
 */
export function decisiveCause(gate: GateReport): GatedCause | undefined {
  const wanted: Diagnosis['outcome'] = gate.outcome === 'waitingForPerson' ? 'human' : 'terminal';
  const causes = openCauses(gate).filter(({ cause }) => cause.outcome !== 'info');
  const deciding = causes.filter(({ cause }) => cause.outcome === wanted);
  return deciding.find(({ cause }) => !isOfMember(cause)) ?? deciding[0] ?? causes[0];
}

/** Whether it is about the member itself, not about what is deployed to it. */
function isOfMember({ places }: Cause): boolean {
  return places.every(({ object }) => object?.kind === 'MemberCluster');
}
