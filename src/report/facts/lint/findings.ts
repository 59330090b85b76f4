import { EFFECT_TEXT, SEVERITIES } from '../../../finding.ts';
import type { Finding } from '../../../finding.ts';
import type { LintReport } from '../../../report.ts';
import { counted } from '../words/words.ts';
import { unknownObjects } from './unevaluated.ts';

/** What happens to the object of a finding, in words. It says if the hub would report it only later, or if the object may be right. */
export function effectText({ effect, later, open }: Pick<Finding, 'effect' | 'later' | 'open'>): string {
  if (open === true) return 'probably wrong; it depends on objects outside these files';
  return `${EFFECT_TEXT[effect]}${later === true ? ', but reports it only after the other errors of the object are fixed' : ''}`;
}

/**
 * Open findings: neither suppressed nor fixed. Errors come first, new before known, those on lines that the change touched before others,
 * then in the order of the files.
 */
export function openFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .filter((finding) => finding.suppressed === undefined && finding.state !== 'fixed')
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || age(a) - age(b));
}

/** The rank of a finding in a format that groups by file: the order of `openFindings`, so that what fails a run comes first. */
export function urgencyOf(finding: Finding): number {
  return SEVERITIES.indexOf(finding.severity) * AGES + age(finding);
}

/** The number of ranks within a severity. */
const AGES = 4;

/** Findings that are suppressed, with a reason. */
export function suppressedOf({ findings }: Pick<LintReport, 'findings'>): readonly Finding[] {
  return findings.filter((finding) => finding.suppressed !== undefined);
}

/** Findings that only the base has: the change fixed them. */
export function fixedOf({ findings }: Pick<LintReport, 'findings'>): readonly Finding[] {
  return findings.filter((finding) => finding.state === 'fixed');
}

/** `4 documents of 2 files`: what was checked. */
export function judgedText(lint: LintReport): string {
  const { documents, files } = lint;
  return `${counted(documents, 'document')} of ${counted(files, 'file')}${hasNoFleetObject(lint) ? ` (${NO_FLEET_OBJECTS})` : ''}`;
}

/** As a line of its own: `no KubeFleet objects in 4 documents of 2 files`; none if there are some. */
export function noFleetObjectLines(lint: LintReport | undefined): readonly string[] {
  return lint === undefined || !hasNoFleetObject(lint)
    ? []
    : [`${NO_FLEET_OBJECTS} in ${counted(lint.documents, 'document')} of ${counted(lint.files, 'file')}`];
}

export const NO_FLEET_OBJECTS = 'no KubeFleet objects';

/** Whether no placement was checked. A run that passed must say so. */
function hasNoFleetObject({ fleetObjects, notEvaluated }: LintReport): boolean {
  return fleetObjects === 0 && unknownObjects(notEvaluated).length === 0;
}

/** The target hub, in words. */
export function judgedFor({ target, schemas }: Pick<LintReport, 'target' | 'schemas'>): string {
  if (schemas === undefined) return target;
  return `${target}, by ${schemas === 'hub' ? 'its own schemas' : 'schemas from files'}`;
}

/** Links: our page of the rule, then public documentation of the fact. */
export function linksOf({ page = '', docs }: Pick<Finding, 'page' | 'docs'>): readonly string[] {
  return [page, docs].filter((address) => address !== '');
}

function age({ state, touched }: Finding): number {
  return (state === 'unchanged' ? 2 : 0) + (touched === true ? 0 : 1);
}
