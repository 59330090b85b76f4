import type { Contract } from '../../admission/contracts/contract.ts';
import { fieldPath, valueAt } from '../../admission/denial.ts';
import { admitForeign } from '../../admission/judge.ts';
import type { StructuralError } from '../../admission/kubernetes/structural-errors.ts';
import { customResourceErrors } from '../../admission/kubernetes/custom-resource-errors.ts';
import { structuralErrorsOf } from '../../admission/kubernetes/structural-errors.ts';
import { violationsOf, type Violation } from '../../admission/kubernetes/violations-of.ts';
import { oneOf } from '../../admission/wording/value-hints.ts';
import { nearestTypo } from '../../fleet/text/nearest.ts';
import { isObject, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { childPointer, isUnder, parentPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import { POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { placeholderIn } from '../read/placeholders/placeholder.ts';

/** A structural error with its text. */
export interface Malformed {
  /** JSON pointer into the object; for a missing field, the place where it belongs. */
  readonly at: string;
  /** The part to point at: for a missing field, the key of its parent. */
  readonly part: 'key' | 'value';
  /** As the end of a sentence: "`spec.replicas` must be a whole number, not the text "three"". */
  readonly says: string;
  /** The text to write instead, as a sentence. */
  readonly remedy: string;
  /** `false` if a later version of Kubernetes may accept the value, or another tool may replace it first. */
  readonly isCertain: boolean;
  /** An unknown field. Without strict decoding, the API server drops it and accepts the object. */
  readonly isDropped?: true;
  /** An unknown field that a Kubernetes newer than the known ones may have. */
  readonly mayBeNewer?: true;
  /** The fault depends on more than this value, so the object must be complete. */
  readonly isWhole: boolean;
  /** JSON pointers to the other values that it depends on. */
  readonly rests: readonly string[];
  /** JSON pointers to the places that have no valid value because of this fault, such as the field that a misspelt one was meant to be. */
  readonly affects?: readonly string[];
  /**
   * The text may be another one when an API server reads it. `placeholder`: another tool may replace it · `variable`: the hub replaces it
   * if a patch writes it.
   */
  readonly open?: 'placeholder' | 'variable';
}

/**
 * Faults for which every API server refuses an object of Kubernetes' own kinds. A fault is `open` if another tool may replace the value
 * first: a text with a placeholder of any form, or words in capitals (`YOUR_PASSWORD`). If a word in capitals is only likely to be a
 * placeholder (a name `APP_NAME-web`, a number `PORT`), the fault is not certain.
 * @param definition the CustomResourceDefinition of its kind; without it, only Kubernetes' own kinds are checked
 * @param contract the same, read completely
 */
export function malformedIn(object: KubeObject, definition?: KubeObject, contract?: Contract): readonly Malformed[] {
  const errors = definition === undefined ? structuralErrorsOf(object) : customResourceErrors(object, definition);
  const found = errors.map((misfit) => {
    const { value, type } = misfit;
    const open = hasVariables(value) && !mayBeText(type) ? undefined : openOf([value]);
    return { ...unsureWhere(isWordForNumber(misfit), malformed(object, misfit)), ...open };
  });
  if (contract !== undefined && errors.every(({ fault }) => fault === 'unknown')) found.push(...deniedBy(contract, object));
  for (const violation of violationsOf(object))
    found.push({ ...unsureWhere(isNameToBeMade(violation), inWords(object, violation)), ...openOf(violation.values) });
  return found;
}

/** The metadata of every object is checked on its own. */
function deniedBy(contract: Contract, object: KubeObject): readonly Malformed[] {
  const denials = admitForeign(object, contract).denials.filter(({ pointer }) => !isUnder(pointer, '/metadata'));
  return denials.map(({ pointer, part, layer, message, hint }) => {
    const value = valueAt(object, pointer);
    const isWhole = layer === 'cel' || typeof value === 'object' || value === undefined;
    const remedy = hint ?? 'Write what the schema of its CustomResourceDefinition accepts.';
    return { at: pointer, part, says: saysOf(message, value), remedy, isCertain: true, isWhole, rests: [], ...openOf(textsIn(value)) };
  });
}

/** Without the full stop. A text may be a secret, so it is not quoted. */
function saysOf(message: string, value: unknown): string {
  const quoted = typeof value === 'string' ? message.replace(` is ${JSON.stringify(value)}, which`, ' has a text that') : message;
  return quoted.replace(/\.$/, '');
}

/** All texts of a value, because a rule may read any of them. */
function textsIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value];
}

function openOf(values: readonly unknown[]): Pick<Malformed, 'open'> {
  if (values.some(isReplaceable)) return { open: 'placeholder' };
  return values.some(hasVariables) ? { open: 'variable' } : {};
}

/** The faults of an object that is certain if a manifest is complete. A fragment is not checked as a whole. */
export function withoutGaps<F extends Malformed>(found: readonly F[], manifest: KubeObject): readonly F[] {
  if (!found.some(({ isWhole }) => isWhole)) return found;
  const likeness = patchLikeness(manifest);
  if (likeness === 'patch') return found.filter(({ isWhole }) => !isWhole);
  return likeness === 'none' ? found : found.map((each) => (each.isWhole ? { ...each, isCertain: false } : each));
}

/**
 * The faults without those that another one causes, such as a required field that is only misspelt. A misspelt field that clusters would
 * drop is refused if that causes a fault.
 */
export function withoutConsequences<F extends Malformed>(found: readonly F[]): readonly F[] {
  const causes = new Map(found.flatMap((fault) => (fault.isWhole ? [[fault, causeOf(fault, found)] as const] : [])));
  const refusing = new Set([...causes].flatMap(([{ isCertain }, cause]) => (isCertain ? (cause ?? []) : [])));
  return found.flatMap((fault) => {
    if (causes.get(fault) !== undefined) return [];
    if (!refusing.has(fault)) return [fault];
    const { isDropped: _, ...refused } = fault;
    return [refused as F];
  });
}

/** The fault that causes another one. */
export function causeOf<F extends Malformed>(fault: F, among: readonly F[]): F | undefined {
  const { at, isWhole, rests } = fault;
  if (!isWhole) return undefined;
  const places = [at, ...rests];
  const isMet = (affected: string): boolean => places.some((place) => isUnder(affected, place) || isUnder(place, affected));
  return among.find((other) => other !== fault && other.isCertain && other.open === undefined && other.affects?.some(isMet) === true);
}

/** The same as faults of what a cluster gets, with the name of the object. */
export interface MalformedFault extends Malformed {
  readonly key: string;
  /** As people write it: `Kind/namespace/name`. */
  readonly object: string;
}

export function malformedFaults(object: KubeObject, definition?: KubeObject, contract?: Contract): readonly MalformedFault[] {
  return malformedIn(object, definition, contract).map((fault) => ({
    ...fault,
    key: `${withoutIndices(fault.at)} ${withoutIndices(fault.says)}`,
    object: displayName(refOf(object)),
  }));
}

/** A patch of a list moves what comes after it. */
function withoutIndices(text: string): string {
  // linear: a digit is neither a slash nor a bracket.
  return text.replaceAll(/\/\d+(?=\/|$)/g, '/#').replaceAll(/\[\d+\]/g, '[#]');
}

/** A variable of KubeFleet becomes a text, for every value that a cluster has. */
function mayBeText(type: string): boolean {
  return !/^[ilfb[{\d]/.test(type);
}

function unsureWhere(isUnsure: boolean, found: Malformed): Malformed {
  return isUnsure ? { ...found, isCertain: false } : found;
}

function inWords(object: unknown, { pointer, part, says, remedy, isWhole, rests, mayBeNewer }: Violation): Malformed {
  const isCertain = mayBeNewer !== true;
  return { at: pointer, part, says: `\`${fieldPath(object, pointer)}\` ${says}`, remedy, isCertain, isWhole, rests };
}

/** Describes the fault of a value and its remedy. Only short texts that are not secrets are quoted. */
function malformed(object: unknown, misfit: StructuralError): Malformed {
  const { pointer, fault, value, type, allowed, isExact } = misfit;
  const field = `\`${fieldPath(object, pointer)}\``;
  if (fault === 'absent') {
    const isUndeclared = misfit.isUndeclared === true;
    const says = `${field} is required${isUndeclared ? ', but the schema of its CustomResourceDefinition does not declare it' : ''}`;
    const remedy = isUndeclared ? `Declare ${field} in the schema, or remove it from \`required\` there.` : `Add ${field}.`;
    return { at: pointer, part: 'key', says, remedy, isCertain: true, isWhole: true, rests: [], affects: [pointer] };
  }
  if (fault === 'unknown') {
    const { unknownTo } = misfit;
    const releases = unknownTo === undefined ? '' : ` in Kubernetes ${unknownTo.oldest} to ${unknownTo.newest}`;
    const says = `${field} is not a field of ${stringAt(object, 'kind') ?? 'its kind'}${releases}`;
    const isNewer = unknownTo === undefined ? {} : ({ mayBeNewer: true } as const);
    const remedy = whereItBelongs(misfit);
    const affects = meantPlaces(misfit);
    return { at: pointer, part: 'key', says, remedy, isCertain: true, isDropped: true, ...isNewer, isWhole: false, rests: [], affects };
  }
  if (fault === 'unlisted') {
    const text = String(value);
    const meant = nearestTypo(text, allowed);
    const says = `${field} cannot be ${JSON.stringify(text)}${meant === undefined && isExact !== true ? ' in any version that this program knows' : ''}`;
    const remedy = meant === undefined ? oneOf(allowed) : `Write \`${meant}\`.`;
    return { at: pointer, part: 'value', says, remedy, isCertain: isExact === true || meant !== undefined, isWhole: false, rests: [] };
  }
  const says = `${field} must be ${nounOf(type)}, not ${shown(value, type)}`;
  const remedy = remedyOf(value, type);
  return { at: pointer, part: 'value', says, remedy, isCertain: true, isWhole: false, rests: [], affects: [pointer] };
}

/** The places of the fields that an unknown field may be meant for. */
function meantPlaces({ pointer, allowed, belongs = [], entryOf = [] }: StructuralError): readonly string[] {
  const elsewhere = [...belongs, ...entryOf].map((path) => `/${path.replaceAll(/\[(\d*)\]/g, '.$1').replaceAll('.', '/')}`);
  return [...allowed.map((name) => childPointer(parentPointer(pointer), name)), ...elsewhere];
}

/** What to do with an unknown field. */
function whereItBelongs({ allowed, belongs = [], entryOf = [] }: StructuralError): string {
  const named = (places: readonly string[]): string => places.map((place) => `\`${place}\``).join(' or ');
  if (allowed.length > 0) return oneOf(allowed);
  if (belongs.length > 0) return `Move it to ${named(belongs)}, or remove it.`;
  if (entryOf.length > 0) return `Move it into ${named(entryOf)}, or remove it.`;
  return 'Remove it, or move its content to a field that the API reference of the kind has.';
}

/**
 * Whether an object that creates Pods is likely to be a patch for an object elsewhere. `patch`: a container has no image, and the object
 * lacks what a complete object of its kind has (a selector, the schedule of a CronJob). `maybe`: it has settings, but no containers, and
 * lacks that, too.
 */
function patchLikeness(object: KubeObject): 'patch' | 'maybe' | 'none' {
  if (!POD_KINDS.includes(object.kind)) return 'none';
  const spec = objectAt(object, 'spec') ?? {};
  const containers = listAt(podSpecOf(object)?.pod, 'containers');
  if (containers.length > 0) {
    const isComplete = spec[object.kind === 'CronJob' ? 'schedule' : 'selector'] !== undefined;
    return isComplete || containers.every((container) => stringAt(container, 'image') !== undefined) ? 'none' : 'patch';
  }
  const own = object.kind === 'CronJob' ? 'jobTemplate' : 'selector';
  return Object.keys(spec).length === 0 || object.kind === 'Job' || spec[own] !== undefined ? 'none' : 'maybe';
}

/**
 * Other tools replace more than the placeholders known here, and in data and environment variables any text may be meant literally. The
 * address of a web page is not a reference to a secret.
 */
export function isReplaceable(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    (placeholderIn(value) !== undefined ||
      /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+$/.test(value) ||
      (/^[a-z+]+:\/\//.test(value) && !/^https?:/.test(value)))
  );
}

/**
 * A name with words in capitals joined by an underscore (`APP_NAME-web`), or with a word that means a placeholder (`REPLACEME-web`). Keys
 * of data have such words too.
 */
function isNameToBeMade({ pointer, values }: Violation): boolean {
  if (pointer !== '/metadata/name' && pointer !== '/metadata/namespace') return false;
  const words = values.flatMap((value) => (typeof value === 'string' ? value.split(/[^A-Z0-9_]+/) : []));
  return words.some((word) => /^[A-Z][A-Z0-9]*_[A-Z0-9]|^(?:REPLACE|CHANGE)_?(?:ME|THIS)?$/.test(word));
}

/** A single word in capitals in place of a number, a quantity or a time is likely to be a placeholder (`PORT`). */
function isWordForNumber({ value, type }: StructuralError): boolean {
  return 'ilfqt'.includes(type.charAt(0)) && typeof value === 'string' && /^[A-Z]{3}[A-Z0-9]*$/.test(value);
}

const NOUNS: Readonly<Record<string, string>> = {
  s: 'a text',
  e: 'a text',
  b: 'true or false',
  i: 'a whole number',
  l: 'a whole number',
  f: 'a number',
  x: 'a whole number or a text',
  q: 'a quantity such as `500m` or `1Gi`',
  y: 'text in base64',
  t: 'a time such as `2026-01-31T12:00:00Z`',
  '[': 'a list',
};

function nounOf(type: string): string {
  return NOUNS[type.charAt(0)] ?? 'a mapping';
}

const LONGEST_QUOTED = 40;

/** If the type is text or base64, the value may be a secret. */
function shown(value: unknown, type: string): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a mapping';
  const isOpen = !['s', 'e', 'y', '{', '['].includes(type.charAt(0));
  if (typeof value !== 'string') return typeof value === 'number' ? (isOpen ? String(value) : 'a number') : String(value);
  if (type === 'y') return 'other text';
  return isOpen && value.length <= LONGEST_QUOTED ? `the text ${JSON.stringify(value)}` : 'a text';
}

function remedyOf(value: unknown, type: string): string {
  const letter = type.charAt(0);
  if ((letter === 's' || letter === 'e') && !isObject(value) && !Array.isArray(value)) return 'Put it in quotes.';
  if (letter === 'b' && (value === 'true' || value === 'false')) return 'Write it without quotes.';
  if ('ilf'.includes(letter) && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return 'Write it without quotes.';
  if (letter === 'y') return 'Encode it in base64, or put the plain text below `stringData` of a Secret.';
  return `Write ${nounOf(type)}.`;
}
