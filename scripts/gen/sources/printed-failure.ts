import { stepText } from '../../../src/report/text/step-text.ts';
import { headlineOf } from '../../../src/report/facts/headline.ts';
import { gateReport } from '../../../src/gates/loop/gate-report.ts';
import { exitCodeOf, type GatedPlacement } from '../../../src/report.ts';
import { judgedFixture } from '../../../test/support/hubs/hub-fixture.ts';

/** The section of a failure's page with the first output of `fleet-gate` for it, from the recorded hub in `fixtures/hub/<id>/`. */
export function printedFailure(id: string): string {
  const state = judgedFixture(id);
  const gate = gateReport(state.outcome, { ...state, placements: ofFailure(state.placements, id), runs: ofFailure(state.runs, id) });
  const { outcome } = gate;
  const { word, text, step } = headlineOf({
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '' },
    command: 'wait',
    outcome,
    exitCode: exitCodeOf(outcome),
    gate,
  });
  // A diagnosis that does not decide is not in the first lines.
  const [diagnosis] = [...gate.placements, ...gate.runs].flatMap(({ diagnoses }) => diagnoses);
  const isDecisive = diagnosis !== undefined && text.includes(diagnosis.title);
  const first = isDecisive ? `${word}: ${text}` : `${diagnosis?.title ?? ''} [${id}]`;
  const look = step ?? diagnosis?.remedy[0];
  return `## As it is printed

The first line and the first step for [a recorded hub](../../fixtures/hub/${id}/):

\`\`\`text
${first}
${look === undefined ? '' : `${stepText(look, WIDTH, 0)}\n`}\`\`\`
`;
}

/** Columns of a terminal. */
const WIDTH = 80;

/** Only the diagnoses of this failure. */
function ofFailure<Gated extends GatedPlacement>(all: readonly Gated[], id: string): readonly Gated[] {
  return all.flatMap((gated) => {
    const diagnoses = gated.diagnoses.filter((diagnosis) => diagnosis.id === id);
    return diagnoses.length === 0 ? [] : [{ ...gated, diagnoses }];
  });
}
