import type { Assumption, Finding } from '../../finding.ts';
import type { LintReport } from '../../report.ts';
import { unevaluatedJson } from './unevaluated-json.ts';
import { refJson } from './ref-json.ts';

/** The lint part of `report-v1`. */
export function lintJson(lint: LintReport): object {
  const { files, documents, fleetObjects, target, schemas, counts, findings, unlisted, notEvaluated, assumptions } = lint;
  const { error, warning, notice, suppressed } = counts;
  return {
    files,
    documents,
    fleetObjects,
    target,
    ...(schemas === undefined ? {} : { schemas }),
    counts: { error, warning, notice, suppressed },
    findings: findings.map(findingJson),
    unlisted,
    notEvaluated: notEvaluated.map(unevaluatedJson),
    assumptions: assumptions?.map(assumptionJson),
  };
}

function assumptionJson({ kind, namespace, name, selector, key, neededBy, clusters, because, state }: Assumption): object {
  return { kind, namespace, name, selector, key, neededBy: neededBy.map(refJson), clusters, because, state };
}

function findingJson(finding: Finding): object {
  const { rule, effect, severity, message, remedy, docs, file, line, column, endLine, endColumn, pointer, object, related, state } =
    finding;
  const { alias, suppressed, serverMessage, later, open, rendered, page, touched, excerpt, clusters } = finding;
  return {
    rule,
    alias,
    effect,
    severity,
    message,
    serverMessage,
    later,
    open,
    remedy,
    page,
    docs,
    file,
    line,
    column,
    endLine,
    endColumn,
    pointer,
    object: object && refJson(object),
    clusters,
    related: related.map((place) => ({ file: place.file, line: place.line, column: place.column, message: place.message })),
    state,
    touched,
    excerpt,
    rendered: rendered && { overlays: rendered.overlays, command: rendered.command, quote: rendered.quote },
    suppressed: suppressed && { reason: suppressed.reason, until: suppressed.until },
  };
}
