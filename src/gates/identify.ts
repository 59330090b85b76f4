import { objectKey } from '../fleet/object.ts';
import type { Diagnosis } from '../report.ts';
import { BENIGN_REASONS } from './catalogue/benign.ts';
import { matches } from './catalogue/failure.ts';
import type { Failure, FailureOutcome } from './catalogue/failure.ts';
import { FAILURES } from './catalogue/index.gen.ts';
import { filler } from './catalogue/words.ts';
import type { Identified } from './identified.ts';
import type { Look } from './look.ts';
import type { GateOptions } from './options.ts';
import { patienceText } from './patience-text.ts';
import { withSameFault } from './same-fault.ts';
import { STAGES } from './sighting.ts';
import type { Sighting } from './sighting.ts';

export interface Identification {
  readonly found: readonly Identified[];
  readonly firstSeen: ReadonlyMap<string, number>;
}

/**
 * Names each sighting by the first catalogue entry that matches and runs its grace.
 * @param scopeKey what a grace belongs to beside its place: the target, its uid and the content judged; a new deploy starts anew
 */
export function identify(sightings: readonly Sighting[], look: Look, scopeKey: string): Identification {
  const firstSeen = new Map<string, number>();
  const found = new Map<string, Identified>();
  for (const sighting of sightings) {
    const failure = FAILURES.find((candidate) => matches(candidate, sighting));
    if (failure === undefined || (failure.id === 'undocumented' && BENIGN_REASONS.has(sighting.condition?.reason ?? ''))) continue;
    const key = timerKey(scopeKey, sighting);
    const since = look.memory.firstSeen.get(key) ?? look.now;
    const identified = toIdentified(failure, sighting, look, ageOf(sighting, look, since));
    // What waits has not failed yet: when it does, it gets its whole grace.
    if (identified.effect !== 'waits') firstSeen.set(key, since);
    const { diagnosis } = identified;
    const identity = `${diagnosis.id}|${diagnosis.cluster ?? ''}|${diagnosis.object === undefined ? '' : objectKey(diagnosis.object)}`;
    if (!found.has(identity)) found.set(identity, identified);
  }
  return { found: withSameFault([...found.values()]), firstSeen };
}

/** Who watches counts what was seen; one look has only what the hub wrote down, and `undefined` where that does not tell. */
function ageOf(sighting: Sighting, { memory, now }: Look, since: number): number | undefined {
  return memory.watching ? now - since : sighting.lasting;
}

/**
 * One timer per place and stage, whatever the reason: a failure whose text or reason changes is still the same failure, one of older content
 * is another. The stage's position ends the key, so that a cluster that got past it can be forgotten.
 */
function timerKey(scopeKey: string, sighting: Sighting): string {
  const about = `${sighting.object === undefined ? '' : objectKey(sighting.object)}${sighting.behind === true ? ' before' : ''}`;
  return [scopeKey, sighting.scope, sighting.fact ?? '', sighting.cluster ?? '', about, String(STAGES.indexOf(sighting.stage))].join('|');
}

function toIdentified(failure: Failure, sighting: Sighting, look: Look, lasting: number | undefined): Identified {
  const { options } = look.expectation;
  const named = typeof failure.outcome === 'function' ? failure.outcome(sighting, options) : failure.outcome;
  const outcome: FailureOutcome = sighting.behind === true && named.kind === 'terminal' ? { kind: 'suspect', grace: 'member' } : named;
  const grace = graceOf(outcome, options, look.memory.watching);
  const age = lasting ?? 0;
  const remaining = grace - age;
  const effect = effectOf(outcome, remaining <= 0);
  const patience = grace === 0 ? [] : [patienceText(outcome, grace, lasting, look)];
  const diagnosis = toDiagnosis(failure, { ...sighting, evidence: [...sighting.evidence, ...patience] }, shownAs(outcome, effect));
  return remaining > 0 ? { diagnosis, effect, age, remaining } : { diagnosis, effect, age };
}

function graceOf(outcome: FailureOutcome, options: GateOptions, watching: boolean): number {
  if (outcome.kind === 'stuck') return options.stuckGrace;
  if (outcome.kind !== 'suspect' || (outcome.answered === true && !watching)) return 0;
  return options.grace[outcome.grace];
}

const EFFECTS = { terminal: 'fails', superseded: 'superseded', human: 'human', waiting: 'waits', info: 'informs' } as const;

function effectOf(outcome: FailureOutcome, isOver: boolean): Identified['effect'] {
  if (outcome.kind !== 'suspect' && outcome.kind !== 'stuck') return EFFECTS[outcome.kind];
  if (!isOver) return 'suspect';
  if (outcome.kind === 'stuck') return 'stuck';
  return outcome.becomes === undefined || outcome.becomes === 'terminal' ? 'fails' : outcome.becomes;
}

function shownAs(outcome: FailureOutcome, effect: Identified['effect']): Diagnosis['outcome'] {
  if (effect === 'fails' || effect === 'stuck' || effect === 'superseded') return 'terminal';
  return outcome.kind === 'stuck' || outcome.kind === 'superseded' ? 'suspect' : outcome.kind;
}

function toDiagnosis(failure: Failure, sighting: Sighting, outcome: Diagnosis['outcome']): Diagnosis {
  const fill = filler(sighting);
  return {
    id: failure.id,
    title: failure.title,
    outcome,
    ...(sighting.cluster === undefined ? {} : { cluster: sighting.cluster }),
    ...(sighting.object === undefined ? {} : { object: sighting.object }),
    evidence: sighting.evidence.filter((line) => line !== ''),
    explain: fill(failure.explain),
    remedy: failure.remedy.map(fill),
    docs: failure.docs.kubefleet,
    learn: failure.docs.microsoft,
    ...(failure.seeAlso === undefined ? {} : { seeAlso: failure.seeAlso }),
  };
}
