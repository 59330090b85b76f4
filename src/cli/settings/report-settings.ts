import type { Severity } from '../../finding.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import type { Report, ReportSettings } from '../../report.ts';
import type { FoundConfig } from './config-file.ts';
import type { FailOn } from './fail-on.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { readsHub } from '../command-line/reads-hub.ts';

/** The settings that a report shows; empty if all are defaults. */
export function settingsOf(
  invocation: Invocation,
  { config: found, target }: { readonly config: FoundConfig; readonly target: HubProfile },
  { level, onlyNew, assumption }: FailOn,
): Pick<Report, 'settings'> {
  const { config } = found;
  const settings: ReportSettings = {
    failOn: level,
    ...defined({
      ...configNamed(found),
      target: (invocation.value('target') ?? config.target) === undefined ? undefined : target,
      failOnNew: onlyNew ? true : undefined,
      failOnNotEvaluated: flagValue(invocation, 'fail-on-not-evaluated') ?? config.failOnNotEvaluated,
      failOnAssumption: assumption ? true : undefined,
      ...ruleSettings(config),
      render: flagValue(invocation, 'render-with') ?? (config.render === 'off' ? config.render : undefined),
      renderOnly: Array.isArray(config.render) ? [...new Set(config.render.map(({ path }) => path))] : undefined,
      clusters: invocation.value('clusters') === undefined && !readsHub(invocation) ? config.clusters : undefined,
      paths: invocation.positionals.length === 0 ? config.paths : undefined,
      exclude: orAbsent(config.exclude ?? []),
      suppress: (config.suppress ?? []).length === 0 ? undefined : config.suppress?.length,
    }),
  };
  return Object.keys(settings).length === 1 && level === 'error' ? {} : { settings };
}

/** The configuration file, and the tree that it is from if that is not the judged one. */
export function configNamed({ path, file, tree }: FoundConfig): { [Key in 'config' | 'configFrom']: string | undefined } {
  return { config: path === undefined ? undefined : file, configFrom: path === undefined ? undefined : tree?.name };
}

function ruleSettings({ rules = {} }: FoundConfig['config']): {
  [Key in 'off' | 'severities' | 'options']: ReportSettings[Key] | undefined;
} {
  const entries = Object.entries(rules);
  const severities = entries.flatMap(([id, { severity }]) =>
    severity === undefined || severity === 'off' ? [] : [[id, severity] as const],
  ) satisfies readonly (readonly [string, Severity])[];
  return {
    off: orAbsent(entries.flatMap(([id, { severity }]) => (severity === 'off' ? [id] : []))),
    severities: severities.length === 0 ? undefined : Object.fromEntries(severities),
    options: orAbsent(entries.flatMap(([id, { options = {} }]) => (Object.keys(options).length === 0 ? [] : [id]))),
  };
}

function orAbsent(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}
