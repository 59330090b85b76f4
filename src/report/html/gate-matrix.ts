import { shortName } from '../../fleet/kubefleet/short-names.ts';
import type { GatedPlacement, Verdict } from '../../report.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';
import { code, element, type Html, text, trusted } from './markup.ts';
import { tableHtml } from './table-html.ts';

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

/** Placement × cluster, where there are several placements and few clusters; else nothing. */
export function gateMatrix(all: readonly GatedPlacement[]): readonly Html[] {
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
