import type { Report, ReportSettings } from '../../report.ts';
import { listed } from '../../fleet/text/listed.ts';
import { changeLines } from './watch.ts';
import { counted } from './words/words.ts';

/** What a reader must know before the details of this run. Untrusted text. */
export function noteLines({ silenced = [], notes = [], watch }: Pick<Report, 'silenced' | 'notes' | 'watch'>): readonly string[] {
  return [...silenced, ...changeLines(watch), ...notes];
}

/** What a plan assumes, and what its diff could not compare: for a format that shows of a plan only what fails. Untrusted text. */
export function planRemarks({ plan }: Pick<Report, 'plan'>): readonly string[] {
  return [...(plan?.assumptions ?? []), ...(plan?.diff?.notVerified ?? []).map((text) => `Not verified: ${text}`)];
}

/** What a change silences, in short, as the end of a headline; empty if it silences nothing. Untrusted text. */
export function silencedTail({ silenced = [] }: Pick<Report, 'silenced'>): string {
  return silenced.map((sentence) => `; ${sentence.replace(/:.*$/s, '').replace(/^T/, 't')}`).join('');
}

/** The settings of a run that are not the defaults. Untrusted text. */
export function settingsLines({ settings, ready }: Pick<Report, 'settings' | 'ready'>): readonly string[] {
  return settings === undefined ? [] : [settingsText(settings, ready?.windows?.count ?? 0)];
}

/** The most names that a setting shows, so that one does not hide the others. */
const SHOWN = 10;

/** `Settings (.fleet-gate.yaml): fails on no finding; rules off: schema; excluded: examples/**` */
function settingsText(settings: ReportSettings, windows: number): string {
  const { config, configFrom } = settings;
  const name = config === undefined ? '' : ` (${config}${configFrom === undefined ? '' : ` of ${configFrom}`})`;
  return `Settings${name}: ${[...failParts(settings), ...scopeParts(settings), ...gateParts(settings), ...windowParts(windows)].join('; ') || 'the defaults'}.`;
}

function failParts({
  failOn,
  failOnNew,
  failOnNotEvaluated,
  failOnAssumption,
  off,
  severities,
  options,
  suppress,
}: ReportSettings): readonly string[] {
  const named = Object.entries(severities ?? {}).map(([rule, severity]) => `${rule} ${severity}`);
  return [
    ...(failOn === undefined ? [] : [`fails on ${failOnNew === true ? 'new ' : ''}${FAILS_ON[failOn]}`]),
    ...(failOnNotEvaluated === undefined
      ? []
      : [failOnNotEvaluated ? 'fails on everything that was not evaluated' : 'does not fail on what was not evaluated']),
    ...(failOnAssumption === true ? ['fails on objects that come from elsewhere'] : []),
    ...list('rules off', off),
    ...list('severities', named),
    ...list('rules with options', options),
    ...(suppress === undefined ? [] : [`${counted(suppress, 'finding')} accepted`]),
  ];
}

const FAILS_ON = { error: 'errors', warning: 'warnings and errors', none: 'no finding' } as const;

function scopeParts({ target, render, renderOnly, clusters, paths, exclude }: ReportSettings): readonly string[] {
  return [
    ...(target === undefined ? [] : [`for hub ${target}`]),
    ...(render === undefined ? [] : [render === 'off' ? 'nothing rendered' : `rendered with ${render} alone`]),
    ...(renderOnly?.length === 0 ? ['nothing rendered'] : list('only rendered', renderOnly)),
    ...(clusters === undefined ? [] : [`clusters: ${clusters}`]),
    ...list('only checked', paths),
    ...list('excluded', exclude),
  ];
}

function gateParts({ gate = {} }: ReportSettings): readonly string[] {
  return Object.entries(gate).map(([name, value]) => `${name}: ${value}`);
}

function windowParts(windows: number): readonly string[] {
  return windows === 0 ? [] : [counted(windows, 'window')];
}

function list(title: string, names: readonly string[] = []): readonly string[] {
  return names.length === 0 ? [] : [`${title}: ${listed(names, SHOWN)}`];
}
