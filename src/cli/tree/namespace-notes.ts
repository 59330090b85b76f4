import type { Finding } from '../../finding.ts';
import { namespaceNotThere } from '../../static/rules/namespace-not-there.ts';

/** Notes about objects whose namespace is probably misspelt: no placement sends them, so nothing else of a plan names them. */
export function namespaceNotes(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter((finding) => finding.rule === namespaceNotThere.id && isOpenNotice(finding))
    .map(({ file, line, message, remedy }) => `${file}:${line}: ${message} ${remedy}`);
}

function isOpenNotice({ severity, suppressed, state }: Finding): boolean {
  return severity === 'notice' && suppressed === undefined && state !== 'fixed';
}
