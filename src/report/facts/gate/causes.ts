import { displayName } from '../../../fleet/kubernetes/object.ts';
import { compareDiagnosisOutcomes } from '../../../outcome.ts';
import type { Diagnosis } from '../../../report.ts';
import { elapsedText } from '../words/elapsed.ts';
import { RFC3339_TIMES, timeOf } from '../../../fleet/kubernetes/rfc3339.ts';
import { timeOfDay } from '../words/words.ts';

/** One failure, once, with every place it was seen at: fifty clusters with the same fault are one cause. */
export interface Cause extends Pick<Diagnosis, 'id' | 'title' | 'outcome' | 'explain' | 'remedy' | 'docs' | 'learn' | 'seeAlso'> {
  readonly places: readonly Pick<Diagnosis, 'cluster' | 'object' | 'evidence' | 'log' | 'chain'>[];
  /** Of suspects: when the first of them becomes a failure. */
  readonly countsAt?: string;
}

/** The diagnoses, worst first; those that differ by the names of cluster and object only are one cause with the words of the first. */
export function causesOf(diagnoses: readonly Diagnosis[]): readonly Cause[] {
  const known = KNOWN.get(diagnoses);
  if (known !== undefined) return known;
  const causes = groupedCauses(diagnoses);
  KNOWN.set(diagnoses, causes);
  return causes;
}

/** A report is rendered again and again until it fits, and to compare all that is said takes time. */
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

/** The places of one cause that are shown with their evidence; the others are named. */
const SHOWN_PLACES = 5;

/** Places whose evidence says something new, and the others, whose evidence would only repeat it with other names. */
export function placesToShow(cause: Cause): { readonly shown: readonly CausePlace[]; readonly others: readonly CausePlace[] } {
  const distinct = new Set(
    Map.groupBy(cause.places, evidenceKind)
      .values()
      .flatMap((places) => places.slice(0, 1))
      .take(SHOWN_PLACES),
  );
  return { shown: cause.places.filter((place) => distinct.has(place)), others: cause.places.filter((place) => !distinct.has(place)) };
}

/** Places that share the evidence of another, the first of them by name and the rest by number. */
export interface OtherPlaces {
  /** The one cluster that all of them are on, where the names are those of objects. */
  readonly on?: string;
  readonly names: readonly string[];
  readonly more: number;
}

const NAMED_PLACES = 20;

/** Named as short as they allow: the clusters where all have the object that is shown, the objects where all are on one cluster. */
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

/** `probable cause, becomes a failure in 48s`: the outcome in words, and how long a suspect has before it is a failure. */
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

/** `becomes a failure in 48s` from the last look on; the hub's time if it is not known when that was. A second that has begun is included. */
function countsText(countsAt: string, judgedAt: string | undefined): string {
  const left = timeOf(countsAt) - timeOf(judgedAt ?? '');
  if (Number.isNaN(left)) return `becomes a failure at ${timeOfDay(countsAt)}`;
  return left <= 0 ? 'becomes a failure now' : `becomes a failure in ${elapsedText(left + 999)}`;
}

/** `treated as a failure if it lasts 48s more`: the same in the first line. */
export function treatedText(countsAt: string, judgedAt: string | undefined): string {
  const left = timeOf(countsAt) - timeOf(judgedAt ?? '');
  if (Number.isNaN(left) || left <= 0) return countsText(countsAt, judgedAt);
  return `treated as a failure if it lasts ${elapsedText(left + 999)} more`;
}

/** The clusters a cause was seen on, each once. */
export function clustersOf(cause: Cause): readonly string[] {
  return [...new Set(cause.places.flatMap(({ cluster }) => cluster ?? []))];
}

/** `120 objects` where a cause was seen at more objects than clusters, else nothing. */
export function objectsText(cause: Cause): string {
  const objects = new Set(cause.places.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)]))).size;
  return objects > Math.max(1, clustersOf(cause).length) ? `${objects} objects` : '';
}

/**
 * What makes two diagnoses one cause: all but the names of cluster and object, and but the explanation, which often quotes a message
 * that each place has in its evidence anyway.
 */
function sameness({ id, title, outcome, remedy, docs, cluster, object }: Diagnosis): string {
  // What reaches a member differs from member to member.
  const steps = remedy.map((step) => step.replaceAll(LOGIN, ''));
  return withoutNames(JSON.stringify([id, outcome, title, steps, docs]), { cluster, object });
}

/** What a command is given to reach a cluster. */
const LOGIN = / --(?:kubeconfig|context) (?:"[^"]*"|'[^']*'|[^\s`]+)/g;

/** Nor does it matter when each place began to say so. */
function evidenceKind(place: CausePlace): string {
  return withoutNames(JSON.stringify(place.evidence), place).replaceAll(RFC3339_TIMES, '\0').replaceAll(AGE, '\0');
}

const AGE = /\b\d+ (?:s|minutes) ago\b/g;

/** A member's namespace on the hub carries its name. */
function withoutNames(
  text: string,
  { cluster, object }: { readonly cluster?: string | undefined; readonly object?: CausePlace['object'] },
): string {
  const hubNamespace = cluster === undefined ? undefined : `fleet-member-${cluster}`;
  return [object?.name, object?.namespace, hubNamespace, cluster].reduce<string>(without, text);
}

/** Kubernetes has no longer names; what claims to be one is compared as it stands. */
const LONGEST_NAME = 253;

/** The text without the name where it stands as a word of its own. */
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
