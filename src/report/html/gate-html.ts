import { displayName } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement, GatedRun, GateReport, Verdict } from '../../report.ts';
import { causesOf } from '../facts/gate/causes.ts';
import { unplacedBeside } from '../facts/gate/gate-cause.ts';
import { gatedByVerdict, gravest, judgedStateText, summaryOf } from '../facts/gate/gated.ts';
import { isOpenCause } from '../facts/gate/open-cause.ts';
import { gatedWord, hasRefusedEviction } from '../facts/gate/refused-eviction.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';
import { counted } from '../facts/words/words.ts';
import { causeHtml } from './cause-html.ts';
import { clustersHtml, drawnClusters } from './clusters-html.ts';
import { code, element, type Html, joined, sentence, SPACE, text, trusted } from './markup.ts';
import { itemAttributes } from './row.ts';
import { foldHtml, sectionHtml } from './section-html.ts';
import { tableHtml } from './table-html.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';

/** The matrix if it is small, then each placement or run, worst first: its clusters over time, and each cause. */
export function gateHtml(gate: GateReport): readonly Html[] {
  const all = gatedByVerdict(gate);
  const open = all.filter((gated) => gravest(gated) !== 'passed' || all.length === 1);
  const passed = all.filter((gated) => !open.includes(gated));
  const unplaced = unplacedBeside(gate);
  const most = drawnClusters(all.length);
  return sectionHtml(counted(all.length, 'placement or run', 'placements and runs'), [
    ...(unplaced === undefined ? [] : [element('p', {}, sentence(unplaced))]),
    ...gateMatrix(all),
    ...open.map((gated) => gatedHtml(gated, gate, most)),
    ...foldHtml(
      `${counted(passed.length, 'placement')} passed`,
      passed.map((gated) => gatedHtml(gated, gate, most)),
    ),
  ]);
}

function gatedHtml(gated: GatedPlacement | GatedRun, gate: GateReport, most: number): Html {
  const causes = causesOf(gated.diagnoses);
  const clusters = clustersHtml(gated, gate, most);
  const causeRows = causes.map((cause) => causeHtml(cause, isOpenCause(cause, gated.verdict, gate.outcome), gate.judgedAt));
  const said = [summaryOf(gated), judgedStateText(gated, gate)].filter((each) => each !== '');
  return element(
    'article',
    {
      class: gravest(gated),
      ...itemAttributes({
        placement: [displayName(gated.object)],
        cluster: gated.clusters.map(({ name }) => name),
        verdict: [gated.verdict, gravest(gated), ...gated.clusters.map(({ verdict }) => verdict)].map(verdictWord),
        rule: causes.map(({ id }) => id),
      }),
    },
    element('h3', {}, element('span', { class: 'mark' }, text(gatedWord(gated))), SPACE, code(displayName(gated.object))),
    element(
      'p',
      { class: 'facts' },
      joined(
        said.map((each) => sentence(each)),
        ' · ',
      ),
    ),
    ...('stages' in gated ? stageTable(gated) : []),
    // Healthy clusters do not explain a refused eviction.
    ...(hasRefusedEviction(gated) ? [...causeRows, ...clusters] : [...clusters, ...causeRows]),
  );
}

function stageTable(run: GatedRun): readonly Html[] {
  if (run.stages.length === 0) return [];
  const hasTasks = run.stages.some(({ tasks }) => tasks.length > 0);
  const rows = run.stages.map((stage) => {
    const passed = stage.clusters.filter((cluster) => cluster.verdict === 'passed').length;
    return [
      code(stage.name),
      text(verdictWord(stage.verdict)),
      text(`${passed} of ${stage.clusters.length}`),
      ...(hasTasks
        ? [
            joined(
              stage.tasks.map((task) => text(task)),
              '; ',
            ),
          ]
        : []),
    ];
  });
  return [
    tableHtml(
      'Stages',
      ['Stage', 'Verdict', 'Clusters done', ...(hasTasks ? ['Tasks'] : [])].map((title) => text(title)),
      rows,
    ),
  ];
}

/** More than these are easier to find by the filters. */
const MOST = { clusters: 20, placements: 50 };

const MARKS: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  failed: '✕',
  stuck: '✕',
  waiting: '…',
  superseded: '»',
  notVerified: '?',
  unknown: '?',
};

/** Placement × cluster, if there are several placements and few clusters; else nothing. */
function gateMatrix(all: readonly GatedPlacement[]): readonly Html[] {
  const clusters = [...new Set(all.flatMap((gated) => gated.clusters.map(({ name }) => name)))];
  if (all.length < 2 || all.length > MOST.placements || clusters.length === 0 || clusters.length > MOST.clusters) return [];
  const rows = all.map((gated) => {
    const verdicts = new Map(gated.clusters.map(({ name, verdict }) => [name, verdict]));
    return [code(shortName(gated.object)), ...clusters.map((name) => cell(verdicts.get(name)))];
  });
  return [tableHtml('Placements by cluster', [trusted('Placement'), ...clusters.map((name) => text(name))], rows)];
}

function cell(verdict: Verdict | undefined): Html {
  if (verdict === undefined) return trusted('<span class="none">not here</span>');
  return element(
    'span',
    { class: verdict },
    element('span', { class: 'mark', 'aria-hidden': 'true' }, trusted(MARKS[verdict])),
    element('span', { class: 'unseen' }, text(verdictWord(verdict))),
  );
}
