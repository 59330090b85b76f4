/** The answer of an API server to a dry run. */
export type DryRunAnswer =
  | { readonly kind: 'accepted'; readonly object: unknown; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string; readonly message: string }
  /** There was no usable answer. A clause. */
  | { readonly kind: 'none'; readonly why: string };
