import type { LoadedConfig } from '../../config.ts';
import { type Finding, SEVERITIES } from '../../finding.ts';
import { listed } from '../../fleet/text/listed.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import { openFindings } from '../../report/facts/lint/findings.ts';
import { counted, placeOf } from '../../report/facts/words/words.ts';
import type { LintReport } from '../../report.ts';

/** Number of findings that a sentence names. */
const SHOWN = 3;

/**
 * Sentences about findings of one tree that a change of the configuration hides: those reported only under the base's configuration, and
 * those with a lower severity.
 * @param judged the tree under the configuration of the change, and under that of the base
 * @param counts whether the configuration of the change already applies
 */
export function silencedNotes(
  [byChange, byBase]: readonly [LintReport, LintReport],
  { file }: LoadedConfig,
  counts: boolean,
): readonly string[] {
  const now = new Map(openFindings(byChange.findings).map((finding) => [identity(finding), finding]));
  const before = openFindings(byBase.findings).filter(({ rule }) => !rule.startsWith('suppression-'));
  const gone = before.filter((finding) => !now.has(identity(finding)));
  const milder = before.filter((finding) => {
    const { severity = finding.severity } = now.get(identity(finding)) ?? {};
    return SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(finding.severity);
  });
  const change = `This change of ${file}`;
  const [verbs, once] = counts ? [['turns off', 'makes'], ''] : [['will turn off', 'will make'], ', when it applies'];
  return [
    ...(gone.length === 0 ? [] : [`${change} ${verbs[0]} ${counted(gone.length, 'finding')}${once}: ${shown(gone)}.`]),
    ...(milder.length === 0 ? [] : [`${change} ${verbs[1]} ${counted(milder.length, 'finding')} less severe${once}: ${shown(milder)}.`]),
  ];
}

/** Sentences about suppressions that the change adds. */
export function acceptedNotes(accepted: readonly Finding[]): readonly string[] {
  return accepted.length === 0 ? [] : [`This change suppresses ${counted(accepted.length, 'finding')}: ${shown(accepted)}.`];
}

/**
 * Sentences about findings of one tree that a change of an input removes. A finding is the same if only its message changed, because
 * messages list clusters.
 * @param what the input
 * @param judged the tree with the input of the change, and with that of the base
 */
export function removedNotes(what: string, [byChange, byBase]: readonly [LintReport, LintReport]): readonly string[] {
  const place = ({ rule, object, pointer, file }: Finding): string =>
    JSON.stringify([rule, object === undefined ? file : objectKey(object), pointer]);
  const now = new Set(openFindings(byChange.findings).map(place));
  const gone = openFindings(byBase.findings).filter((finding) => !finding.rule.startsWith('suppression-') && !now.has(place(finding)));
  return gone.length === 0 ? [] : [`This change of ${what} removes ${counted(gone.length, 'finding')}: ${shown(gone, gone.length)}.`];
}

function shown(findings: readonly Finding[], most = SHOWN): string {
  return listed(
    findings.map((finding) => `${finding.rule} at ${placeOf(finding)}`),
    most,
  );
}

/** The identity of a finding without its severity. */
function identity({ rule, object, pointer, message, file }: Finding): string {
  return JSON.stringify([rule, object === undefined ? file : objectKey(object), pointer, message]);
}
