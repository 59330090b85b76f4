import type { FileFix, Finding, FixableFinding } from '../../../finding.ts';
import { counted } from '../../../report/facts/words/words.ts';
import type { LintReport } from '../../../report.ts';
import type { FixedFault } from './fix-tree.ts';

/** Removes the fixes from a report for others; only `--fix` uses them. */
export function withoutFixes(judged: LintReport): LintReport {
  const findings = judged.findings.map((finding: FixableFinding): Finding => {
    const { fix: _, ...shown } = finding;
    return shown;
  });
  return { ...judged, findings };
}

/** The corrections, in whole sentences. */
export function fixNotes(fixed: readonly FixedFault[]): readonly string[] {
  const shown = fixed.slice(0, SHOWN).map(({ file, line, rule, fix }) => `Fixed ${file}:${line} (${rule}): ${changeText(fix)}.`);
  return fixed.length <= SHOWN ? shown : [...shown, `Fixed ${counted(fixed.length - SHOWN, 'more error')}.`];
}

const SHOWN = 50;

function changeText({ fix, old = '' }: FileFix): string {
  if (fix.kind === 'entry') return `\`${fix.key}: ${fix.value}\` was added`;
  return `\`${old}\` is now \`${fix.kind === 'key' ? fix.key : fix.value}\``;
}
