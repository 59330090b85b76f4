import type { Severity } from '../finding.ts';
import type { Report, ReportSettings } from '../report.ts';
import type { FoundConfig } from './config-file.ts';
import type { FailOn } from './fail-on.ts';
import { choiceFlag, defined, type Invocation, negatableFlag } from './invocation.ts';
import { RENDER_WITH } from './rendering.ts';

/** What a report says of the settings of its run; nothing where they are the defaults. */
export function settingsOf(
  invocation: Invocation,
  { config, path, file }: FoundConfig,
  { level, onlyNew }: FailOn,
): Pick<Report, 'settings'> {
  const rules = Object.entries(config.rules ?? {});
  const off = rules.flatMap(([id, { severity }]) => (severity === 'off' ? [id] : []));
  const severities = rules.flatMap(([id, { severity }]) =>
    severity === undefined || severity === 'off' ? [] : [[id, severity] as const],
  ) satisfies readonly (readonly [string, Severity])[];
  const settings: ReportSettings = {
    failOn: level,
    ...defined({
      config: path === undefined ? undefined : file,
      failOnNew: onlyNew ? true : undefined,
      failOnNotEvaluated: negatableFlag(invocation, 'fail-on-not-evaluated') ?? config.failOnNotEvaluated,
      off: off.length === 0 ? undefined : off,
      severities: severities.length === 0 ? undefined : Object.fromEntries(severities),
      render: choiceFlag(invocation, 'render-with', RENDER_WITH) ?? (config.render === 'off' ? config.render : undefined),
      exclude: (config.exclude ?? []).length === 0 ? undefined : config.exclude,
      suppress: (config.suppress ?? []).length === 0 ? undefined : config.suppress?.length,
    }),
  };
  return Object.keys(settings).length === 1 && level === 'error' ? {} : { settings };
}
