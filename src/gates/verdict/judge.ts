import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { displayName, refOf } from '../../fleet/kubernetes/object.ts';
import { worstOf } from '../../outcome.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { GatedRun, UnplacedObject } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { absentByAnnotation, notSeenClauses, withoutAbsent } from '../deploy/absent-by-annotation.ts';
import { inScopeOfHub } from '../deploy/scope-of-hub.ts';
import { unjudgedObjects } from '../deploy/unjudged.ts';
import { idleOverrides } from '../deploy/idle-overrides.ts';
import { templateClauses } from '../deploy/deployed-object.ts';
import { unplacedObjects } from '../deploy/unplaced.ts';
import type { GateMemory } from '../memory.ts';
import type { GateOptions } from '../options.ts';
import type { GateContext } from '../rollout/context.ts';
import { NO_MEMBER_OBJECTS } from '../view/member-objects.ts';
import type { MemberObjects } from '../view/member-objects.ts';
import { heartbeatsSeen, viewMembers } from '../view/member.ts';
import { resourceSnapshotKeys } from '../view/resource-snapshot.ts';
import { outcomesOf } from './supplying-placements.ts';
import type { GateState } from './gate-state.ts';
import { withHeldApprovals } from './held-approvals.ts';
import { judgePastRun } from './judge-past-run.ts';
import { judgePlacement } from './judge-placement.ts';
import { judgeRun } from './judge-run.ts';
import type { VerdictCache } from './verdict-cache.ts';
import { withOtherViews } from './other-views.ts';
import { soonest, type TargetVerdict } from './target-verdict.ts';

/**
 * The evaluation: a pure function of the hub's state, the expectation, the memory and the time.
 * @param expected its custom resources get the scope that the hub shows
 * @param now reading of the monotonic clock in ms; only differences to earlier readings have a meaning
 * @param memberObjects the objects read on members; empty if no access was given
 * @param known the results of earlier evaluations of the same gate: they only save work
 */
export function judge(
  hub: HubState,
  expected: Expectation,
  before: GateMemory,
  now: number,
  memberObjects: MemberObjects = NO_MEMBER_OBJECTS,
  known?: VerdictCache,
): GateState {
  const scoped = inScopeOfHub(expected, hub);
  const absent = absentByAnnotation(hub, scoped);
  const expectation = withoutAbsent(scoped, absent);
  const { targets, options, manifests, terms, reach, byStatus = false } = expectation;
  const memory = started(before, hub, now);
  const members = viewMembers(hub, memory, now);
  const context: GateContext = {
    hub,
    options,
    followed: targets,
    terms,
    reach,
    byStatus,
    deploy: manifests,
    unknown: [...templateClauses(expectation.templates), ...notSeenClauses(hub, absent)],
    memory,
    moment: { now },
    members,
    memberObjects,
  };
  const judgement = known?.over(context);
  const judged = targets.map((target) => {
    if (!isPlacementKind(target.kind)) return judgePastRun(target, expectation, hub) ?? judgeRun(target, context);
    return judgement === undefined ? judgePlacement(target, context) : judgement(target, judgePlacement);
  });
  const { placements = [], runs = [] } = Object.groupBy(withHeldApprovals(judged, hub), ({ gated }) =>
    isPlacementKind(gated.object.kind) ? 'placements' : 'runs',
  );
  const verdicts = [...placements, ...runs];
  const unplaced = known?.unplaced(hub, expectation) ?? unplacedObjects(hub, expectation);
  const refused = options.requireSelected && unplaced.length > 0 ? (['failed'] as const) : [];
  const outcome = gateOutcome([...outcomesOf(verdicts), ...refused], options.onApproval);
  const timers = verdicts.flatMap(({ nextTimer }) => nextTimer ?? []);
  const isOpen = outcome === 'waiting' || outcome === 'waitingForPerson';
  return {
    at: hub.now.toISOString(),
    outcome,
    ...(isOpen && timers.length > 0 ? { nextTimer: soonest(timers) } : {}),
    complete: verdicts.every(({ complete }) => complete),
    placements: placements.map((verdict) => withOtherViews(verdict, runs)),
    runs: runs.map(({ gated }) => gated).filter(isRun),
    unplaced,
    unjudged: [
      ...unjudgedObjects(hub, expectation),
      ...absent.filter(({ isTest }) => !isTest).map(({ object, annotation }) => ({ object: refOf(object), status: '', annotation })),
    ],
    idleOverrides: known?.idleOverrides(hub, expectation) ?? idleOverrides(hub, expectation),
    removals: verdicts.flatMap(({ removals }) => removals),
    running: verdicts.flatMap(({ running }) => running),
    awaiting: awaitingOf(verdicts, outcome, unplaced),
    memory: remembered(verdicts, memory),
  };
}

function started(memory: GateMemory, hub: HubState, now: number): GateMemory {
  if (!memory.watching) return memory;
  const heard = { ...memory, heartbeats: heartbeatsSeen(hub, memory, now) };
  return memory.startedAt === undefined ? { ...heard, startedAt: now, snapshotsBefore: resourceSnapshotKeys(hub) } : heard;
}

/**
 * The worst outcome of the targets. Waiting for a person comes last, because other targets may still fail, unless the gate must not wait
 * for a person.
 */
function gateOutcome(outcomes: readonly TargetOutcome[], onApproval: GateOptions['onApproval']): TargetOutcome {
  const worst = worstOf(outcomes);
  const isOpenElsewhere = outcomes.includes('waiting');
  return worst === 'waitingForPerson' && onApproval !== 'fail' && isOpenElsewhere ? 'waiting' : worst;
}

function awaitingOf(verdicts: readonly TargetVerdict[], outcome: TargetOutcome, unplaced: readonly UnplacedObject[]): string {
  const deciding = verdicts.find((verdict) => verdict.outcome === outcome);
  if (deciding === undefined) return unplaced.length > 0 ? 'no followed placement selects all that was deployed' : 'nothing to wait for';
  return `${displayName(deciding.gated.object).replace('/', ' ')}: ${deciding.gated.summary}`;
}

function remembered(verdicts: readonly TargetVerdict[], memory: GateMemory): GateMemory {
  return {
    ...memory,
    timers: new Map(verdicts.flatMap((verdict) => [...verdict.memory.timers])),
    arrived: new Set([...memory.arrived, ...verdicts.flatMap((verdict) => [...verdict.memory.arrived])]),
    uids: new Map([...memory.uids, ...verdicts.flatMap((verdict) => [...verdict.memory.uids])]),
  };
}

function isRun(gated: TargetVerdict['gated']): gated is GatedRun {
  return 'stages' in gated;
}
