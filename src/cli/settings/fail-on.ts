import type { Config, SettingValue } from '../../settings/settings.ts';
import { ConfigError } from '../../errors.ts';
import { failingAt, type FailLevel, type NotEvaluated } from '../../finding.ts';
import { EXIT_CODES, type LintReport, type Report } from '../../report.ts';
import { defaultValue, flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';

/** The settings for the exit code of `lint` and `plan`. Flags override the configuration file, which overrides the defaults. */
export interface FailOn {
  readonly level: FailLevel;
  /** Only findings that the base lacks make the run fail. */
  readonly onlyNew: boolean;
  /** `unknown`: KubeFleet objects whose final content is unknown; `all`: everything that was not evaluated. */
  readonly notEvaluated: 'all' | 'unknown' | 'none';
  /** Objects that the change needs from elsewhere make the run fail. */
  readonly assumption: boolean;
  readonly removal: SettingValue<'fail-on-removal'>;
}

/** @throws {ConfigError} */
export function failOn(invocation: Invocation, config: Config): FailOn {
  const level = flagValue(invocation, 'fail-on') ?? config.failOn ?? defaultValue('fail-on');
  const asked = flagValue(invocation, 'fail-on-not-evaluated') ?? config.failOnNotEvaluated;
  const assumption = flagValue(invocation, 'fail-on-assumption') ?? config.failOnAssumption === true;
  const { named } = invocation;
  const onlyNew = invocation.switch('fail-on-new');
  const hasBase = (['base', 'base-exact', 'base-dir'] as const).some((name) => invocation.value(name) !== undefined);
  if (onlyNew && !hasBase)
    throw new ConfigError(
      `${named('fail-on-new')} needs a base to compare with: give ${named('base', 'REF')} or ${named('base-dir', 'DIR')}`,
    );
  const removal = flagValue(invocation, 'fail-on-removal') ?? defaultValue('fail-on-removal');
  if (removal !== 'none' && !hasBase)
    throw new ConfigError(
      `${named('fail-on-removal')} needs a base to compare with: give ${named('base', 'REF')} or ${named('base-dir', 'DIR')}`,
    );
  // If all findings may pass, unevaluated input may pass too, unless the user set otherwise.
  const byDefault = level === 'none' ? 'none' : 'unknown';
  return { level, onlyNew, notEvaluated: asked === undefined ? byDefault : asked ? 'all' : 'none', assumption, removal };
}

/** Whether a finding fails the run. */
export function hasFailing({ findings }: LintReport, { level, onlyNew }: FailOn): boolean {
  const failing = failingAt(level);
  return findings.some(
    ({ severity, suppressed, state }) =>
      failing.includes(severity) && suppressed === undefined && state !== 'fixed' && !(onlyNew && state === 'unchanged'),
  );
}

/** Whether a need for an object from elsewhere fails the run. */
export function failsByAssumption({ assumptions = [] }: Pick<LintReport, 'assumptions'>, { assumption, onlyNew }: FailOn): boolean {
  return assumption && assumptions.some(({ state }) => !(onlyNew && state === 'unchanged'));
}

/**
 * Outcome and exit code: failing findings first, then unevaluated input. `clean` says whether there are no faults at all, failing or not.
 */
export function verdictOf(
  { failed, clean }: { readonly failed: boolean; readonly clean: boolean },
  notEvaluated: readonly NotEvaluated[],
  { notEvaluated: fails, onlyNew }: FailOn,
): Pick<Report, 'outcome' | 'exitCode'> {
  if (failed) return { outcome: 'findings', exitCode: EXIT_CODES.failed };
  const open = notEvaluated.some(
    ({ fleetObject, state }) => (fails === 'all' || (fails === 'unknown' && fleetObject === true)) && !(onlyNew && state === 'unchanged'),
  );
  if (open) return { outcome: 'notEvaluated', exitCode: EXIT_CODES.notEvaluated };
  return { outcome: clean ? 'clean' : 'findings', exitCode: EXIT_CODES.passed };
}
