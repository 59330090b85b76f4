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

/** All causes that may have kept a gate from passing: those of the worst placement first; of one that passed only what failed the gate. */
export function openCauses(gate: GateReport): readonly GatedCause[] {
  return gatedByVerdict(gate).flatMap((gated) =>
    causesOf(gated.diagnoses)
      .filter(({ outcome }) => gated.verdict !== 'passed' || (gate.outcome === 'failed' && outcome === 'terminal'))
      .map((cause) => ({ gated, cause })),
  );
}

/** What to do first about that cause: where it stands on another one, that is what must be mended. */
export function decisiveStep(gate: GateReport): string | undefined {
  const first = decisiveCause(gate);
  return first && (causeBelow(first, openCauses(gate)) ?? first).cause.remedy[0];
}

/**
 * What a run or placement as a whole stands on: a cause of it on the same cluster that has an object of its own, and so tells what to mend;
 * `undefined` if the cause has such an object itself, or there is none.
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

/** It is about something on the cluster. A run, and a placement that it rolls out, are no such thing. */
function namesObject({ gated, cause }: GatedCause): boolean {
  return objectsOf(cause, gated) !== '' && !cause.places.every(({ object }) => object !== undefined && isTargetKind(object.kind));
}

function isTargetKind(kind: string): boolean {
  return isPlacementKind(kind) || kind.endsWith('StagedUpdateRun');
}

/**
 * The causes beside those that are told, without what only says the same again: a run and its placement show the same failure, and that a
 * workload is not available yet is no cause beside what keeps it from that.
 */
export function otherCauses(causes: readonly GatedCause[], told: readonly GatedCause[]): readonly GatedCause[] {
  const known = new Set(told.map(({ cause }) => identityOf(cause)));
  const others = [...new Map(causes.map((each) => [identityOf(each.cause), each])).values()].filter(
    ({ cause }) => !known.has(identityOf(cause)),
  );
  const telling = [...told, ...others].filter(({ cause }) => !isSymptom(cause));
  return others.filter(({ cause }) => !isSymptom(cause) || !telling.some((other) => covers(other.cause, cause)));
}

/** It only says that something is not there yet, or too late, and not why. */
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

/** A placement that only waits, as for what is being removed: there is nothing to mend about it. */
function isPlacementWaiting({ outcome, places }: Cause): boolean {
  return outcome === 'waiting' && places.every(({ object }) => object !== undefined && isPlacementKind(object.kind));
}

/** The objects behind a cause, but for the placement or run that it is told of; empty if there are none. */
export function objectsOf(cause: Cause, gated: GatedPlacement): string {
  return objectsText(cause) || singleObject(cause, gated);
}

/** The object behind a cause, if it is one and not the placement that the line starts with. */
function singleObject(cause: Cause, gated: GatedPlacement): string {
  const names = new Set(cause.places.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)])));
  const [name] = names;
  const isSaid = name === displayName(gated.object) || cause.title.includes(name ?? '');
  return name === undefined || names.size > 1 || isSaid ? '' : name;
}

/** The one that made the gate end as it did: what failed it, or whom it waits for. Else the gravest; `undefined` if there is none. */
export function decisiveCause(gate: GateReport): GatedCause | undefined {
  const wanted: Diagnosis['outcome'] = gate.outcome === 'waitingForPerson' ? 'human' : 'terminal';
  const causes = openCauses(gate).filter(({ cause }) => cause.outcome !== 'info');
  return causes.find(({ cause }) => cause.outcome === wanted) ?? causes[0];
}
