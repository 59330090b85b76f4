import { isObject, parsedJson, stringAt, type JsonObject } from '../fleet/json/json.ts';
import { LAST_APPLIED } from '../fleet/kubernetes/last-applied.ts';
import { HIDDEN, holdsCredential, namesCredential, withoutCredentials } from './credential-text.ts';
import { holdsEmbedded, speaksOfSecret } from './embedded-text.ts';

/** What stands in place of a value that was taken out: this, and what tells equal ones from others. */
export const REDACTED = 'redacted:';

/** Gives what stands in place of a value; its bytes come as Latin 1, those of base64 in Secrets decoded. */
export type Hide = (value: string) => string;

/**
 * The value without what only few may see: data of Secrets, tokens, private keys, kubeconfigs, values of fields with telling names. It is
 * found wherever it is embedded: in Lists, Works, resource snapshots, envelopes, patches of overrides, drift and diff details, notes of
 * what was applied, and in manifests that are text, whether plain, in base64 or packed. Shape and names of fields stay.
 * Of managedFields, who wrote and when stays; which fields (`fieldsV1`) is as long as the object and is dropped.
 */
export function redacted(value: unknown, hide: Hide): unknown {
  return redactedAt(0, value, hide);
}

/** Texts within texts. */
const DEPTH = 4;

function redactedAt(depth: number, value: unknown, hide: Hide): unknown {
  return walk(value, { hide, depth, about: false, isSecret: false });
}

/** What a Secret has beside its data. Whatever else stands there was meant to be data. */
const OF_A_SECRET: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'type', 'immutable', 'status']);

/** What a condition or an event says; of a sentence only the credential goes. */
export function isSentence(name: string, value: unknown): value is string {
  return (name === 'message' || name === 'note') && typeof value === 'string';
}

interface Place {
  readonly hide: Hide;
  /** How many texts the value was read out of, one within the other. */
  readonly depth: number;
  /** Below something that is, or speaks of, a Secret. */
  readonly about: boolean;
  /** The object here is a Secret though it may not say so: an item of a SecretList, the note of what was applied to one. */
  readonly isSecret: boolean;
}

/** Where KubeFleet quotes values of an object: drift and diff details, and the values of JSON patches. */
const QUOTED: ReadonlySet<string> = new Set(['valueInHub', 'valueInMember', 'value']);
const DATA: ReadonlySet<string> = new Set(['data', 'stringData', 'binaryData']);

function walk(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return text(value, place);
  if (Array.isArray(value)) return value.map((entry, at) => (isOfFlag(value, at) ? hidden(entry, place.hide) : walk(entry, place)));
  if (!isObject(value)) return value;
  const { kind } = value;
  const isSecret = kind === 'Secret' || (place.isSecret && (kind === undefined || kind === ''));
  const about = place.about || isSecret || selectsSecrets(value);
  const fields: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'fieldsV1') continue;
    fields.push([name, fieldOf(value, name, inner, { ...place, about, isSecret })]);
  }
  // Not by assignment: a field named __proto__ is data like any other.
  return Object.fromEntries(fields);
}

function fieldOf(object: JsonObject, name: string, inner: unknown, place: Place): unknown {
  const { hide, depth, about, isSecret } = place;
  const { kind } = object;
  if (isSecret && DATA.has(name)) return secretValues(inner, hide, name !== 'stringData');
  if (isSecret && isObject(object['metadata']) && !OF_A_SECRET.has(name)) return hidden(inner, hide);
  if (kind === 'ConfigMap' && DATA.has(name)) return configValues(inner, place, name === 'binaryData');
  if (name === LAST_APPLIED) return lastApplied(inner, place);
  if (name === 'annotations' || name === 'metadata') return walk(inner, place);
  if (QUOTED.has(name) && (about || namesSecretValue(object))) return inner === undefined ? inner : hidden(inner, hide);
  if (isSentence(name, inner)) return inner.startsWith(REDACTED) ? inner : withoutCredentials(inner);
  return walk(inner, { hide, depth, about: about && name !== 'items', isSecret: kind === 'SecretList' && name === 'items' });
}

/** An override of Secrets, whose patches carry their values; `identifier` in the conditions of a Work. */
function selectsSecrets(value: JsonObject): boolean {
  const selectors = [value['resourceSelectors'], value['clusterResourceSelectors']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return [value['identifier'], ...selectors].some((entry) => isObject(entry) && entry['kind'] === 'Secret');
}

/** Whether an argument is the value of the one before it: `--password VALUE` in two words. */
function isOfFlag(list: readonly unknown[], at: number): boolean {
  const [before, own]: readonly unknown[] = [list[at - 1], list[at]];
  return (
    typeof before === 'string' &&
    typeof own === 'string' &&
    /^--?\w[\w.-]*$/.test(before) &&
    !own.startsWith('-') &&
    namesCredential(before)
  );
}

/** A variable with a telling name, or a patch of what an envelope holds, which may be a Secret. */
function namesSecretValue(object: JsonObject): boolean {
  const path = stringAt(object, 'path');
  if (path !== undefined) return /^\/data\/[^/]+\/(?:data|stringData|binaryData)(?:\/|$)/.test(path);
  return namesCredential(stringAt(object, 'name') ?? '');
}

function secretValues(values: unknown, hide: Hide, isEncoded: boolean): unknown {
  if (!isObject(values)) return values === undefined || values === null ? values : hidden(values, hide);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string' || !isEncoded || isHidden(value)) return [name, hidden(value, hide)];
      return [name, hide(Buffer.from(value, 'base64').toString('latin1'))];
    }),
  );
}

/** Whatever a ConfigMap says that belongs into a Secret. */
function configValues(values: unknown, place: Place, isEncoded: boolean): unknown {
  if (!isObject(values)) return walk(values, place);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, walk(value, place)];
      const plain = isEncoded ? Buffer.from(value, 'base64').toString('latin1') : value;
      return [name, namesCredential(name) || isConfidential(plain, place.depth) ? hidden(value, place.hide) : value];
    }),
  );
}

function hidden(value: unknown, hide: Hide): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  if (isHidden(plain)) return plain.startsWith(REDACTED) ? plain : HIDDEN;
  return hide(Buffer.from(plain, 'utf8').toString('latin1'));
}

/** A mark, or the stars that stand for a value nobody read. */
function isHidden(value: string): boolean {
  return value.startsWith(REDACTED) || /^\*+$/.test(value);
}

/** The configuration inside the annotation, redacted like any object; taken out whole where it cannot be read. */
function lastApplied(value: unknown, place: Place): unknown {
  if (typeof value !== 'string' || value.startsWith(REDACTED)) return value;
  const applied = parsedJson(value);
  return isObject(applied) ? JSON.stringify(walk(applied, place)) : hidden(value, place.hide);
}

/** Manifests as text and loose tokens: the whole text goes, since what remained would be a guess. */
function text(value: string, { hide, depth }: Place): string {
  return !value.startsWith(REDACTED) && isConfidential(value, depth) ? hidden(value, hide) : value;
}

function isConfidential(value: string, depth: number): boolean {
  if (holdsCredential(value)) return true;
  if (depth >= DEPTH) return speaksOfSecret(value);
  return holdsEmbedded(value, (document) => {
    let isFound = false;
    redactedAt(depth + 1, document, (plain) => {
      isFound = true;
      return plain;
    });
    return isFound;
  });
}
