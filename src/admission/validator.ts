/** One violated keyword, as ajv reports it. */
export interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A precompiled validator: answers whether the value is valid and leaves all violations in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}
