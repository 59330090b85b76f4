/**
 * Go types as `encoding/json` reads and writes them, as far as needed to find what a typed decoding refuses or changes. `name` is the type
 * as Go prints it in errors.
 */
export type GoType =
  | { readonly kind: 'string' | 'bool' | 'int' | 'int32' | 'int64' | 'int-or-string' | 'time' | 'raw'; readonly name: string }
  | { readonly kind: 'list' | 'map'; readonly name: string; readonly of: GoType }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: Readonly<Record<string, GoField>> };

export interface GoField {
  readonly type: GoType;
  /** A pointer: absent and zero are different. */
  readonly pointer: boolean;
  /** Tag `omitempty`: an empty value is not written. */
  readonly omitEmpty: boolean;
}

export const string = (name = 'string'): GoType => ({ kind: 'string', name });
export const bool: GoType = { kind: 'bool', name: 'bool' };
export const int: GoType = { kind: 'int', name: 'int' };
export const int32: GoType = { kind: 'int32', name: 'int32' };
export const int64: GoType = { kind: 'int64', name: 'int64' };
/** Its own decoder reads a value that is not a string as an int32. */
export const intOrString: GoType = { kind: 'int-or-string', name: 'int32' };
export const time: GoType = { kind: 'time', name: 'string' };
/** Not decoded. */
export const raw: GoType = { kind: 'raw', name: '' };
export const list = (of: GoType): GoType => ({ kind: 'list', name: `[]${of.name}`, of });
export const stringMap: GoType = { kind: 'map', name: 'map[string]string', of: string() };
export const struct = (name: string, fields: Readonly<Record<string, GoField>>): GoType => ({ kind: 'struct', name, fields });

/** A field with `omitempty`. */
export const optional = (type: GoType): GoField => ({ type, pointer: false, omitEmpty: true });
/** A field that is always written. */
export const always = (type: GoType): GoField => ({ type, pointer: false, omitEmpty: false });
/** A pointer with `omitempty`. */
export const pointer = (type: GoType): GoField => ({ type, pointer: true, omitEmpty: true });
