import type { Finding, NotEvaluated } from '../finding.ts';
import { objectKey } from '../fleet/object.ts';
import type { LintReport } from '../report.ts';

/**
 * The report of the head with each finding's state against the base: `new`, `unchanged`, and the base's findings that are gone as `fixed`.
 * Findings are the same when rule, object, pointer and message are; lines may move. Counts are those of the head.
 */
export function compareWithBase(head: LintReport, base: LintReport): LintReport {
  const open = Map.groupBy(base.findings.filter(isActive), identity);
  const judged = head.findings.map((finding) => {
    const same = open.get(identity(finding))?.shift();
    return { ...finding, state: same === undefined ? ('new' as const) : ('unchanged' as const) };
  });
  const fixed = [...open.values()].flat().map((finding) => ({ ...finding, state: 'fixed' as const }));
  return { ...head, findings: [...judged, ...fixed], notEvaluated: comparedUnevaluated(head.notEvaluated, base.notEvaluated) };
}

/** Findings of the head that somebody accepted, and nobody had in the base. */
export function newlySuppressed(head: LintReport, base: LintReport): readonly Finding[] {
  const known = Map.groupBy(
    base.findings.filter((finding) => !isActive(finding)),
    identity,
  );
  return head.findings.filter((finding) => !isActive(finding) && known.get(identity(finding))?.shift() === undefined);
}

/** What was not evaluated in the base either, of the same object or file for the same reason, is `unchanged`. */
export function comparedUnevaluated(head: readonly NotEvaluated[], base: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const known = new Set(base.map(unevaluatedIdentity));
  return head.map((entry) => ({ ...entry, state: known.has(unevaluatedIdentity(entry)) ? 'unchanged' : 'new' }));
}

function unevaluatedIdentity({ file, object, reason }: NotEvaluated): string {
  return JSON.stringify([object === undefined ? file : objectKey(object), reason]);
}

function isActive({ suppressed }: Finding): boolean {
  return suppressed === undefined;
}

function identity({ rule, object, pointer, message, file }: Finding): string {
  return JSON.stringify([rule, object === undefined ? file : objectKey(object), pointer, message]);
}
