import { EFFECT_TEXT, SEVERITIES } from '../../../finding.ts';
import type { Finding } from '../../../finding.ts';
import type { LintReport } from '../../../report.ts';
import { counted } from '../words/words.ts';

/** What happens to the object of a finding, in words; what the hub would say only later is marked so, and so is what may be right. */
export function effectText({ effect, later, open }: Pick<Finding, 'effect' | 'later' | 'open'>): string {
  if (open === true) return 'a fault, unless something that is not known here makes it right';
  return `${EFFECT_TEXT[effect]}${later === true ? ', and says so once the other faults of the object are corrected' : ''}`;
}

/**
 * Findings that stand: neither suppressed nor fixed; errors first, new before known, those on lines the change touched before others, then as they
 * lie in the files.
 */
export function standing(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .filter((finding) => finding.suppressed === undefined && finding.state !== 'fixed')
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || age(a) - age(b));
}

/** How early a format that keeps files together shows a finding: errors as `standing` orders them, then the rest; all alike without a base. */
export function urgencyOf(finding: Finding): number {
  if (finding.state === undefined) return 0;
  return finding.severity === 'error' ? age(finding) : OTHERS;
}

/** More than the age of any error. */
const OTHERS = 4;

/** Findings that somebody accepted, with a reason. */
export function suppressedOf({ findings }: Pick<LintReport, 'findings'>): readonly Finding[] {
  return findings.filter((finding) => finding.suppressed !== undefined);
}

/** Findings that only the base has. */
export function fixedOf({ findings }: Pick<LintReport, 'findings'>): readonly Finding[] {
  return findings.filter((finding) => finding.state === 'fixed');
}

/** `4 documents of 2 files`: what was judged. */
export function judgedText({ documents, files }: Pick<LintReport, 'documents' | 'files'>): string {
  return `${counted(documents, 'document')} of ${counted(files, 'file')}`;
}

/** The hub a tree was judged for, in words. */
export function judgedFor({ target, schemas }: Pick<LintReport, 'target' | 'schemas'>): string {
  if (schemas === undefined) return target;
  return `${target}, by ${schemas === 'hub' ? 'its own schemas' : 'schemas from files'}`;
}

/** Where to read on: our page of the rule, then public documentation of the fact. */
export function linksOf({ page = '', docs }: Pick<Finding, 'page' | 'docs'>): readonly string[] {
  return [page, docs].filter((address) => address !== '');
}

function age({ state, touched }: Finding): number {
  return (state === 'unchanged' ? 2 : 0) + (touched === true ? 0 : 1);
}
