import { LAST_APPLIED } from '../../../fleet/last-applied.ts';
import { createHmac } from 'node:crypto';
import { isObject } from '../../../fleet/json.ts';
import type { KubeObject } from '../../../fleet/object.ts';

/** What stands in place of a value that was taken out: this and a hash. Equal values have equal hashes within one dump. */
export const REDACTED = 'redacted:';

/**
 * Takes out of objects what nobody should see in a support ticket: data of Secrets, tokens, private keys. It does so wherever they are
 * embedded: in Works, resource snapshots, envelopes, last-applied annotations, overrides of Secrets, and drift and diff details of Secrets.
 * Of managedFields, who wrote and when stays; which fields (`fieldsV1`) is as long as the object and is dropped.
 *
 * A value becomes `redacted:` and a keyed hash. The dump can still answer "is this the same as that": data and stringData of the same value
 * hash alike. A short password cannot be found by trying, because the key is not in the dump. Nobody can find out whether a redacted Secret
 * equals one outside the dump; whoever compares must say so.
 * @param key random, new for every dump
 */
export function redact(objects: readonly KubeObject[], key: string): KubeObject[] {
  const hash: Hash = (value) => {
    if (value.startsWith(REDACTED)) return value;
    return `${REDACTED}${createHmac('sha256', key).update(value).digest('hex').slice(0, 24)}`;
  };
  return objects.map((object) => walk(object, hash, false) as KubeObject);
}

type Hash = (value: string) => string;

const NAMES_SECRET = /\bkind["']?\s*:\s*["']?Secret\b/i;
const SECRET_TEXT = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\bBearer\s+[\w.~+/-]{16,}/;
/** Where KubeFleet quotes values of an object: drift and diff details, and the values of JSON patches. */
const QUOTED: ReadonlySet<string> = new Set(['valueInHub', 'valueInMember', 'value']);

/** @param ofSecret below something that is, or speaks of, a Secret */
function walk(value: unknown, hash: Hash, ofSecret: boolean): unknown {
  if (typeof value === 'string') return text(value, hash);
  if (Array.isArray(value)) return value.map((entry) => walk(entry, hash, ofSecret));
  if (!isObject(value)) return value;
  const secret = value['kind'] === 'Secret';
  const about = ofSecret || secret || selectsSecrets(value);
  const fields: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'fieldsV1') continue;
    if (secret && (name === 'data' || name === 'stringData')) fields.push([name, secretValues(inner, hash, name === 'data')]);
    else if (name === LAST_APPLIED) fields.push([name, lastApplied(inner, hash, ofSecret)]);
    else if (about && QUOTED.has(name)) fields.push([name, hidden(inner, hash)]);
    else fields.push([name, walk(inner, hash, about && name !== 'items')]);
  }
  // Not by assignment: a field named __proto__ is data like any other.
  return Object.fromEntries(fields);
}

/** An override of Secrets, whose patches carry their values; `identifier` in the conditions of a Work. */
function selectsSecrets(value: Readonly<Record<string, unknown>>): boolean {
  const selectors = [value['resourceSelectors'], value['clusterResourceSelectors']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return [value['identifier'], ...selectors].some((entry) => isObject(entry) && entry['kind'] === 'Secret');
}

function secretValues(values: unknown, hash: Hash, encoded: boolean): unknown {
  if (!isObject(values)) return values === undefined || values === null ? values : hidden(values, hash);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string' || !encoded || value.startsWith(REDACTED)) return [name, hidden(value, hash)];
      return [name, hash(Buffer.from(value, 'base64').toString('latin1'))];
    }),
  );
}

function hidden(value: unknown, hash: Hash): string {
  return hash(typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : JSON.stringify(value));
}

/** The configuration inside the annotation, redacted like any object; taken out whole where it cannot be read. */
function lastApplied(value: unknown, hash: Hash, ofSecret: boolean): unknown {
  if (typeof value !== 'string' || value.startsWith(REDACTED)) return value;
  try {
    return JSON.stringify(walk(JSON.parse(value), hash, ofSecret));
  } catch {
    return hash(value);
  }
}

/** Manifests as text (envelopes in ConfigMaps) and loose tokens: the whole text goes, since what remained would be a guess. */
function text(value: string, hash: Hash): string {
  return (value.length > 20 && NAMES_SECRET.test(value) && /\b(data|stringData)["']?\s*:/.test(value)) || SECRET_TEXT.test(value)
    ? hash(value)
    : value;
}
