import { SEVERITIES } from '../../finding.ts';
import type { GateReport, LintReport, PlanReport, Report } from '../../report.ts';
import { fixedOf, judgedFor, judgedText, openFindings } from './lint/findings.ts';
import { gatedByVerdict, worstOfClusters } from './gate/gated.ts';
import { isUntouched } from './plan/plan-rank.ts';
import { assumptionsLine } from './lint/assumptions.ts';
import { splitUnevaluated } from './lint/unevaluated.ts';
import { verdictWord } from './gate/verdict-word.ts';
import { counted } from './words/words.ts';

/**
 * The lines below the heading, one for each part of the report: `2 new · 1 fixed · 4 unchanged · 1 not evaluated` for findings or
 * placements compared with a base, findings by severity, and the clusters of a gate by verdict. A part that the heading covers is left out.
 * The names of the target hub are the only untrusted text.
 */
export function countLines({ command, lint, plan, gate, watch }: Report): readonly string[] {
  return [
    ...(lint === undefined || (command === 'lint' && openFindings(lint.findings).length === 0) ? [] : [lintText(lint)]),
    ...[assumptionsLine(lint?.assumptions) ?? []].flat(),
    ...(plan === undefined ? [] : planLines(plan)),
    ...(gate === undefined || watch !== undefined ? [] : clusterLines(gate)),
  ];
}

function lintText(lint: LintReport): string {
  const found = openFindings(lint.findings);
  const fresh = found.filter(({ state }) => state === 'new').length;
  const severities = SEVERITIES.flatMap((severity) => (lint.counts[severity] === 0 ? [] : [counted(lint.counts[severity], severity)]));
  const others = [...some(lint.counts.suppressed, 'suppressed'), ...some(unreadOf(lint), 'not evaluated')];
  const where = `in ${judgedText(lint)}, hub ${judgedFor(lint)}`;
  const all = severities.length === 0 ? ['no findings'] : severities;
  if (lint.findings.every(({ state }) => state === undefined)) return `${[...all, ...others].join(' · ')} ${where}`;
  const states = [...some(fresh, 'new'), ...some(fixedOf(lint).length, 'fixed'), ...some(found.length - fresh, 'unchanged')];
  return `${[...states, ...others].join(' · ')}; ${all.join(', ')} ${where}`;
}

/** Placements counted by what a change does to them; empty without a base. */
function planLines(plan: PlanReport): readonly string[] {
  const changes = plan.placements.flatMap(({ change, open = [] }) =>
    change === undefined ? [] : [{ ...change, isOpen: open.some(({ absent }) => absent !== true) }],
  );
  const deleted = plan.deleted?.length ?? 0;
  if (changes.length + deleted === 0) return [];
  const added = changes.filter(({ isNew }) => isNew === true).length;
  const untouched = changes.filter((change) => change.isNew !== true && isUntouched(change));
  const open = untouched.filter(({ isOpen }) => isOpen).length;
  const kept = untouched.length - open;
  const states = [
    ...some(added, 'new'),
    ...some(changes.length - added - untouched.length, 'changed'),
    ...some(deleted, 'deleted'),
    ...some(kept, 'unchanged'),
    ...some(open, 'open'),
    ...some(unreadOf(plan), 'not evaluated'),
  ];
  return [`placements: ${states.join(' · ')}`];
}

/** Each cluster once, with its worst verdict. The heading covers a single cluster, and a pass on all. */
function clusterLines(gate: GateReport): readonly string[] {
  const worst = worstOfClusters(gatedByVerdict(gate));
  const states = [...Map.groupBy(worst, ({ verdict }) => verdict)];
  if (worst.length < 2 || (gate.outcome === 'passed' && states.length === 1)) return [];
  return [`clusters: ${states.map(([verdict, { length }]) => `${length} ${verdictWord(verdict)}`).join(' · ')}`];
}

function unreadOf({ notEvaluated = [] }: Pick<PlanReport, 'notEvaluated'>): number {
  return splitUnevaluated(notEvaluated).unread.length;
}

function some(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}`];
}
