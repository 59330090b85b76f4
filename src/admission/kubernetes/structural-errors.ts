import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../../fleet/json/json.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { onlyMeant } from '../../fleet/text/nearest.ts';
import { fieldsOf, kubernetesFacts, type KubernetesFacts } from './facts.ts';
import { mapsForEntry, placesOfField } from './places-of-field.ts';
import { fitsScalar } from './scalars.ts';

/** A value that every API server refuses at its place. */
export interface StructuralError {
  /** JSON pointer into the object. For a missing field it is the place where the field belongs. */
  readonly pointer: string;
  /**
   * `type`: decoding refuses the value · `absent`: a required field is missing, null or empty text · `unlisted`: a text that is not one of
   * the field's values, as far as the known versions go · `unknown`: a field that the kind does not have at this place. Strict decoding,
   * which kubectl asks for, and server-side apply refuse it; other requests drop it.
   */
  readonly fault: 'type' | 'absent' | 'unlisted' | 'unknown';
  readonly value: unknown;
  /** The type of the field in the notation of `KubernetesFacts`. */
  readonly type: string;
  /** For `unlisted`: the allowed values. For `unknown`: the fields of the same structure that may be meant. */
  readonly allowed: readonly string[];
  /** No version of the kind has other values than `allowed`. */
  readonly isExact?: true;
  /** For `absent`: the schema requires the field and does not declare it. The API server drops the field before it checks the object. */
  readonly isUndeclared?: true;
  /** For `unknown`: where the kind has a field of this name (`spec.replicas`). */
  readonly belongs?: readonly string[];
  /** For `unknown`: the maps of which it is likely to be an entry (`spec.selector.matchLabels`). */
  readonly entryOf?: readonly string[];
  /** For `unknown`: a newer Kubernetes may have the field, because those of these releases have nothing like it. */
  readonly unknownTo?: KubernetesFacts['releases'];
}

/**
 * What an API server refuses about the structure of an object of Kubernetes' own kinds. A field that no known release has may belong to a
 * later one, unless it is a misspelling, a field of another place of the kind, or in `metadata`. Other kinds, versions that are not served,
 * and the content of `status` are not checked.
 * Source: the API server decodes into the Go types of `k8s.io/api`; see `scripts/kubernetes.ts`.
 */
export function structuralErrorsOf(object: JsonObject): readonly StructuralError[] {
  const facts = kubernetesFacts();
  const kind = kindOf(object, facts);
  const judgement: Judgement = { facts, path: [], holders: [], found: [] };
  if (kind !== undefined) judgeStruct(object, kind, judgement);
  return judgement.found;
}

function pointerTo(keys: readonly (string | number)[]): string {
  return keys.reduce<string>(childPointer, '');
}

function kindOf({ apiVersion, kind }: JsonObject, { kinds }: KubernetesFacts): number | undefined {
  const key = `${String(apiVersion)}/${String(kind)}`;
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined;
}

interface Judgement {
  readonly facts: KubernetesFacts;
  /** The current place. Only errors become pointers, because nearly all values are right. */
  readonly path: (string | number)[];
  /** The structures around the current place, each with the length of its path. */
  readonly holders: (readonly [at: number, length: number])[];
  readonly found: StructuralError[];
}

function judgeStruct(value: JsonObject, at: number, judgement: Judgement): void {
  const fields = fieldsOf(at);
  if (fields === undefined) return;
  judgement.holders.push([at, judgement.path.length]);
  // Iterates over the object's fields, because an object has few of the fields that its kind has.
  for (const name in value) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type !== undefined) judgeChild(value[name], type, name, judgement);
    else judgeUnknown(value, name, fields, judgement);
  }
  judgement.holders.pop();
  for (const [name, type] of requiredIn(fields)) {
    const child = Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
    if ((child === undefined || child === '') && !isOfTemplate(judgement.path))
      judgement.found.push({ pointer: pointerTo([...judgement.path, name]), fault: 'absent', value: undefined, type, allowed: [] });
  }
}

function judgeUnknown(holder: JsonObject, name: string, fields: Readonly<Record<string, string>>, judgement: Judgement): void {
  const { path, holders, facts } = judgement;
  const isMetadata = path.at(-1) === 'metadata';
  if (isOfEveryObject(name, isMetadata, judgement) || !isName(name)) return;
  const found = { pointer: pointerTo([...path, name]), fault: 'unknown', value: undefined, type: '*', allowed: [] } as const;
  const meant = onlyMeant(name, Object.keys(fields));
  // A patch often misspells what the patched object has. Newer fields are plurals of others, as `podIPs` is.
  if (meant !== undefined && !(Object.hasOwn(holder, meant) && name === `${meant}s`)) {
    judgement.found.push({ ...found, allowed: [meant] });
    return;
  }
  const around = holders.map(([at, length]) => ({ at, path: path.slice(0, length) }));
  const entryOf = mapsForEntry(name, holder[name], around);
  const belongs = entryOf.length > 0 ? [] : placesOfField(name, around);
  if (entryOf.length > 0) judgement.found.push({ ...found, entryOf });
  else if (belongs.length > 0) judgement.found.push({ ...found, belongs });
  else judgement.found.push({ ...found, ...(isMetadata ? {} : { unknownTo: facts.releases }) });
}

/** Whether no other tool replaces the name of a field, or takes it as an instruction: `$patch`, `${NAME}`, `{{ name }}`, `<<`. */
export function isName(field: string): boolean {
  return !/[${}<>%]|__/.test(field);
}

/** The fields of objects and of their metadata that the facts do not contain. */
function isOfEveryObject(name: string, isMetadata: boolean, { holders, facts }: Judgement): boolean {
  if (isMetadata) return name === 'managedFields';
  return (name === 'apiVersion' || name === 'kind') && kindStructs(facts).has(holders.at(-1)?.[0] ?? -1);
}

/** The structures that are objects. One may be in another, such as a claim in a StatefulSet. */
const kindStructs = oncePer(({ kinds }: KubernetesFacts): ReadonlySet<number> => new Set(Object.values(kinds)));

/** API servers do not check the owners in a template, because the objects made from it get other owners. */
function isOfTemplate(path: Judgement['path']): boolean {
  return path.at(-2) === 'ownerReferences' && path[0] !== 'metadata';
}

function judgeChild(value: unknown, type: string, key: string | number, judgement: Judgement): void {
  judgement.path.push(key);
  judge(value, type, judgement);
  judgement.path.pop();
}

/** An API server reads a missing `spec` as an empty one. A `spec` is therefore required if one of its fields is. */
const requiredIn = oncePer((fields: Readonly<Record<string, string>>): readonly (readonly [name: string, type: string])[] =>
  Object.entries(fields).flatMap(([name, type]) => {
    if (type.startsWith('!')) return [[name, type.slice(1)] as const];
    return name === 'spec' && requiredIn(fieldsOf(Number(type)) ?? {}).length > 0 ? [[name, type] as const] : [];
  }),
);

/** A null in a list of objects is an empty object. */
function emptyOf(list: string): JsonObject | undefined {
  return /^\[!?\d/.test(list) ? {} : undefined;
}

/** A null means an absent field or an empty entry, for any type. */
function judge(value: unknown, written: string, judgement: Judgement): void {
  const type = written.startsWith('!') ? written.slice(1) : written;
  // A shortcut: most fields have type text and hold a text.
  if (type === '*' || value === null || value === undefined || (type === 's' && typeof value === 'string')) return;
  const letter = type.charAt(0);
  if (letter === '[') {
    if (!Array.isArray(value)) tell('type', value, type, judgement);
    else for (const [index, entry] of value.entries()) judgeChild(entry ?? emptyOf(type), type.slice(1), index, judgement);
  } else if (letter === '{') {
    if (!isObject(value)) tell('type', value, type, judgement);
    else for (const key of Object.keys(value)) judgeChild(value[key], type.slice(1), key, judgement);
  } else if (letter >= '0' && letter <= '9') {
    if (isObject(value)) judgeStruct(value, Number(type), judgement);
    else tell('type', value, type, judgement);
  } else if (letter === 'e') {
    const allowed = judgement.facts.values[Number(type.slice(1))] ?? [];
    if (typeof value !== 'string') tell('type', value, type, judgement);
    // An empty text means that the field is absent.
    else if (value !== '' && !allowed.includes(value)) tell('unlisted', value, type, judgement, allowed);
  } else if (!fitsScalar(value, letter)) tell('type', value, type, judgement);
}

function tell(
  fault: StructuralError['fault'],
  value: unknown,
  type: string,
  { path, found }: Judgement,
  allowed: readonly string[] = [],
): void {
  found.push({ pointer: pointerTo(path), fault, value, type, allowed });
}
