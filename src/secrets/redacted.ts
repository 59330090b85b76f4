import { isObject, parseJson, stringAt, type JsonObject } from '../fleet/json/json.ts';
import { LAST_APPLIED } from '../fleet/kubernetes/last-applied.ts';
import { confidentialSpans } from './confidential-spans.ts';
import { isCredential, mayNameCredential } from './credential-names.ts';
import { HIDDEN, type Span, withoutCredentials } from './credential-text.ts';
import { isSecretArgument } from './flag-value.ts';
import { hidden, type Hide, REDACTED, withoutData } from './hidden.ts';
import { confidentialSides, type ConfidentialSides, type Quoted } from './quoted-fields.ts';
import {
  isFieldOfSecret,
  isMisspeltValue,
  isOpenField,
  isPatchOfSecret,
  isScalar,
  namesSecretValue,
  namesValue,
  selectorsOf,
  selectsSecrets,
} from './secret-fields.ts';
import { isData, isSecretLike } from './secret-like.ts';
import { withSpans } from './spans.ts';

/**
 * Returns the value without confidential parts: data of Secrets, tokens, private keys, kubeconfigs, and values of fields with telling
 * names. They are found in Lists, Works, resource snapshots, envelopes, patches of overrides, drift and diff details, and last-applied
 * annotations. They are also found in manifests that are text: plain, in base64 or compressed. The structure and the names of fields are
 * kept. In managedFields, manager and time are kept; `fieldsV1` is as long as the object and is removed.
 */
export function redacted(value: unknown, hide: Hide, contentsOf?: ContentsOf): unknown {
  return walk(value, { hide, contentsOf, depth: 0, about: false, isSecret: false, quotes: undefined, selected: NOTHING });
}

/**
 * What is known of an object that a list of drifted or differing objects names, by `group`, `version`, `kind`, `namespace` and `name`.
 */
export type ContentsOf = (named: JsonObject) => readonly unknown[];

/** Which values of drifted or differing fields `redacted` would hide in their object. */
export function confidentialFields(quoted: Quoted): readonly ConfidentialSides[] {
  return confidentialSides(quoted, { redact: (value) => redacted(value, () => HIDDEN), isConfidential });
}

/** How many levels of texts within texts are parsed. */
const DEPTH = 4;

function redactedAt(depth: number, value: unknown, hide: Hide): unknown {
  return walk(value, { hide, contentsOf: undefined, depth, about: false, isSecret: false, quotes: undefined, selected: NOTHING });
}

/** Whether the field is a sentence of a condition or an event. In a sentence only the credential is hidden. */
export function isSentence(name: string, value: unknown): value is string {
  return (name === 'message' || name === 'note') && typeof value === 'string';
}

interface Place {
  readonly hide: Hide;
  readonly contentsOf: ContentsOf | undefined;
  /** How many texts the value was parsed from, one within the other. */
  readonly depth: number;
  /** The value is within an object that is a Secret or mentions one. */
  readonly about: boolean;
  /** The object is a Secret even if it has no kind: an item of a SecretList, or the last-applied annotation of a Secret. */
  readonly isSecret: boolean;
  /** As `quotedObject` returns it, of the value or of one around it. */
  readonly quotes: JsonObject | undefined;
  /** The objects that an override around the value selects, and the namespace of the object around it. */
  readonly selected: Selected;
  /** The object is an item of a list of one kind, such as a ConfigMapList, so that it needs no kind of its own. */
  readonly isListed?: boolean;
}

interface Selected {
  readonly namespace: string | undefined;
  readonly objects: readonly JsonObject[];
}

const NOTHING: Selected = { namespace: undefined, objects: [] };

/** Fields in which KubeFleet quotes values of an object: drift and diff details, and the values of JSON patches. */
const QUOTED: ReadonlySet<string> = new Set(['valueInHub', 'valueInMember', 'value']);
/** Lists with such details of an object. */
const QUOTES: ReadonlySet<string> = new Set(['observedDrifts', 'observedDiffs']);
const DATA: ReadonlySet<string> = new Set(['data', 'stringData', 'binaryData']);

function walk(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return text(value, place);
  if (Array.isArray(value)) return value.map((entry, at) => (isSecretArgument(value, at) ? hidden(entry, place.hide) : walk(entry, place)));
  if (!isObject(value)) return value;
  const { kind } = value;
  const isSecret = (place.isListed !== true && isSecretLike(value)) || (place.isSecret && (kind === undefined || kind === ''));
  const about = place.about || isSecret || selectsSecrets(value);
  const quotes = quotedObject(value) ?? place.quotes;
  const selected = selectedBy(value, place.selected);
  const fields: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'fieldsV1') continue;
    fields.push([withoutCredentials(name), fieldOf(value, name, inner, { ...place, about, isSecret, quotes, selected, isListed: false })]);
  }
  // Not by assignment, because a field named __proto__ is data like any other.
  return Object.fromEntries(fields);
}

function fieldOf(object: JsonObject, name: string, inner: unknown, place: Place): unknown {
  const { hide, about, isSecret } = place;
  const { kind } = object;
  if (isSecret && isData(name)) return withoutData(inner, hide, !/string/i.test(name));
  if (isSecret && isObject(object['metadata']) && !isFieldOfSecret(name, inner)) return hidden(inner, hide);
  if (kind === 'ConfigMap' && DATA.has(name)) return configValues(inner, place, name === 'binaryData');
  if (name === LAST_APPLIED) return lastApplied(inner, place);
  if (name === 'annotations' || name === 'metadata') return walk(inner, place);
  if (QUOTES.has(name) && !about && Array.isArray(inner)) return withoutQuoted(inner, place);
  if (name === 'jsonPatchOverrides' && !about && Array.isArray(inner)) return withoutPatched(inner, place);
  if ((QUOTED.has(name) || isMisspeltValue(object, name)) && ((about && !isOpenField(object)) || namesSecretValue(object, inner)))
    return inner === undefined ? inner : hidden(inner, hide);
  if (name === 'patch' && typeof inner === 'string' && isPatchOfSecret(object)) return hidden(inner, hide);
  if (name === 'secretGenerator' && Array.isArray(inner)) return inner.map((each) => withoutLiterals(each, place));
  if (namesValue(name, object)) return credential(name, inner, { ...place, about: about && name !== 'items', isSecret: false });
  if (isSentence(name, inner)) return inner.startsWith(REDACTED) ? inner : withoutCredentials(inner);
  return walk(inner, {
    ...place,
    about: about && name !== 'items',
    isSecret: kind === 'SecretList' && name === 'items',
    isListed: name === 'items' && isListOfOneKind(kind),
  });
}

function isListOfOneKind(kind: unknown): boolean {
  return typeof kind === 'string' && /.List$/.test(kind);
}

/** The object whose fields a status quotes: a manifest's condition identifies it, and in a list of drifted objects each entry names it. */
function quotedObject(value: JsonObject): JsonObject | undefined {
  const { identifier } = value;
  if (isObject(identifier)) return identifier;
  return Object.keys(value).some((name) => QUOTES.has(name)) && stringAt(value, 'kind') !== undefined ? value : undefined;
}

/** A selector of a ResourceOverride names no namespace: it is that of the override. */
function selectedBy(value: JsonObject, around: Selected): Selected {
  const namespace = stringAt(value, 'metadata', 'namespace') ?? around.namespace;
  const selectors = selectorsOf(value);
  if (selectors.length === 0) return { ...around, namespace };
  return { namespace, objects: selectors.map((selector) => (namespace === undefined ? selector : { ...selector, namespace })) };
}

/**
 * Patches of an override, whose values are hidden as they would be in the objects that it selects. Only if these are known: otherwise each
 * argument would be taken for a credential, and hidden in sentences.
 */
function withoutPatched(patches: readonly unknown[], place: Place): unknown {
  const { contentsOf, selected, hide } = place;
  const shown = patches.map((patch) => walk(patch, place));
  if (contentsOf === undefined) return shown;
  const fields = patches.map((patch) => ({ path: stringAt(patch, 'path') ?? '', hub: undefined, member: stringAt(patch, 'value') }));
  const sides = selected.objects.map((object) =>
    confidentialFields({ kind: stringAt(object, 'kind') ?? '', fields, contents: contentsOf(object) }),
  );
  return shown.map((patch, at) => {
    const value = fields[at]?.member;
    const isOpen = value === undefined || sides.every((each) => each[at]?.member !== true);
    return isOpen || !isObject(patch) ? patch : { ...patch, value: hidden(patch['value'], hide) };
  });
}

/** Details of drifts or differences, whose values are hidden as they are in their object. */
function withoutQuoted(details: readonly unknown[], place: Place): unknown {
  const { quotes = {}, contentsOf, hide } = place;
  const fields = details.map((detail) => ({
    path: stringAt(detail, 'path') ?? '',
    hub: stringAt(detail, 'valueInHub'),
    member: stringAt(detail, 'valueInMember'),
  }));
  const sides = confidentialFields({ kind: stringAt(quotes, 'kind') ?? '', fields, contents: contentsOf?.(quotes) ?? [] });
  return details.map((detail, at) => {
    const shown = walk(detail, place);
    const { hub = false, member = false } = sides[at] ?? {};
    if (!isObject(shown) || !isObject(detail)) return shown;
    return {
      ...shown,
      ...(hub ? { valueInHub: hidden(detail['valueInHub'], hide) } : {}),
      ...(member ? { valueInMember: hidden(detail['valueInMember'], hide) } : {}),
    };
  });
}

/** The value of a field that names a credential: the text itself, a list of them, or an object with the text as `value`. */
function credential(name: string, inner: unknown, place: Place): unknown {
  if (isScalar(inner) && isCredential(name, String(inner))) return hidden(inner, place.hide);
  if (Array.isArray(inner)) return inner.map((entry) => credential(name, entry, place));
  if (!isObject(inner)) return walk(inner, place);
  return walk(
    Object.fromEntries(
      Object.entries(inner).map(([key, own]) => [
        key,
        (key === 'value' || key === 'default') && isScalar(own) ? credential(name, own, place) : own,
      ]),
    ),
    place,
  );
}

/** A generator of a Secret without the values that it writes itself. */
function withoutLiterals(generator: unknown, place: Place): unknown {
  if (!isObject(generator)) return walk(generator, place);
  return Object.fromEntries(
    Object.entries(generator).map(([name, inner]) => [
      name,
      name === 'literals' && Array.isArray(inner) ? inner.map((literal) => hidden(literal, place.hide)) : walk(inner, place),
    ]),
  );
}

/** Hides the values of a ConfigMap that belong in a Secret. */
function configValues(values: unknown, place: Place, isEncoded: boolean): unknown {
  if (!isObject(values)) return walk(values, place);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, mayNameCredential(name) ? credential(name, value, place) : walk(value, place)];
      if (isCredential(name, value)) return [name, hidden(value, place.hide)];
      if (!isEncoded) return [withoutCredentials(name), text(value, place)];
      return [name, spansIn(Buffer.from(value, 'base64').toString('latin1'), place.depth).length > 0 ? hidden(value, place.hide) : value];
    }),
  );
}

/** Redacts the configuration in the annotation like any object. If it cannot be parsed, all of it is hidden. */
function lastApplied(value: unknown, place: Place): unknown {
  if (typeof value !== 'string' || value.startsWith(REDACTED)) return value;
  const applied = parseJson(value);
  return isObject(applied) ? JSON.stringify(walk(applied, place)) : hidden(value, place.hide);
}

/** In a text of several lines only the confidential values are hidden, so that its differences can be read. */
function text(value: string, { hide, depth }: Place): string {
  if (value.startsWith(REDACTED)) return value;
  const spans = spansIn(value, depth);
  if (spans.length === 0) return value;
  if (spans.some(({ start, end }) => start === 0 && end === value.length)) return hidden(value, hide);
  return withSpans(value, spans, (inner) => hidden(inner, hide));
}

/** Whether a text of any format holds a confidential value. */
function isConfidential(value: string): boolean {
  return spansIn(value, 0).length > 0;
}

function spansIn(value: string, depth: number): readonly Span[] {
  return confidentialSpans(value, depth >= DEPTH ? undefined : (inner) => redactedAt(depth + 1, inner, () => HIDDEN));
}
