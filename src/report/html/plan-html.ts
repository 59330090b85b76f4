import { displayName } from '../../fleet/kubernetes/object.ts';
import type { PlannedPlacement, PlanReport } from '../../report.ts';
import type { SourceLink } from '../facts/lint/permalink.ts';
import { pickedCount, unpickedByReason } from '../facts/plan/picks.ts';
import { placementName } from '../facts/plan/placement-name.ts';
import { diffsText, type PlacementDiff, placementDiff, placementDiffs } from '../facts/plan/plan-diff.ts';
import { planFault, planGap } from '../facts/plan/plan-fault.ts';
import { changeLines, factLines, movedLines, type PlanLine, refusedLines } from '../facts/plan/plan-lines.ts';
import { rankPlacements } from '../facts/plan/plan-rank.ts';
import { counted } from '../facts/words/words.ts';
import { diffHtml } from './diff-html.ts';
import { unevaluatedHtml } from './lint-html.ts';
import { code, element, type Html, sentence, SPACE, text, trusted } from './markup.ts';
import { itemAttributes } from './row.ts';
import { foldHtml, sectionHtml } from './section-html.ts';

/**
 * A block for each placement: its clusters, why not the others, its resources, and what changes. Placements that do not change are folded.
 */
export function planHtml(plan: PlanReport, source: SourceLink | undefined): readonly Html[] {
  const { ranked, quiet } = rankPlacements(plan.placements);
  const open = ranked.length <= OPEN;
  const deleted = placementDiffs({ placements: [], deleted: plan.deleted ?? [] });
  return sectionHtml(`Plan: ${counted(plan.placements.length, 'placement')} over ${counted(plan.clusters, 'cluster')}`, [
    ...diffHead(plan),
    ...ranked.map((placement) => placementHtml(placement, open)),
    ...foldHtml(
      `${counted(quiet.length, 'placement')} unchanged`,
      quiet.map((placement) => placementHtml(placement, false)),
    ),
    ...deleted.map(deletedHtml),
    ...unevaluatedHtml(plan.notEvaluated ?? [], source),
    ...(plan.assumptions ?? []).map((assumption) => element('p', { class: 'facts' }, trusted('Assumed: '), text(assumption))),
  ]);
}

/** The number of placements that are open; more are folded. */
const OPEN = 5;

const STATES = { bad: 'would fail', open: 'not planned', warned: 'warning', good: 'planned' } as const;

function placementHtml(placement: PlannedPlacement, open: boolean): Html {
  const { policy, picked, change } = placement;
  const fault = planFault(placement);
  const mildTone = (change?.warnings ?? []).length > 0 ? 'warned' : 'good';
  const state = fault !== undefined ? 'bad' : planGap(placement) !== undefined ? 'open' : mildTone;
  return element(
    'details',
    {
      class: `planned ${state}`,
      open: open || state !== 'good' || undefined,
      ...itemAttributes({
        placement: [displayName(placement.object)],
        cluster: [...picked, ...(change?.removed ?? []), ...(placement.diff ?? []).flatMap(({ clusters }) => clusters)],
        verdict: [STATES[state]],
      }),
    },
    element(
      'summary',
      {},
      element('span', { class: 'mark' }, trusted(STATES[state])),
      SPACE,
      code(placementName(placement)),
      SPACE,
      text([policy, ...(state === 'open' ? [] : [pickedCount(placement)]), ...(change?.isNew === true ? ['new'] : [])].join(', ')),
      ...movedHtml(change),
    ),
    ...(fault === undefined ? [] : [element('p', {}, sentence(fault))]),
    element('dl', {}, ...linesOf(placement).map(lineHtml)),
    ...diffsOf(placementDiff(placement)),
  );
}

/** Everything that changes on the clusters, in one sentence. */
function diffHead(plan: PlanReport): readonly Html[] {
  if (plan.diff === undefined) return [];
  const { notVerified = [] } = plan.diff;
  return [
    element('p', {}, trusted('<b>On the clusters:</b> '), sentence(diffsText(plan.diff, placementDiffs(plan)))),
    ...notVerified.map((line) => element('p', { class: 'facts' }, sentence(`not verified: ${line}`))),
  ];
}

/** What is removed from the clusters with a placement that the tree no longer has. */
function deletedHtml(deleted: PlacementDiff): Html {
  const { object, name, diff } = deleted;
  const values = { placement: [displayName(object)], cluster: diff.flatMap(({ clusters }) => clusters), verdict: ['deleted'] };
  return element(
    'details',
    { class: 'planned bad', open: true, ...itemAttributes(values) },
    element('summary', {}, element('span', { class: 'mark' }, trusted('deleted')), SPACE, code(name)),
    ...diffHtml(deleted),
  );
}

function diffsOf(diff: PlacementDiff | undefined): readonly Html[] {
  return diff === undefined ? [] : diffHtml(diff);
}

/** ` +2 −1 =3`: clusters gained, lost and kept. */
function movedHtml(change: PlannedPlacement['change']): readonly Html[] {
  if (change === undefined) return [];
  const counts = [`+${change.added.length}`, `−${change.removed.length}`, `=${change.kept}`].join(' ');
  return [SPACE, element('small', {}, text(counts))];
}

function linesOf(placement: PlannedPlacement): readonly PlanLine[] {
  const { scheduled, reason, picked, resources } = placement;
  if (planGap(placement) !== undefined) return [{ label: 'not planned', text: reason }, ...factLines(placement)];
  return [
    ...(scheduled === 'True' || reason === '' ? [] : [{ label: 'scheduled', text: `${scheduled}, because ${reason}` }]),
    ...refusedLines(placement),
    { label: 'picks', text: picked.length === 0 ? 'no cluster' : picked.join(', ') },
    ...unpickedByReason(placement).map(({ why, clusters }) => ({ label: 'not', text: `${clusters.join(', ')} (${why})` })),
    { label: 'selects', text: resources.length === 0 ? 'nothing' : resources.map(displayName).join(', ') },
    ...factLines(placement),
    ...movedLines(placement),
    ...changeLines(placement.change),
  ];
}

function lineHtml({ label, text: fact, tone }: PlanLine): Html {
  return element('div', { class: tone }, element('dt', {}, text(label)), element('dd', {}, sentence(fact, LONGEST)));
}

/** The most characters: a thousand names of clusters or objects. */
const LONGEST = 300_000;
