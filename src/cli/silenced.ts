import type { Config, LoadedConfig } from '../config.ts';
import { failingAt, type Finding, SEVERITIES } from '../finding.ts';
import { objectKey } from '../fleet/object.ts';
import { standing } from '../report/facts/findings.ts';
import { counted, placeOf } from '../report/facts/words.ts';
import type { LintReport } from '../report.ts';

/** Findings a sentence names. */
const SHOWN = 3;

/**
 * What a change of the configuration silences, in whole sentences: findings that stand under the configuration of the base and not under this
 * one, findings it calls milder, and what it lets pass.
 */
export function silencedNotes(head: LintReport, underBase: LintReport, config: LoadedConfig, base: LoadedConfig): readonly string[] {
  const now = new Map(standing(head.findings).map((finding) => [identity(finding), finding]));
  const before = standing(underBase.findings).filter(({ rule }) => !rule.startsWith('suppression-'));
  const gone = before.filter((finding) => !now.has(identity(finding)));
  const milder = before.filter((finding) => {
    const { severity = finding.severity } = now.get(identity(finding)) ?? {};
    return SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(finding.severity);
  });
  const change = `This change of ${config.file}`;
  return [
    ...(gone.length === 0 ? [] : [`${change} turns off ${counted(gone.length, 'finding')}: ${shown(gone)}.`]),
    ...(milder.length === 0 ? [] : [`${change} makes ${counted(milder.length, 'finding')} milder: ${shown(milder)}.`]),
    ...relaxed(config.config, base.config).map((what) => `${change} lets more pass: ${what}.`),
  ];
}

function relaxed(now: Config, before: Config): readonly string[] {
  const [level = 'error', was = 'error'] = [now.failOn, before.failOn];
  return [
    ...(failingAt(level).length < failingAt(was).length ? [`failOn is ${level}, and was ${was}`] : []),
    ...(now.failOnNotEvaluated !== true && before.failOnNotEvaluated === true ? ['failOnNotEvaluated is no longer true'] : []),
    ...(now.failOnNotEvaluated === false && before.failOnNotEvaluated === undefined ? ['failOnNotEvaluated is false'] : []),
  ];
}

function shown(findings: readonly Finding[]): string {
  const rest = findings.length - SHOWN;
  const names = findings.slice(0, SHOWN).map((finding) => `${finding.rule} at ${placeOf(finding)}`);
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Whatever its severity. */
function identity({ rule, object, pointer, message, file }: Finding): string {
  return JSON.stringify([rule, object === undefined ? file : objectKey(object), pointer, message]);
}
