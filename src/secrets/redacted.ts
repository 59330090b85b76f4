import { pointerKeys } from '../fleet/json/json-pointer.ts';
import { isObject, parseJson, stringAt, type JsonObject } from '../fleet/json/json.ts';
import { isBase64 } from '../fleet/text/is-base64.ts';
import { LAST_APPLIED } from '../fleet/kubernetes/last-applied.ts';
import { confidentialSpans } from './confidential-spans.ts';
import { isCredential, isOpenValue, mayNameCredential } from './credential-names.ts';
import { HIDDEN, type Span, withoutCredentials } from './credential-text.ts';
import { isData, isSecretLike } from './secret-like.ts';
import { isSecretArgument } from './flag-value.ts';
import { isPlain } from './is-plain.ts';
import { confidentialSides, isPathOfSecret, type ConfidentialSides, type Quoted } from './quoted-fields.ts';
import { withSpans } from './spans.ts';

/** The prefix of the mark that replaces a value. The rest of the mark differs for different values. */
export const REDACTED = 'redacted:';

/** Returns the mark that replaces a value. The bytes of the value are given as Latin 1; base64 data of Secrets is decoded first. */
export type Hide = (value: string) => string;

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

/** The fields of a Secret other than its data. Any other field was probably meant as data. */
const OF_A_SECRET: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'type', 'status']);

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
  if (isSecret && DATA.has(name)) return withoutData(inner, hide, name !== 'stringData');
  if (isSecret && isData(name)) return withoutData(inner, hide, false);
  const isField = name === 'immutable' ? typeof inner === 'boolean' : OF_A_SECRET.has(name) || MISSPELT_FIELD.test(name);
  if (isSecret && isObject(object['metadata']) && !isField) return hidden(inner, hide);
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

const MISSPELT_FIELD = /^\s*(?:api-?version|kind)\s*$/i;

function isListOfOneKind(kind: unknown): boolean {
  return typeof kind === 'string' && /.List$/.test(kind);
}

/**
 * Whether the object is an override of Secrets (its patches contain their values), or a Work condition whose `identifier` names a Secret.
 */
function selectsSecrets(value: JsonObject): boolean {
  return [value['identifier'], ...selectorsOf(value)].some((entry) => isObject(entry) && entry['kind'] === 'Secret');
}

/** The selectors of a placement or an override. */
function selectorsOf(value: JsonObject): readonly JsonObject[] {
  return [value['resourceSelectors'], value['clusterResourceSelectors']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]).filter(isObject) : [],
  );
}

/** Whether a field of a JSON patch is none that it has, and so probably its value. */
function isMisspeltValue(object: JsonObject, name: string): boolean {
  return stringAt(object, 'path')?.startsWith('/') === true && object['op'] !== undefined && name !== 'op' && name !== 'path';
}

/** Whether the object is a patch of a field that is never secret, even of a Secret. */
function isOpenField(object: JsonObject): boolean {
  return /^\/(?:type|immutable|metadata\/labels(?:\/.*)?)$/.test(stringAt(object, 'path') ?? '');
}

/** Whether the object is a variable with a telling name, or a patch of a field that is one or may be in a Secret. */
function namesSecretValue(object: JsonObject, value: unknown): boolean {
  const path = stringAt(object, 'path');
  const name = path === undefined ? (stringAt(object, 'name') ?? stringAt(object, 'key') ?? '') : '';
  if (path !== undefined && isPathOfSecret(path)) return true;
  // The name of the variable is in the object that is patched.
  if (path !== undefined && VARIABLE.test(path) && holdsMoreThanWords(value)) return true;
  return isCredential(
    path === undefined ? name : (pointerKeys(path).at(-1) ?? ''),
    isScalar(value) ? String(value) : JSON.stringify(value ?? ''),
  );
}

/** A patch of a variable that is given by its place. */
const VARIABLE = /\/env\/(?:\d+|-)\/[^/]*$/;

/** Whether any text in a value is more than a word, a number or a path. */
function holdsMoreThanWords(value: unknown): boolean {
  if (typeof value === 'string') return !isPlain(value) && !isOpenValue(value);
  return (Array.isArray(value) || isObject(value)) && Object.values(value).some(holdsMoreThanWords);
}

/** Whether the value of a field may be a credential because of its name. The key of a Secret in an ExternalSecret is a name. */
function namesValue(name: string, object: JsonObject): boolean {
  return mayNameCredential(name) && !(name === 'secretKey' && isObject(object['remoteRef'] ?? object['sourceRef']));
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

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether the object is a patch of a kustomization for Secrets. */
function isPatchOfSecret(object: JsonObject): boolean {
  return stringAt(object, 'target', 'kind') === 'Secret';
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

/** The data of a Secret; base64 is decoded first. A value that is no base64 was probably written as plain text. */
function withoutData(values: unknown, hide: Hide, isEncoded: boolean): unknown {
  if (!isObject(values)) return values === undefined || values === null ? values : hidden(values, hide);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      // A field that is left out of the comparison.
      if (value === undefined) return [key, value];
      // A value that was written as a key, as in {password:x} without a space.
      const name = value === null || !/^[-.\w]+$/.test(key) ? hidden(key, hide) : key;
      if (typeof value !== 'string' || !isEncoded || isHidden(value) || !isBase64(value)) return [name, hidden(value, hide)];
      return [name, hide(Buffer.from(value, 'base64').toString('latin1'))];
    }),
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

function hidden(value: unknown, hide: Hide): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  if (isHidden(plain)) return plain.startsWith(REDACTED) ? plain : HIDDEN;
  return hide(Buffer.from(plain, 'utf8').toString('latin1'));
}

/** Whether a value is a mark, or the asterisks of a value that is already hidden. */
function isHidden(value: string): boolean {
  return value.startsWith(REDACTED) || /^\*+$/.test(value);
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
