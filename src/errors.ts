import type { ReportSettings } from './report.ts';

/** Wrong usage or configuration: one line that says what, where and what to do. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The hub could not be seen: `unreachable` (exit 4) or `notAllowed` (exit 5). One line that says what to do. */
export class HubError extends Error {
  override readonly name = 'HubError';
  readonly kind: 'unreachable' | 'notAllowed';

  constructor(kind: 'unreachable' | 'notAllowed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** There was nothing to check or to wait for. Exit code 3. */
export class NothingToDo extends Error {
  override readonly name = 'NothingToDo';
  /** What left nothing to check, perhaps. */
  readonly settings: ReportSettings | undefined;

  constructor(message: string, settings?: ReportSettings) {
    super(message);
    this.settings = settings;
  }
}
