import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement, GateReport, Report, Verdict } from '../../report.ts';
import { type Cause, causesOf, clustersOf, placeName } from '../facts/gate/causes.ts';
import { openCauses } from '../facts/gate/decisive-cause.ts';
import { rollbackLines } from '../facts/rollback.ts';
import { headlineOf } from '../facts/headline.ts';
import { clusterStatusText } from '../facts/gate/cluster-status-text.ts';
import { unplacedText } from '../facts/gate/unplaced.ts';
import { gatedWord } from '../facts/gate/refused-eviction.ts';
import type { Case, Result, Suite } from './case.ts';

/**
 * The outcome, then a suite for each placement or run: a case for each cause, which is one failure for any number of clusters, and a case
 * for each cluster. Waiting is not a failure; if nothing else is one, the outcome is.
 */
export function gateSuites(gate: GateReport, report: Report): readonly Suite[] {
  const { word, whole: sentence } = headlineOf(report);
  const could = !['unreachable', 'notAllowed', 'cancelled'].includes(gate.outcome);
  const isReported = openCauses(gate).some(({ cause }) => resultOf(cause) === 'failure');
  const judged: Result = isReported ? 'skipped' : 'failure';
  const message = `${word}: ${sentence}`;
  const result = gate.outcome === 'passed' ? 'passed' : could ? judged : 'error';
  // A case that passed shows only its text: the sentence says what was tolerated or not proven.
  const whole: Case = { name: 'outcome', result, type: gate.outcome, message, ...(result === 'passed' ? { text: message } : {}) };
  const unplaced = unplacedText(gate);
  const nowhere: readonly Case[] =
    unplaced === undefined ? [] : [{ name: 'objects that no followed placement selects', result: 'skipped', message: unplaced }];
  const back = rollbackLines(gate).map((line): Case => ({ name: 'former content', result: 'skipped', message: line }));
  return [{ name: 'gate', cases: [whole, ...nowhere, ...back] }, ...[...gate.placements, ...gate.runs].map(gatedSuite)];
}

function gatedSuite(gated: GatedPlacement): Suite {
  const name = displayName(gated.object);
  const causes = causesOf(gated.diagnoses);
  const whole: Result =
    gated.verdict === 'passed' ? 'passed' : isUnseen(gated.verdict) ? 'error' : causes.length > 0 ? 'skipped' : 'failure';
  return {
    name,
    cases: [
      { name, result: whole, type: gated.verdict, message: `${gatedWord(gated)}: ${gated.summary}` },
      ...causes.map((cause) => causeCase(cause, name)),
      ...gated.clusters.map((cluster): Case => {
        const ownCause = causes.find((cause) => clustersOf(cause).includes(cluster.name));
        const note = cluster.note === undefined ? '' : `; ${cluster.note}`;
        return {
          name: cluster.name,
          result: cluster.verdict === 'passed' ? 'passed' : isUnseen(cluster.verdict) ? 'error' : 'skipped',
          type: cluster.verdict,
          message: `${clusterStatusText(cluster)}${note}${ownCause === undefined ? '' : `: ${ownCause.title}`}`,
        };
      }),
    ],
  };
}

/** Could not be checked. */
function isUnseen(verdict: Verdict): boolean {
  return verdict === 'notVerified' || verdict === 'unknown';
}

function causeCase(cause: Cause, placement: string): Case {
  const clusters = clustersOf(cause);
  const where = clusters.length === 0 ? '' : ` on ${listed(clusters, 3)}`;
  const lines = [
    ...cause.places.slice(0, 1).flatMap((place) => [placeName(place), ...place.evidence]),
    cause.explain,
    ...cause.remedy,
    cause.docs,
    ...(cause.learn === undefined ? [] : [cause.learn]),
  ];
  return {
    name: `${cause.id}${where}`,
    result: resultOf(cause),
    type: cause.id,
    message: cause.title,
    text: lines.filter((line) => line !== '').join('\n'),
    properties: [['placement', placement], ...clusters.map((cluster) => ['cluster', cluster] as const)],
  };
}

/** Outcomes that neither fail nor pass: steps for a person, what is awaited, and information. */
function resultOf({ outcome }: Cause): Result {
  return outcome === 'terminal' ? 'failure' : 'skipped';
}
