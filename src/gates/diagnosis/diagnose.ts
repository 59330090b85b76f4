import { BENIGN_REASONS } from '../../fleet/kubefleet/reasons.ts';
import { displayName, objectKey } from '../../fleet/kubernetes/object.ts';
import { DIAGNOSIS_OUTCOMES } from '../../outcome.ts';
import type { Diagnosis } from '../../report.ts';
import { matches } from '../catalogue/failure.ts';
import type { DeclaredOutcome, Failure } from '../catalogue/failure.ts';
import { FAILURES } from '../catalogue/index.gen.ts';
import { isAzureFleet } from '../catalogue/hub-agent-words.ts';
import { filler } from '../catalogue/words.ts';
import type { Timer, Timers, TimerScope } from '../memory.ts';
import type { Observation } from '../observations/observation.ts';
import type { GateOptions } from '../options.ts';
import type { GateContext } from '../rollout/context.ts';
import { isGivable } from '../../terms.ts';
import type { Diagnosed } from './diagnosed.ts';
import { graceOf } from './grace.ts';
import type { Grace } from './grace.ts';
import { withSameFailure } from './same-failure.ts';
import { startOf, timerKey, timersOf } from './timers.ts';

/** What observations mean, and the graces that run on for them. */
export interface Diagnoses {
  readonly found: readonly Diagnosed[];
  readonly timers: Timers;
}

/** Names each observation by the first catalogue entry that matches and runs its grace, which belongs to the scope and its place in it. */
export function diagnose(observations: readonly Observation[], context: GateContext, scope: TimerScope): Diagnoses {
  const timers: Timer[] = [];
  const found = new Map<string, Diagnosed>();
  for (const observation of observations) {
    const failure = FAILURES.find((candidate) => matches(candidate, observation));
    if (failure === undefined || (failure.id === 'undocumented' && BENIGN_REASONS.has(observation.condition?.reason ?? ''))) continue;
    const key = timerKey(scope, observation);
    const since = startOf(key, context.memory) ?? context.moment.now;
    const { awaits } = observation;
    const named = toDiagnosed(failure, observation, context, ageOf(observation, context, since));
    const diagnosed = awaits === undefined ? named : { ...named, awaits };
    // What waits has not failed yet: when it does, it gets its whole grace.
    if (diagnosed.outcome !== 'waiting') timers.push({ key, since });
    const { diagnosis } = diagnosed;
    const identity = `${diagnosis.id}|${diagnosis.cluster ?? ''}|${diagnosis.object === undefined ? '' : objectKey(diagnosis.object)}`;
    if (!found.has(identity)) found.set(identity, diagnosed);
  }
  return { found: withSameFailure([...found.values()]), timers: timersOf(timers) };
}

/** Who watches counts what was seen; a single judgement has only what the hub wrote down, and `undefined` where that does not tell. */
function ageOf(observation: Observation, { memory, moment }: GateContext, since: number): number | undefined {
  return memory.watching ? moment.now - since : observation.lasting;
}

function toDiagnosed(failure: Failure, observation: Observation, context: GateContext, lasting: number | undefined): Diagnosed {
  const { options } = context;
  const own = typeof failure.outcome === 'function' ? failure.outcome(observation, options) : failure.outcome;
  // What it follows from is the cause, and decides.
  const named = observation.follows !== undefined ? 'info' : observation.awaits !== undefined ? 'waiting' : own;
  const declared: DeclaredOutcome = observation.behind === true && named === 'failed' ? { kind: 'suspect', grace: 'member' } : named;
  const grace = graceFor(declared, options, context.memory.watching);
  const age = lasting ?? 0;
  const remaining = grace - age;
  const outcome = outcomeOf(declared, remaining <= 0);
  const limit = grace === 0 ? undefined : graceOf(declared, grace, lasting, context);
  const diagnosis = toDiagnosis(failure, observation, limit, DIAGNOSIS_OUTCOMES[outcome], context);
  if (remaining <= 0) return { diagnosis, outcome, age };
  const isYoung = context.memory.watching && age < SETTLED_AFTER;
  return { diagnosis, outcome, age, remaining, ...(isYoung ? { isYoung } : {}) };
}

/** Milliseconds: in less, suspicions come and go with every change of the hub. */
const SETTLED_AFTER = 5000;

function graceFor(declared: DeclaredOutcome, options: GateOptions, watching: boolean): number {
  if (declared === 'stuck') return options.stuckGrace;
  if (typeof declared === 'string' || (declared.answered === true && !watching)) return 0;
  return options.grace[declared.grace];
}

function outcomeOf(declared: DeclaredOutcome, isOver: boolean): Diagnosed['outcome'] {
  if (typeof declared === 'string') return declared === 'stuck' && !isOver ? 'suspect' : declared;
  return isOver ? (declared.becomes ?? 'failed') : 'suspect';
}

function toDiagnosis(
  failure: Failure,
  observation: Observation,
  limit: Grace | undefined,
  outcome: Diagnosis['outcome'],
  { terms, members }: GateContext,
): Diagnosis {
  const {
    title = failure.title,
    evidence = [],
    explain = failure.explain,
    remedy = failure.remedy,
    words,
    seeAlso = failure.seeAlso,
    isFoundBefore = true,
  } = failure.details?.(observation) ?? {};
  const fill = filler(
    words === undefined ? observation : { ...observation, words: { ...observation.words, ...words } },
    terms,
    isAzureFleet(members),
  );
  return {
    id: failure.id,
    title,
    outcome,
    ...(observation.cluster === undefined ? {} : { cluster: observation.cluster }),
    ...(observation.object === undefined ? {} : { object: observation.object }),
    ...(limit?.since === undefined ? {} : { since: limit.since }),
    ...(limit?.countsAt === undefined ? {} : { countsAt: limit.countsAt }),
    // What a case tells names the cause: whose the object is, which quota has no room.
    evidence: [...followsFrom(observation), ...evidence, ...observation.evidence, limit?.text ?? ''].filter((line) => line !== ''),
    explain: fill(explain),
    remedy: remedy.filter((step) => isGivable(step, terms)).map(fill),
    docs: failure.docs.kubefleet,
    learn: failure.docs.microsoft,
    ...(seeAlso === undefined || !isFoundBefore ? {} : { seeAlso }),
  };
}

function followsFrom({ follows, awaits, cluster = '' }: Observation): readonly string[] {
  if (awaits !== undefined) return [`${displayName(awaits)} brings it, and is not done on ${cluster}`];
  return follows === undefined ? [] : [`this follows from the refusal of ${displayName(follows)}`];
}
