import type { Effect, Finding, Severity } from '../../finding.ts';

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, notice: 2 };

/** Findings that stand: neither suppressed nor fixed; errors first, new before known, then as they lie in the files. */
export function standing(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .filter((finding) => finding.suppressed === undefined && finding.state !== 'fixed')
    .toSorted((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || age(a) - age(b));
}

/** What happens to the object, in words. */
export const EFFECT_TEXT: Readonly<Record<Effect, string>> = {
  rejected: 'the hub rejects it',
  fails: 'fails at run time',
  misbehaves: 'does not do what it seems to',
  advice: 'advice',
};

/** `file:line:column` */
export function placeOf(at: { readonly file: string; readonly line: number; readonly column: number }): string {
  return `${fileName(at.file)}:${at.line}:${at.column}`;
}

/** What a reader calls the file: standard input is `-` in the data. */
export function fileName(file: string): string {
  return file === '-' ? 'stdin' : file;
}

/** A sentence without its full stop, where the line goes on. */
export function unstopped(sentence: string): string {
  return sentence.replace(/(?<!\.)\.$/, '');
}

/** `1 error`, `2 errors` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

function age(finding: Finding): number {
  return finding.state === 'unchanged' ? 1 : 0;
}
