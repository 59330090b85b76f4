/** One violated keyword, as ajv reports it. */
export interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A precompiled validator. It returns whether the value is valid, and stores all violations in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}
