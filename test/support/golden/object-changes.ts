import { isObject } from '../../../src/fleet/json/json.ts';

/** The new value at a place; without a value the place was removed. */
export type Change = readonly [place: readonly (string | number)[], value?: unknown];

/** The changes that turn one value into the other. They are short, because an update of an object repeats most of it. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length <= after.length)
    return after.flatMap((entry: unknown, index) => below(index, index in before ? changesOf(before[index], entry) : [[[], entry]]));
  if (isObject(before) && isObject(after)) {
    const gone = Object.keys(before).filter((key) => !(key in after));
    return [
      ...gone.map((key): Change => [[key]]),
      ...Object.entries(after).flatMap(([key, entry]) => below(key, key in before ? changesOf(before[key], entry) : [[[], entry]])),
    ];
  }
  return before === after ? [] : [[[], after]];
}

/** A copy of the value with the changes applied. */
export function withChanges(value: unknown, changes: readonly Change[]): unknown {
  return changes.reduce((before, change) => withChange(before, change), value);
}

function withChange(value: unknown, [[key, ...rest], ...entry]: Change): unknown {
  if (key === undefined) return entry[0];
  if (Array.isArray(value))
    return [...value.slice(0, Number(key)), withChange(value[Number(key)], [rest, ...entry]), ...value.slice(Number(key) + 1)];
  const record = value as Readonly<Record<string, unknown>>;
  if (rest.length > 0 || entry.length > 0) return { ...record, [key]: withChange(record[key], [rest, ...entry]) };
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

function below(key: string | number, changes: readonly Change[]): readonly Change[] {
  return changes.map(([place, ...entry]): Change => [[key, ...place], ...entry]);
}
