import { isManagedByAzure } from '../../fleet/kubefleet/azure-managed.ts';
import { BENIGN_REASONS } from '../../fleet/kubefleet/reasons.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { displayName, type KubeObject, objectKey, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';
import { DIAGNOSIS_OUTCOMES } from '../../outcome.ts';
import type { Diagnosis } from '../../report.ts';
import { matches, ruleFor } from '../catalogue/failure.ts';
import type { DeclaredOutcome, Failure } from '../catalogue/failure.ts';
import { FAILURES } from '../catalogue/index.gen.ts';
import { hubKindOf } from '../catalogue/hub-agent-words.ts';
import { filler, type Surroundings } from '../catalogue/words.ts';
import type { Timer, Timers, TimerScope } from '../memory.ts';
import type { ContainerLogText, Observation } from '../observations/observation.ts';
import type { GateOptions } from '../options.ts';
import type { GateContext } from '../rollout/context.ts';
import { isGivable } from '../../terms.ts';
import { typeOf } from '../view/seen.ts';
import type { Diagnosed } from './diagnosed.ts';
import { graceOf } from './grace.ts';
import type { Grace } from './grace.ts';
import { withSameFailure } from './same-failure.ts';
import { startOf, timerKey, timersOf } from './timers.ts';

/** The diagnoses of observations, and their running grace periods. */
export interface Diagnoses {
  readonly found: readonly Diagnosed[];
  readonly timers: Timers;
}

/** Names each observation by the first catalogue entry that matches it, and runs the grace period of its place in this scope. */
export function diagnose(observations: readonly Observation[], context: GateContext, scope: TimerScope): Diagnoses {
  const timers: Timer[] = [];
  const found = new Map<string, Diagnosed>();
  for (const observation of observations) {
    const failure = FAILURES.find((candidate) => matches(candidate, observation));
    if (failure === undefined || (failure.id === 'undocumented' && BENIGN_REASONS.has(observation.condition?.reason ?? ''))) continue;
    const key = timerKey(scope, observation);
    const since = startOf(key, context.memory) ?? context.moment.now - lastedBefore(observation);
    const { awaits } = observation;
    const named = toDiagnosed(failure, observation, context, ageOf(observation, context, since));
    const diagnosed = awaits === undefined ? named : { ...named, awaits };
    // A waiting observation has not failed yet: if it fails later, it gets its whole grace period.
    if (diagnosed.outcome !== 'waiting') timers.push({ key, since });
    const { diagnosis } = diagnosed;
    const identity = `${diagnosis.id}|${diagnosis.cluster ?? ''}|${diagnosis.object === undefined ? '' : objectKey(diagnosis.object)}`;
    if (!found.has(identity)) found.set(identity, diagnosed);
  }
  return { found: withSameFailure([...found.values()]), timers: timersOf(timers) };
}

/**
 * A refusal by a member or the hub, or a report of a kubelet, from before the gate's first evaluation has used up a part of its grace
 * period. Its `lastedMs` is about this content. A conclusion of the gate, or a pending selection or decision of the hub as a whole, may
 * be of the deploy before.
 */
function lastedBefore({ scope, fact, behind, lastedMs }: Observation): number {
  const isSaid = (fact === undefined || fact.startsWith('pod-')) && (scope === 'manifest' || scope === 'cluster');
  return isSaid && behind !== true ? (lastedMs ?? 0) : 0;
}

/**
 * A watching gate uses the time since it saw the problem. A single evaluation uses only the hub's times; `undefined` if they are not known.
 */
function ageOf(observation: Observation, { memory, moment }: GateContext, since: number): number | undefined {
  return memory.watching ? moment.now - since : observation.lastedMs;
}

function toDiagnosed(failure: Failure, observation: Observation, context: GateContext, lastedMs: number | undefined): Diagnosed {
  const { options } = context;
  const own = typeof failure.outcome === 'function' ? failure.outcome(observation, options) : failure.outcome;
  // The failure it follows from is the cause, and decides the outcome.
  const named = observation.follows !== undefined ? 'info' : observation.awaits !== undefined ? 'waiting' : own;
  const age = lastedMs ?? 0;
  const limited = named === 'waiting' && isUnavailable(observation) ? options.availableWithin : undefined;
  const isTooLong = limited !== undefined && age >= limited;
  const declared: DeclaredOutcome =
    observation.behind === true && named === 'failed' ? { kind: 'suspect', grace: 'member' } : isTooLong ? 'failed' : named;
  const grace = isTooLong ? limited : graceFor(declared, options, context.memory.watching);
  const remaining = grace - age;
  const outcome = outcomeOf(declared, remaining <= 0);
  const limit = grace === 0 ? undefined : graceOf(grace, lastedMs, context);
  const diagnosis = toDiagnosis(failure, observation, limit, DIAGNOSIS_OUTCOMES[outcome], context);
  if (remaining <= 0) return { diagnosis, outcome, age };
  const isYoung = context.memory.watching && age < SETTLED_AFTER;
  return { diagnosis, outcome, age, remaining, ...(isYoung ? { isYoung } : {}) };
}

/** The object is applied, and KubeFleet waits until it is available. */
function isUnavailable({ scope, step, condition }: Observation): boolean {
  return scope === 'manifest' && step === 'Available' && condition?.status === 'False';
}

/** Milliseconds: shorter problems appear and disappear with every change of the hub. */
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
  context: GateContext,
): Diagnosis {
  const {
    title = failure.title,
    evidence = [],
    explain = failure.explain,
    remedy = failure.remedy,
    words,
    isFoundBefore = true,
  } = failure.details?.(observation) ?? {};
  const seeAlso = isFoundBefore ? ruleFor(failure, observation) : undefined;
  return {
    id: failure.id,
    title,
    outcome,
    ...(observation.cluster === undefined ? {} : { cluster: observation.cluster }),
    ...(observation.object === undefined ? {} : { object: observation.object }),
    ...(limit?.since === undefined ? {} : { since: limit.since }),
    ...(limit?.countsAt === undefined ? {} : { countsAt: limit.countsAt }),
    // Case-specific evidence comes first because it names the cause: the object's owner, or the exhausted quota.
    evidence: [...followsFrom(observation), ...evidence, ...observation.evidence, limit?.text ?? ''].filter((line) => line !== ''),
    ...(observation.log === undefined ? {} : { log: logOf(observation.log) }),
    ...(context.byStatus ? { explain: '', remedy: [] } : adviceOf(observation, { explain, remedy, words }, context)),
    docs: failure.docs.kubefleet,
    learn: failure.docs.microsoft,
    ...(seeAlso === undefined ? {} : { seeAlso }),
  };
}

/** The explanation and the steps, with the names of this case. */
function adviceOf(
  observation: Observation,
  { explain, remedy, words }: Pick<Failure, 'explain' | 'remedy'> & { readonly words: Observation['words'] | undefined },
  { terms, reach, members, hub, deploy }: GateContext,
): Pick<Diagnosis, 'explain' | 'remedy'> {
  const fill = filler(words === undefined ? observation : { ...observation, words: { ...observation.words, ...words } }, {
    terms,
    reach,
    hubKind: hubKindOf(reach, members),
    ...namedByRun(observation.target, hub, deploy ?? []),
  });
  return {
    explain: fill(explain),
    remedy: [...remedy, ...stepOfOwner(observation.target, hub)].filter((step) => isGivable(step, terms)).map(fill),
  };
}

function logOf({ pod, container, isPrevious, text }: ContainerLogText): NonNullable<Diagnosis['log']> {
  return { pod, container, ...(isPrevious ? { previous: true } : {}), text };
}

/**
 * The placement of a managed fleet namespace cannot be edited:
 * https://learn.microsoft.com/azure/kubernetes-fleet/concepts-fleet-managed-namespace.
 */
function stepOfOwner({ kind, namespace, name }: ObjectRef, hub: HubState): readonly string[] {
  if (!isManagedByAzure(hub.get(typeOf(kind), namespace, name))) return [];
  return [
    'Azure made {target} for a managed fleet namespace and refuses edits of it: change the namespace with az fleet namespace, or in the Azure portal.',
  ];
}

/** The names in a run: its placement and its strategy. */
function namedByRun(target: ObjectRef, hub: HubState, deploy: readonly KubeObject[]): Pick<Surroundings, 'placementName' | 'strategyName'> {
  if (isPlacementKind(target.kind)) return {};
  const { kind, namespace, name } = target;
  // A run that is gone was of the deploy, if that is known.
  const run = hub.get(typeOf(kind), namespace, name) ?? deploy.find((object) => objectKey(refOf(object)) === objectKey(target));
  if (run === undefined) return {};
  return { placementName: stringAt(run, 'spec', 'placementName'), strategyName: stringAt(run, 'spec', 'stagedRolloutStrategyName') };
}

function followsFrom({ follows, awaits, cluster = '' }: Observation): readonly string[] {
  if (awaits !== undefined) return [`${displayName(awaits)} brings it, and is not finished on ${cluster}`];
  return follows === undefined ? [] : [`this follows from the refusal of ${displayName(follows)}`];
}
