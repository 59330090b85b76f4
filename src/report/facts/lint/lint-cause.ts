import type { LintReport } from '../../../report.ts';
import { fixedOf, judgedFor, judgedText, openFindings } from './findings.ts';
import { unevaluatedTail } from './unevaluated.ts';
import { counted, placeOf } from '../words/words.ts';
import { withoutFullStop } from '../../../fleet/text/without-full-stop.ts';

/** The cause of a lint as the headline has it: the first finding, or what was checked without one. */
export function lintCause(lint: LintReport): string {
  const found = openFindings(lint.findings);
  const [first] = found;
  const unread = unevaluatedTail(lint.notEvaluated);
  if (first === undefined) {
    const fixed = fixedOf(lint).length;
    const others = [
      ...(lint.counts.suppressed > 0 ? [`${lint.counts.suppressed} suppressed`] : []),
      ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ];
    return `${['no findings', ...others].join(', ')} in ${judgedText(lint)}, hub ${judgedFor(lint)}${unread}`;
  }
  const others = found.length - 1 + (lint.unlisted ?? 0);
  const more = others > 0 ? ` (and ${counted(others, 'more finding')})` : '';
  return `${placeOf(first)} ${withoutFullStop(first.message)}${more}${unread}`;
}
