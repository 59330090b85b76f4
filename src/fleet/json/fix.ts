/** The one right correction of an error: an edit of an object. Its `at` is a JSON pointer into the object. */
export type Fix =
  /** Replaces the text of a scalar. */
  | { readonly kind: 'value'; readonly at: string; readonly value: string }
  /** Renames a field. `at` points to the field's value. */
  | { readonly kind: 'key'; readonly at: string; readonly key: string }
  /** Adds a field to the mapping at `at`. */
  | { readonly kind: 'entry'; readonly at: string; readonly key: string; readonly value: string };
