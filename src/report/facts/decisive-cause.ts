import type { Diagnosis, GatedPlacement, GateReport } from '../../report.ts';
import { type Cause, causesOf } from './causes.ts';
import { gatedByVerdict } from './gated.ts';

/** A cause and the placement or run it is about. */
export interface GatedCause {
  readonly gated: GatedPlacement;
  readonly cause: Cause;
}

/** All causes that may have kept a gate from passing: those of the worst placement first; of one that passed only what failed the gate. */
export function openCauses(gate: GateReport): readonly GatedCause[] {
  return gatedByVerdict(gate).flatMap((gated) =>
    causesOf(gated.diagnoses)
      .filter(({ outcome }) => gated.verdict !== 'passed' || (gate.outcome === 'failed' && outcome === 'terminal'))
      .map((cause) => ({ gated, cause })),
  );
}

/** The one that made the gate end as it did: what failed it, or whom it waits for. Else the gravest; `undefined` where there is none. */
export function decisiveCause(gate: GateReport): GatedCause | undefined {
  const wanted: Diagnosis['outcome'] = gate.outcome === 'waitingForPerson' ? 'human' : 'terminal';
  const causes = openCauses(gate).filter(({ cause }) => cause.outcome !== 'info');
  return causes.find(({ cause }) => cause.outcome === wanted) ?? causes[0];
}
