import { SEVERITIES } from '../../finding.ts';
import type { Report } from '../../report.ts';
import { fixedOf, judgedFor, judgedText, standing } from '../facts/findings.ts';
import { gatedByVerdict } from '../facts/gated.ts';
import { unevaluatedText } from '../facts/unevaluated.ts';
import { verdictWord } from '../facts/verdict-word.ts';
import { counted } from '../facts/words.ts';

/** How much there is of everything, a line a part of the report. Untrusted text. */
export function countLines({ lint, gate, plan }: Report): readonly string[] {
  return [
    ...(gate === undefined ? [] : gateLine(gate)),
    ...(lint === undefined ? [] : [lintLine(lint)]),
    ...(plan === undefined ? [] : [`${counted(plan.placements.length, 'placement')} planned over ${counted(plan.clusters, 'cluster')}`]),
  ];
}

function gateLine(gate: NonNullable<Report['gate']>): readonly string[] {
  const verdicts = [...Map.groupBy(gatedByVerdict(gate), ({ verdict }) => verdict)];
  return verdicts.length === 0 ? [] : [verdicts.map(([verdict, list]) => `${list.length} ${verdictWord(verdict)}`).join(' · ')];
}

function lintLine(lint: NonNullable<Report['lint']>): string {
  const found = standing(lint.findings);
  const fresh = found.filter(({ state }) => state === 'new').length;
  const states = { new: fresh, unchanged: found.length - fresh, fixed: fixedOf(lint).length };
  const isCompared = lint.findings.some(({ state }) => state !== undefined);
  const parts = [
    ...SEVERITIES.flatMap((severity) => (lint.counts[severity] === 0 ? [] : [counted(lint.counts[severity], severity)])),
    ...Object.entries(isCompared ? states : {}).flatMap(([state, count]) => (count === 0 ? [] : [`${count} ${state}`])),
    ...(lint.counts.suppressed > 0 ? [`${lint.counts.suppressed} suppressed`] : []),
    ...(lint.notEvaluated.length > 0 ? [unevaluatedText(lint.notEvaluated)] : []),
  ];
  return `${parts.join(' · ') || 'no findings'} in ${judgedText(lint)}, judged for hub ${judgedFor(lint)}`;
}
