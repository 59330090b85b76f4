import type { Fix } from '../../fleet/json/fix.ts';
import { isDeepStrictEqual } from 'node:util';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, isObject } from '../../fleet/json/json.ts';

export interface CelWording {
  /** JSON pointer from the value that the rule validates to the field that breaks it. */
  readonly at: string;
  readonly sentence?: string;
  readonly hint?: string;
  /** The edit that corrects it, if there is exactly one right answer. Its `at` starts at the value that the rule validates. */
  readonly fix?: Fix;
}

/** Returns our sentence for one rule, from the validated value and the old one. */
export type Wording = (value: unknown, old: unknown) => CelWording;

/** Each wording with the beginning of the message that it replaces. */
export type Wordings = readonly (readonly [string, Wording])[];

export const RECREATE = 'Keep the old value, or delete the object and create it again.';
/** How a field of a placement changes that the hub does not let change. Source: KubeFleet pkg/controllers/placement, handleDelete. */
export const RECREATE_PLACEMENT =
  'delete the placement and create it again, which first deletes its objects from every cluster, with all that they hold';

/** The wording for a field that must not change. Without `child` it points at the first child that differs. */
export function changed(what: string, hint: string, child = ''): Wording {
  return (value, old) => ({
    at: child === '' ? firstChange(value, old) : childPointer('', child),
    sentence: `${what} cannot be changed${versus(child === '' ? [value, old] : [field(value, child), field(old, child)])}.`,
    hint,
  });
}

function versus([value, old]: readonly unknown[]): string {
  const scalars = [value, old].every((each) => typeof each === 'string' || typeof each === 'number');
  return scalars ? ` (from ${String(old)} to ${String(value)})` : '';
}

function firstChange(value: unknown, old: unknown): string {
  if (!isObject(value) || !isObject(old)) return '';
  const key = Object.keys(value).find((name) => !isDeepStrictEqual(value[name], old[name]));
  return key === undefined ? '' : `${childPointer('', key)}${firstChange(value[key], old[key])}`;
}

/** A pointer to `child` of the first entry that matches; empty if none does. */
export function entryAt(list: unknown, matches: (entry: unknown, at: number) => boolean, child: string): string {
  const at = Array.isArray(list) ? list.findIndex(matches) : -1;
  return at === -1 ? '' : `/${String(at)}/${child}`;
}

export function has(value: unknown, name: string): boolean {
  return field(value, name) !== undefined;
}
