/** `failure` is a judgement, `error` means it could not be judged, `skipped` is suppressed, not evaluated, or waited for. */
export type Result = 'passed' | 'failure' | 'error' | 'skipped';

export interface Case {
  readonly name: string;
  readonly result: Result;
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
  readonly properties?: Suite['properties'];
}

export interface Suite {
  readonly name: string;
  /** Names and values. */
  readonly properties?: readonly (readonly [string, string])[];
  readonly cases: readonly Case[];
}
