import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../../fleet/json/json.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { onlyMeant } from '../../fleet/text/nearest.ts';
import { fieldsOf, kubernetesFacts, type KubernetesFacts } from './facts.ts';
import { fitsScalar } from './scalars.ts';

/** A value that no API server takes at its place. */
export interface Misfit {
  /** JSON pointer into the object; for a missing field the place where it should stand. */
  readonly pointer: string;
  /**
   * `type`: decoding refuses the value · `absent`: a required field is not there, is null or an empty text · `unlisted`: a text that is none of those a
   * field may have, as far as the versions that are known go · `unknown`: a field that is a slip of another one (`stringdata`). Strict
   * decoding, as kubectl asks for it, and a server-side apply refuse it; other requests drop it.
   */
  readonly fault: 'type' | 'absent' | 'unlisted' | 'unknown';
  readonly value: unknown;
  /** The type of the field, as `KubernetesFacts` writes it. */
  readonly type: string;
  /** What an `unlisted` one may be, and the field that an `unknown` one was meant to be. */
  readonly allowed: readonly string[];
}

/**
 * What an API server refuses about the structure of an object of Kubernetes' own kinds. An unknown field may be one of a later version, and
 * is passed over unless it is a slip of a known one. Nothing of other kinds, of versions that are not served, and of `status`.
 * Source: the API server decodes into the Go types of `k8s.io/api`; see `scripts/kubernetes.ts`.
 */
export function misfitsOf(object: JsonObject): readonly Misfit[] {
  const facts = kubernetesFacts();
  const kind = kindOf(object, facts);
  const judgement: Judgement = { facts, path: [], found: [] };
  if (kind !== undefined) judgeStruct(object, kind, judgement);
  return judgement.found;
}

/**
 * The same of one value, put to a place of such an object by a patch: whatever else the object holds.
 * @param keys the parts of the JSON pointer; an index, or `-`, leads into a list
 */
export function misfitsAt(object: KindOfObject, keys: readonly string[], value: unknown): readonly Misfit[] {
  const type = typeAt(object, keys);
  const judgement: Judgement = { facts: kubernetesFacts(), path: [...keys], found: [] };
  if (type !== undefined) judge(value, type, judgement);
  return judgement.found;
}

type KindOfObject = Pick<JsonObject, 'apiVersion' | 'kind'>;

function typeAt(object: KindOfObject, keys: readonly string[]): string | undefined {
  const facts = kubernetesFacts();
  const kind = kindOf(object, facts);
  let type = kind === undefined ? undefined : String(kind);
  for (const key of keys) type = type === undefined ? undefined : childType(type, key);
  return type;
}

function pointerTo(keys: readonly (string | number)[]): string {
  return keys.reduce<string>(childPointer, '');
}

function kindOf({ apiVersion, kind }: JsonObject, { kinds }: KubernetesFacts): number | undefined {
  const key = `${String(apiVersion)}/${String(kind)}`;
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined;
}

function childType(type: string, key: string): string | undefined {
  const bare = type.replace('!', '');
  if (bare.startsWith('{')) return bare.slice(1);
  // By another word a patch of a list fails.
  if (bare.startsWith('[')) return /^-?\d+$|^-$/.test(key) ? bare.slice(1) : undefined;
  const fields = fieldsOf(Number(bare));
  return fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

interface Judgement {
  readonly facts: KubernetesFacts;
  /** Where it is just now. Pointers are made of it for what is wrong alone: nearly all values are right. */
  readonly path: (string | number)[];
  readonly found: Misfit[];
}

function judgeStruct(value: JsonObject, at: number, judgement: Judgement): void {
  const fields = fieldsOf(at);
  if (fields === undefined) return;
  // By what is there: an object has few of the fields its kind knows.
  for (const name in value) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type !== undefined) judgeChild(value[name], type, name, judgement);
    else if (!NOT_IN_FACTS.has(name)) judgeUnknown(value, name, fields, judgement);
  }
  for (const [name, type] of requiredIn(fields)) {
    const child = Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
    if ((child === undefined || child === '') && !isOfTemplate(judgement.path))
      judgement.found.push({ pointer: pointerTo([...judgement.path, name]), fault: 'absent', value: undefined, type, allowed: [] });
  }
}

/** Fields that the facts leave out, of objects and of their metadata. */
const NOT_IN_FACTS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'managedFields', 'status']);

function judgeUnknown(holder: JsonObject, name: string, fields: Readonly<Record<string, string>>, judgement: Judgement): void {
  const meant = onlyMeant(name, Object.keys(fields));
  if (meant === undefined || (Object.hasOwn(holder, meant) && meant.toLowerCase() !== name.toLowerCase())) return;
  const pointer = pointerTo([...judgement.path, name]);
  judgement.found.push({ pointer, fault: 'unknown', value: undefined, type: '*', allowed: [meant] });
}

/** Nobody looks at the owners that a template names: what is made of it gets others. */
function isOfTemplate(path: Judgement['path']): boolean {
  return path.at(-2) === 'ownerReferences' && path[0] !== 'metadata';
}

function judgeChild(value: unknown, type: string, key: string | number, judgement: Judgement): void {
  judgement.path.push(key);
  judge(value, type, judgement);
  judgement.path.pop();
}

/** A `spec` that is not there is an empty one to an API server, so it is required where a field of it is. */
const requiredIn = oncePer((fields: Readonly<Record<string, string>>): readonly (readonly [name: string, type: string])[] =>
  Object.entries(fields).flatMap(([name, type]) => {
    if (type.startsWith('!')) return [[name, type.slice(1)] as const];
    return name === 'spec' && requiredIn(fieldsOf(Number(type)) ?? {}).length > 0 ? [[name, type] as const] : [];
  }),
);

/** A null is an absent field or an empty entry, whatever the type. */
function judge(value: unknown, written: string, judgement: Judgement): void {
  const type = written.startsWith('!') ? written.slice(1) : written;
  // Most fields are texts, and most texts are.
  if (type === '*' || value === null || value === undefined || (type === 's' && typeof value === 'string')) return;
  const letter = type.charAt(0);
  if (letter === '[') {
    if (!Array.isArray(value)) tell('type', value, type, judgement);
    else for (const [index, entry] of value.entries()) judgeChild(entry, type.slice(1), index, judgement);
  } else if (letter === '{') {
    if (!isObject(value)) tell('type', value, type, judgement);
    else for (const key of Object.keys(value)) judgeChild(value[key], type.slice(1), key, judgement);
  } else if (letter >= '0' && letter <= '9') {
    if (isObject(value)) judgeStruct(value, Number(type), judgement);
    else tell('type', value, type, judgement);
  } else if (letter === 'e') {
    const allowed = judgement.facts.values[Number(type.slice(1))] ?? [];
    if (typeof value !== 'string') tell('type', value, type, judgement);
    // An empty one counts as absent.
    else if (value !== '' && !allowed.includes(value)) tell('unlisted', value, type, judgement, allowed);
  } else if (!fitsScalar(value, letter)) tell('type', value, type, judgement);
}

function tell(fault: Misfit['fault'], value: unknown, type: string, { path, found }: Judgement, allowed: readonly string[] = []): void {
  found.push({ pointer: pointerTo(path), fault, value, type, allowed });
}
