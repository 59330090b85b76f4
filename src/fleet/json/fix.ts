/** How one fault is mended that has one right answer: an edit of an object, told by JSON pointers into it. */
export type Fix =
  /** Another text in the place of a scalar. */
  | { readonly kind: 'value'; readonly at: string; readonly value: string }
  /** Another name for a field; `at` leads to what is in it. */
  | { readonly kind: 'key'; readonly at: string; readonly key: string }
  /** One more field of a mapping, which `at` leads to. */
  | { readonly kind: 'entry'; readonly at: string; readonly key: string; readonly value: string };
