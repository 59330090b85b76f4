import type { GatedRun } from '../report.ts';
import type { Expectation } from './expectation.ts';
import { judgePlacement } from './judge-placement.ts';
import type { Judged } from './effect.ts';
import { judgeRun } from './judge-run.ts';
import type { Look } from './look.ts';
import { NO_MEMBER_OBJECTS } from './members/member-reader.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { GateMemory } from './memory.ts';
import type { GateOptions } from './options.ts';
import type { Snapshot } from './snapshot.ts';
import type { Decision, GateState } from './state.ts';
import { isPlacementKind } from './target.ts';
import { resourceSnapshotKeys } from './view/snapshot-key.ts';

/**
 * The judgement: one pure function of what the hub shows, what is expected, what was seen before, and the time.
 * @param now reading of the monotonic clock in ms; only differences to earlier readings mean anything
 * @param memberObjects what was read on members; nothing where no access was given
 */
export function judge(
  snapshot: Snapshot,
  expectation: Expectation,
  memory: GateMemory,
  now: number,
  memberObjects: MemberObjects = NO_MEMBER_OBJECTS,
): GateState {
  const started: GateMemory =
    memory.watching && memory.startedAt === undefined
      ? { ...memory, startedAt: now, snapshotsBefore: resourceSnapshotKeys(snapshot) }
      : memory;
  const look: Look = { snapshot, expectation, memory: started, now, memberObjects };
  const judged = expectation.targets.map((target) =>
    isPlacementKind(target.kind) ? { run: false, ...judgePlacement(target, look) } : { run: true, ...judgeRun(target, look) },
  );
  const decision = decide(judged, expectation.options.onApproval);
  return {
    decision,
    complete: judged.every((entry) => entry.complete),
    placements: judged.filter((entry) => !entry.run).map((entry) => entry.gated),
    runs: judged
      .filter((entry) => entry.run)
      .map((entry) => entry.gated)
      .filter(isRun),
    awaiting: awaitingOf(judged),
    memory: remembered(judged, started),
  };
}

/** What a newer deploy did counts before failures, failures before what merely stands still. A person who is not to be waited for is not, whatever else is under way. */
function decide(judged: readonly Judged[], onApproval: GateOptions['onApproval']): Decision {
  const has = (effect: Judged['effect']): boolean => judged.some((entry) => entry.effect === effect);
  if (has('superseded')) return { kind: 'superseded' };
  if (has('failed')) return { kind: 'failed' };
  if (has('stuck')) return { kind: 'stuck' };
  const timers = judged.flatMap((entry) => entry.nextTimer ?? []);
  const next = timers.length === 0 ? {} : { nextTimer: Math.min(...timers) };
  const isHuman = has('human');
  if (has('undecided') && !(isHuman && onApproval === 'fail')) return { kind: 'undecided', ...next };
  return isHuman ? { kind: 'waitingForPerson', ...next } : { kind: 'passed' };
}

function awaitingOf(judged: readonly Judged[]): string {
  const order = ['superseded', 'failed', 'stuck', 'undecided', 'human', 'passed'];
  const [first] = judged.toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect));
  if (first === undefined) return 'nothing to wait for';
  const { object, summary } = first.gated;
  return `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}: ${summary}`;
}

function remembered(judged: readonly Judged[], memory: GateMemory): GateMemory {
  return {
    ...memory,
    firstSeen: new Map(judged.flatMap((entry) => [...entry.memory.firstSeen])),
    arrived: new Set([...memory.arrived, ...judged.flatMap((entry) => [...entry.memory.arrived])]),
    uids: new Map([...memory.uids, ...judged.flatMap((entry) => [...entry.memory.uids])]),
  };
}

function isRun(gated: Judged['gated']): gated is GatedRun {
  return 'stages' in gated;
}
