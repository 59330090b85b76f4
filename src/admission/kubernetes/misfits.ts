import { childPointer } from '../../fleet/json-pointer.ts';
import { isObject, type JsonObject } from '../../fleet/json.ts';
import { oncePer } from '../../fleet/once-per.ts';
import { kubernetesFacts, type KubernetesFacts } from './facts.ts';
import { fitsScalar } from './scalars.ts';

/** A value that no API server takes at its place. */
export interface Misfit {
  /** JSON pointer into the object; for a missing field the place where it should stand. */
  readonly pointer: string;
  /**
   * `type`: decoding refuses the value · `absent`: a required field is not there, or is null · `unlisted`: a text that is none of those a
   * field may have, as far as the versions that are known go.
   */
  readonly fault: 'type' | 'absent' | 'unlisted';
  readonly value: unknown;
  /** The type of the field, as `KubernetesFacts` writes it. */
  readonly type: string;
  /** What an `unlisted` one may be. */
  readonly allowed: readonly string[];
}

/**
 * What an API server refuses about the structure of an object of Kubernetes' own kinds, wherever it comes from: a member that applies it takes
 * no notice of unknown fields, and neither does this. Nothing of other kinds, of versions that are not served, and of `status`.
 * Source: the API server decodes into the Go types of `k8s.io/api`; see `scripts/kubernetes.ts`.
 */
export function misfitsOf(object: JsonObject): readonly Misfit[] {
  const facts = kubernetesFacts();
  const kind = kindOf(object, facts);
  const found: Misfit[] = [];
  if (kind !== undefined) judgeStruct(object, kind, '', facts, found);
  return found;
}

/**
 * The same of one value, put to a place of such an object by a patch: whatever else the object holds.
 * @param keys the parts of the JSON pointer; an index, or `-`, leads into a list
 */
export function misfitsAt(object: KindOfObject, keys: readonly string[], value: unknown): readonly Misfit[] {
  const type = typeAt(object, keys);
  const found: Misfit[] = [];
  if (type !== undefined) judge(value, type, pointerTo(keys), kubernetesFacts(), found);
  return found;
}

/** What is missing once a patch takes away what stands at a place; `undefined` where nothing has to stand there. */
export function requiredAt(object: KindOfObject, keys: readonly string[]): Misfit | undefined {
  const type = typeAt(object, keys);
  if (type?.startsWith('!') !== true) return undefined;
  return { pointer: pointerTo(keys), fault: 'absent', value: undefined, type: type.slice(1), allowed: [] };
}

type KindOfObject = Pick<JsonObject, 'apiVersion' | 'kind'>;

function typeAt(object: KindOfObject, keys: readonly string[]): string | undefined {
  const facts = kubernetesFacts();
  const kind = kindOf(object, facts);
  let type = kind === undefined ? undefined : String(kind);
  for (const key of keys) type = type === undefined ? undefined : childType(type, key, facts);
  return type;
}

function pointerTo(keys: readonly string[]): string {
  let pointer = '';
  for (const key of keys) pointer = childPointer(pointer, key);
  return pointer;
}

function kindOf({ apiVersion, kind }: JsonObject, { kinds }: KubernetesFacts): number | undefined {
  const key = `${String(apiVersion)}/${String(kind)}`;
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined;
}

function childType(type: string, key: string, { structs }: KubernetesFacts): string | undefined {
  const bare = type.replace('!', '');
  if (bare.startsWith('{')) return bare.slice(1);
  // By another word a patch of a list fails.
  if (bare.startsWith('[')) return /^-?\d+$|^-$/.test(key) ? bare.slice(1) : undefined;
  const fields = structs[Number(bare)];
  return fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function judgeStruct(value: JsonObject, at: number, pointer: string, facts: KubernetesFacts, found: Misfit[]): void {
  const fields = facts.structs[at];
  if (fields === undefined) return;
  // By what is there: an object has few of the fields its kind knows.
  for (const name of Object.keys(value)) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type !== undefined) judge(value[name], type, childPointer(pointer, name), facts, found);
  }
  for (const [name, type] of requiredIn(fields)) {
    const child = Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
    if (child === undefined) found.push({ pointer: childPointer(pointer, name), fault: 'absent', value: undefined, type, allowed: [] });
  }
}

const requiredIn = oncePer((fields: Readonly<Record<string, string>>): readonly (readonly [name: string, type: string])[] =>
  Object.entries(fields).flatMap(([name, type]) => (type.startsWith('!') ? [[name, type.slice(1)] as const] : [])),
);

/** A null is an absent field or an empty entry, whatever the type. */
function judge(value: unknown, written: string, pointer: string, facts: KubernetesFacts, found: Misfit[]): void {
  const type = written.startsWith('!') ? written.slice(1) : written;
  // Most fields are texts, and most texts are.
  if (type === '*' || value === null || value === undefined || (type === 's' && typeof value === 'string')) return;
  const misfit = (fault: Misfit['fault'], allowed: readonly string[] = []): number => found.push({ pointer, fault, value, type, allowed });
  const letter = type.charAt(0);
  if (letter === '[') {
    if (!Array.isArray(value)) misfit('type');
    else for (const [index, entry] of value.entries()) judge(entry, type.slice(1), childPointer(pointer, index), facts, found);
  } else if (letter === '{') {
    if (!isObject(value)) misfit('type');
    else for (const [key, entry] of Object.entries(value)) judge(entry, type.slice(1), childPointer(pointer, key), facts, found);
  } else if (letter >= '0' && letter <= '9') {
    if (isObject(value)) judgeStruct(value, Number(type), pointer, facts, found);
    else misfit('type');
  } else if (letter === 'e') {
    const allowed = facts.values[Number(type.slice(1))] ?? [];
    if (typeof value !== 'string') misfit('type');
    // An empty one counts as absent.
    else if (value !== '' && !allowed.includes(value)) misfit('unlisted', allowed);
  } else if (!fitsScalar(value, letter)) misfit('type');
}
