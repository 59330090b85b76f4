import type { ReportSettings } from './report.ts';

/** Wrong usage or configuration. The message is one line: what is wrong, where, and what to do. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The hub could not be read: `unreachable` (exit 4) or `notAllowed` (exit 5). The message is one line that says what to do. */
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
  /** The settings that may be the reason. */
  readonly settings: ReportSettings | undefined;

  constructor(message: string, settings?: ReportSettings) {
    super(message);
    this.settings = settings;
  }
}
