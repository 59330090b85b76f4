import { displayName } from '../../../fleet/kubernetes/object.ts';
import { compareDiagnosisOutcomes } from '../../../outcome.ts';
import type { Diagnosis } from '../../../report.ts';
import { elapsedText } from '../words/elapsed.ts';
import { RFC3339_TIMES, timeOf } from '../../../fleet/kubernetes/rfc3339.ts';
import { timeOfDay } from '../words/words.ts';

/** One failure with all places where it was seen: fifty clusters with the same fault are one cause. */
export interface Cause extends Pick<Diagnosis, 'id' | 'title' | 'outcome' | 'explain' | 'remedy' | 'docs' | 'learn' | 'seeAlso'> {
  readonly places: readonly Pick<Diagnosis, 'cluster' | 'object' | 'evidence' | 'log' | 'chain'>[];
  /** When the first suspect becomes a failure (RFC 3339). Absent if the cause is not a suspect. */
  readonly countsAt?: string;
}

/** The diagnoses, worst first. Those that differ only in the names of cluster and object are one cause, with the texts of the first. */
export function causesOf(diagnoses: readonly Diagnosis[]): readonly Cause[] {
  const known = KNOWN.get(diagnoses);
  if (known !== undefined) return known;
  const causes = groupedCauses(diagnoses);
  KNOWN.set(diagnoses, causes);
  return causes;
}

/** A report is rendered several times until it fits, and the comparison of all texts takes time. */
const KNOWN = new WeakMap<readonly Diagnosis[], readonly Cause[]>();

function groupedCauses(diagnoses: readonly Diagnosis[]): readonly Cause[] {
  const groups = Map.groupBy(diagnoses, sameness);
  const causes = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            places: [first, ...others].map(placeOf),
            ...earliest([first, ...others]),
          },
        ],
  );
  return causes.toSorted((a, b) => compareDiagnosisOutcomes(a.outcome, b.outcome));
}

export type CausePlace = Cause['places'][number];

/** The most places of one cause that are shown with their evidence. The others are only named. */
const SHOWN_PLACES = 5;

/** Places with different evidence, and the other places, whose evidence is the same except for names. */
export function placesToShow(cause: Cause): { readonly shown: readonly CausePlace[]; readonly others: readonly CausePlace[] } {
  const distinct = new Set(
    Map.groupBy(cause.places, evidenceKind)
      .values()
      .flatMap((places) => places.slice(0, 1))
      .take(SHOWN_PLACES),
  );
  return { shown: cause.places.filter((place) => distinct.has(place)), others: cause.places.filter((place) => !distinct.has(place)) };
}

/** Places with the same evidence as a shown one: the names of the first of them, and the number of the rest. */
export interface OtherPlaces {
  /** The cluster that all of them are on. If it is set, the names are those of objects. */
  readonly on?: string;
  readonly names: readonly string[];
  readonly more: number;
}

const NAMED_PLACES = 20;

/** The shortest names that identify them: clusters if all have the same object, objects if all are on one cluster. */
export function otherPlaces(cause: Cause): OtherPlaces {
  const { shown, others } = placesToShow(cause);
  const objects = new Set([...shown, ...others].map(objectName));
  const clusters = new Set(others.map(({ cluster }) => cluster));
  const [cluster] = clusters;
  if (objects.size === 1 && !clusters.has(undefined)) return firstOf(others.flatMap((place) => place.cluster ?? []));
  return cluster === undefined || clusters.size > 1 ? firstOf(others.map(placeName)) : { on: cluster, ...firstOf(others.map(objectName)) };
}

/** `member-1: Deployment/prod/web` */
export function placeName(place: CausePlace): string {
  const object = place.object === undefined ? '' : displayName(place.object);
  if (place.cluster === undefined) return object === '' ? 'the placement' : object;
  return object === '' ? place.cluster : `${place.cluster}: ${object}`;
}

/** `probable cause, becomes a failure in 48s`: the outcome in words, and for a suspect the time until it is a failure. */
export function outcomeText({ outcome, countsAt }: Pick<Cause, 'outcome' | 'countsAt'>, judgedAt: string | undefined): string {
  const word = OUTCOME_WORDS[outcome];
  return countsAt === undefined ? word : `${word}, ${countsText(countsAt, judgedAt)}`;
}

const OUTCOME_WORDS: Readonly<Record<Cause['outcome'], string>> = {
  terminal: 'failure',
  suspect: 'probable cause',
  waiting: 'waiting',
  human: 'waits for a person',
  info: 'information',
};

/**
 * `becomes a failure in 48s`, rounded up, measured from `judgedAt`; `becomes a failure at 11:13:39` by the hub's clock if that is unknown.
 */
function countsText(countsAt: string, judgedAt: string | undefined): string {
  const left = timeOf(countsAt) - timeOf(judgedAt ?? '');
  if (Number.isNaN(left)) return `becomes a failure at ${timeOfDay(countsAt)}`;
  return left <= 0 ? 'becomes a failure now' : `becomes a failure in ${elapsedText(left + 999)}`;
}

/** `treated as a failure if it lasts 48s more`: the form of `countsText` in the first line. */
export function treatedText(countsAt: string, judgedAt: string | undefined): string {
  const left = timeOf(countsAt) - timeOf(judgedAt ?? '');
  if (Number.isNaN(left) || left <= 0) return countsText(countsAt, judgedAt);
  return `treated as a failure if it lasts ${elapsedText(left + 999)} more`;
}

/** The clusters on which a cause was seen, each once. */
export function clustersOf(cause: Cause): readonly string[] {
  return [...new Set(cause.places.flatMap(({ cluster }) => cluster ?? []))];
}

/** `120 objects` if a cause was seen at more objects than clusters; otherwise empty. */
export function objectsText(cause: Cause): string {
  const objects = new Set(cause.places.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)]))).size;
  return objects > Math.max(1, clustersOf(cause).length) ? `${objects} objects` : '';
}

/**
 * Two diagnoses with the same key are one cause. The key leaves out the names of cluster and object, and the explanation, which often
 * quotes a message that the evidence of each place has too.
 */
function sameness({ id, title, outcome, remedy, docs, cluster, object }: Diagnosis): string {
  // Kubeconfig and context differ between members.
  const steps = remedy.map((step) => step.replaceAll(LOGIN, ''));
  return withoutNames(JSON.stringify([id, outcome, title, steps, docs]), { cluster, object });
}

/** The flags of a command that select a cluster. */
const LOGIN = / --(?:kubeconfig|context) (?:"[^"]*"|'[^']*'|[^\s`]+)/g;

/** A key for the evidence of a place, without names, times and ages. */
function evidenceKind(place: CausePlace): string {
  return withoutNames(JSON.stringify(place.evidence), place).replaceAll(RFC3339_TIMES, '\0').replaceAll(AGE, '\0');
}

const AGE = /\b\d+ (?:s|minutes) ago\b/g;

/** The namespace of a member on the hub contains the name of the member. */
function withoutNames(
  text: string,
  { cluster, object }: { readonly cluster?: string | undefined; readonly object?: CausePlace['object'] },
): string {
  const hubNamespace = cluster === undefined ? undefined : `fleet-member-${cluster}`;
  return [object?.name, object?.namespace, hubNamespace, cluster].reduce<string>(without, text);
}

/** The longest name in Kubernetes. A longer text is not a name and is not removed. */
const LONGEST_NAME = 253;

/** The text without the name, if the name is a whole word there. */
function without(text: string, name: string | undefined): string {
  if (name === undefined || name === '' || name.length > LONGEST_NAME) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, Math.max(at + 1, from))) {
    const end = at + name.length;
    if (isInWord(text[at - 1]) || isInWord(text[end])) continue;
    parts.push(text.slice(from, at));
    from = end;
  }
  return [...parts, text.slice(from)].join('\0');
}

function isInWord(char: string | undefined): boolean {
  return char !== undefined && /[\w-]/.test(char);
}

function earliest(diagnoses: readonly Diagnosis[]): Pick<Cause, 'countsAt'> {
  const [countsAt] = diagnoses.flatMap((diagnosis) => diagnosis.countsAt ?? []).toSorted();
  return countsAt === undefined ? {} : { countsAt };
}

function firstOf(names: readonly string[]): Pick<OtherPlaces, 'names' | 'more'> {
  return { names: names.slice(0, NAMED_PLACES), more: Math.max(0, names.length - NAMED_PLACES) };
}

function objectName({ object }: CausePlace): string {
  return object === undefined ? 'the placement' : displayName(object);
}

function placeOf({ cluster, object, evidence, log, chain }: Diagnosis): CausePlace {
  return {
    ...(cluster === undefined ? {} : { cluster }),
    ...(object === undefined ? {} : { object }),
    evidence,
    ...(log === undefined ? {} : { log }),
    ...(chain === undefined ? {} : { chain }),
  };
}
