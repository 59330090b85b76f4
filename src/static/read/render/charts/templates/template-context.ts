/** What a value has of all that a template is given: its values, its release and what the hub can do. */
export interface Context {
  /** It is all of that, or a copy: `.` or `$`, as it is written there. */
  readonly all?: string;
  /** What has it within the value. Items of a list have their numbers; one whose name or number is computed is `*`. */
  readonly fields: ReadonlyMap<string, Context>;
  /** It has more fields than are followed by name, so all of them are one field, `*`. */
  readonly isMany?: true;
}

export const NOTHING: Context = { fields: new Map() };
export const ALL_OF_DOT: Context = { all: '.', fields: new Map() };
export const ALL_OF_ROOT: Context = { all: '$', fields: new Map() };

/** A list of these. */
export function itemsOf(items: readonly Context[]): Context {
  const item = joined(items);
  return isNothing(item) ? NOTHING : fieldWith('*', item);
}

/** @param path names with dots between them, maybe with one before them */
export function fieldOf(value: Context, path: string): Context {
  let found = value;
  for (const name of path.split('.')) if (name !== '') found = found.fields.get(name) ?? found.fields.get('*') ?? NOTHING;
  return found;
}

/** All of it that a value has somewhere. */
export function readOf({ all, fields }: Context): string | undefined {
  if (all !== undefined) return `all of ${all}`;
  return fields
    .values()
    .map(readOf)
    .find((each) => each !== undefined);
}

export function isNothing(value: Context): boolean {
  return readOf(value) === undefined;
}

export function asWritten(value: Context, all: string): Context {
  return value.all === undefined ? value : { ...value, all };
}

export function joined(values: Iterable<Context>): Context {
  const list = [...values].filter((value) => !isNothing(value));
  const [first] = list;
  if (first === undefined) return NOTHING;
  if (list.length === 1) return first;
  const all = list.find((value) => value.all !== undefined)?.all;
  const entries = list.flatMap((value) => [...value.fields]);
  const isMany = list.some((value) => value.isMany === true) || new Set(entries.map(([name]) => name)).size > MOST_FIELDS;
  const fields = Map.groupBy(entries, ([name]) => (isMany ? '*' : name));
  return {
    ...(all === undefined ? {} : { all }),
    ...(isMany ? { isMany } : {}),
    fields: new Map([...fields].map(([name, found]) => [name, joined(found.map(([, value]) => value))])),
  };
}

/** A value with another one in a field. If that has fields of fields itself, it is taken for all that the template is given. */
export function fieldWith(name: string, value: Context): Context {
  return { fields: new Map([[name, isDeep(value) ? WITHIN : value]]) };
}

function isDeep({ fields }: Context): boolean {
  return fields.values().some((value) => value.fields.size > 0);
}

export function isSame(a: Context, b: Context): boolean {
  if ((a.all === undefined) !== (b.all === undefined) || a.fields.size !== b.fields.size) return false;
  return [...a.fields].every(([name, value]) => isSame(value, b.fields.get(name) ?? NOTHING));
}

/** Real charts pass it in one or two names. */
const MOST_FIELDS = 20;
const WITHIN: Context = { all: '.', fields: new Map([['*', ALL_OF_DOT]]) };
