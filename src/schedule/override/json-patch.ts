import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import { isObject } from '../../fleet/json/json.ts';
import { ownCopy } from '../../fleet/json/own-copy.ts';
import type { PatchOperation } from '../../selection/override.ts';
import { setOwn } from '../../fleet/json/set-own.ts';

/**
 * Whether a value that is missing in the document may exist on the hub, by its reference tokens: `no`, `perhaps` (the API server fills in
 * defaults), `labelled` (only if a tool between the repository and the hub adds labels or annotations) or `guessed` (as `perhaps`, of a
 * kind whose defaults are not known).
 */
export type Presence = (tokens: readonly string[]) => 'no' | 'perhaps' | 'labelled' | 'guessed';

/**
 * `open`: the result depends on values that only the hub knows; the document is then the best guess. `unless`: the error if the hub does
 * not have the guessed value.
 */
export type PatchOutcome =
  | { readonly kind: 'patched'; readonly open: boolean; readonly unless?: string }
  | { readonly kind: 'failed'; readonly error: string; readonly certain: boolean };

/**
 * Applies one operation to the document in place. Source: `evanphx/json-patch` v5.9.11, which KubeFleet uses with its defaults: an index
 * may be negative, and missing parents are not created.
 */
export function applyOperation(document: unknown, { op, path, value }: PatchOperation, presence: Presence): PatchOutcome {
  if (!path.startsWith('/')) return { kind: 'failed', error: containerError(op, path), certain: true };
  const tokens = pointerKeys(path);
  if (tokens.length > MOST_KEYS) return { kind: 'failed', error: containerError(op, path), certain: true };
  const found = containerOf(document, tokens);
  if (found === undefined) {
    // `add` needs the parent of the target; the other operations need the target.
    const needed = tokens.map((_, index) => tokens.slice(0, index + 1)).slice(0, op === 'add' ? -1 : undefined);
    const absent = needed.filter((place) => valueAt(document, place) === undefined).map(presence);
    return missing(absent, containerError(op, path));
  }
  const { container, key } = found;
  return Array.isArray(container)
    ? onList(container, key, { op, path, value })
    : onObject(container, key, { op, path, value }, presence(tokens));
}

/** Keys of a path. Objects that are deeper are not read (`maxDepth` of the YAML reader). */
export const MOST_KEYS = 200;

type Container = Record<string, unknown> | unknown[];
interface Found {
  readonly container: Container;
  readonly key: string;
}

function containerOf(document: unknown, tokens: readonly string[]): Found | undefined {
  const container = valueAt(document, tokens.slice(0, -1));
  if (!Array.isArray(container) && !isObject(container)) return undefined;
  return { container: container as Container, key: tokens.at(-1) ?? '' };
}

function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let at = document;
  for (const token of tokens) at = childOf(at, token) ?? undefined;
  return at;
}

function childOf(container: unknown, token: string): unknown {
  if (!Array.isArray(container)) return isObject(container) && Object.hasOwn(container, token) ? container[token] : undefined;
  const index = indexOf(token, container.length);
  return index === undefined ? undefined : container[index];
}

/** If one of them is certainly absent, the operation fails. */
function missing(absent: readonly ReturnType<Presence>[], error: string): PatchOutcome {
  if (absent.includes('no') || absent.length === 0) return { kind: 'failed', error, certain: true };
  if (absent.includes('labelled')) return { kind: 'failed', error, certain: false };
  return { kind: 'patched', open: true, ...(absent.includes('guessed') ? { unless: error } : {}) };
}

function containerError(op: PatchOperation['op'], path: string): string {
  return `${op} operation does not apply: doc is missing path: ${op === 'replace' ? path : `"${path}"`}: missing value`;
}

const PATCHED: PatchOutcome = { kind: 'patched', open: false };

function onObject(
  container: Record<string, unknown>,
  key: string,
  { op, path, value }: PatchOperation,
  presence: ReturnType<Presence>,
): PatchOutcome {
  const isThere = Object.hasOwn(container, key);
  if (op === 'add') {
    // The API server does not store empty objects, so there may be no parent to add to.
    const open = Object.keys(container).length === 0;
    setOwn(container, key, ownCopy(value));
    return { kind: 'patched', open };
  }
  const error =
    op === 'replace'
      ? `replace operation does not apply: doc is missing key: ${path}: missing value`
      : `error in remove for path: '${path}': unable to remove nonexistent key: ${key}: missing value`;
  const isGuessed = !isThere && presence === 'guessed';
  if (!isThere && presence !== 'perhaps' && !isGuessed) return { kind: 'failed', error, certain: presence === 'no' };
  if (op === 'remove') delete container[key];
  else setOwn(container, key, ownCopy(value));
  return { kind: 'patched', open: !isThere, ...(isGuessed ? { unless: error } : {}) };
}

function onList(container: unknown[], key: string, { op, path, value }: PatchOperation): PatchOutcome {
  if (op === 'add' && key === '-') {
    container.push(ownCopy(value));
    return { kind: 'patched', open: container.length === 1 };
  }
  const index = indexOf(key, op === 'add' ? container.length + 1 : container.length);
  if (index === undefined) return { kind: 'failed', error: indexError(op, path, key), certain: true };
  if (op === 'add') container.splice(index, 0, ownCopy(value));
  else if (op === 'remove') container.splice(index, 1);
  else container[index] = ownCopy(value);
  return op === 'add' && container.length === 1 ? { kind: 'patched', open: true } : PATCHED;
}

/** An index into `length` items, parsed like Go's Atoi. A negative index counts from the end. */
function indexOf(token: string, length: number): number | undefined {
  if (!/^[+-]?\d+$/.test(token)) return undefined;
  const index = Number(token);
  const place = index < 0 ? index + length : index;
  return place >= 0 && place < length ? place : undefined;
}

function indexError(op: PatchOperation['op'], path: string, key: string): string {
  if (op === 'replace') return `replace operation does not apply: doc is missing key: ${path}: missing value`;
  const isInteger = /^[+-]?\d+$/.test(key);
  const isNumber = isInteger && Math.abs(Number(key)) < 2 ** 63;
  const syntax = `strconv.Atoi: parsing ${JSON.stringify(key)}: ${isInteger ? 'value out of range' : 'invalid syntax'}`;
  const why = isNumber
    ? `Unable to access invalid index: ${Number(key)}: invalid index referenced`
    : op === 'add'
      ? `value was not a proper array index: '${key}': ${syntax}`
      : syntax;
  return `error in ${op} for path: '${path}': ${why}`;
}
