/** `failure` is a judgement, `error` means it could not be judged, `skipped` is suppressed or not evaluated. */
export type Result = 'passed' | 'failure' | 'error' | 'skipped';

export interface Case {
  readonly name: string;
  readonly result: Result;
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}
