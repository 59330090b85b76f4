import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { DEFAULT_GRACES } from '../../../src/gates/graces.ts';
import type { Graces } from '../../../src/gates/graces.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import type { Progress } from '../../../src/gates/loop/progress.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import { EMPTY_MEMORY, JUDGED_ONCE } from '../../../src/gates/memory.ts';
import type { GateMemory } from '../../../src/gates/memory.ts';
import type { GateOptions } from '../../../src/gates/options.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { judge } from '../../../src/gates/verdict/judge.ts';
import type { MemberObjects } from '../../../src/gates/view/member-objects.ts';
import type { Diagnosis, GateReport } from '../../../src/report.ts';
import type { Reach } from '../../../src/gates/reach.ts';
import type { Terms } from '../../../src/terms.ts';
import { NOW, objectsOf } from '../fleets/fleet.ts';
import type { Fleet } from '../fleets/fleet.ts';
import { memoryHub } from '../hubs/memory-hub.ts';
import { ScriptedHub } from '../hubs/scripted-hub.ts';
import type { Scene } from '../hubs/scripted-hub.ts';
import { SimClock } from '../sim-clock.ts';

/** What the user asks of a gate, and what the gate may read. */
export interface Asked {
  /** Default `crp/shop`. */
  readonly targets?: readonly string[];
  readonly templates?: readonly string[];
  readonly manifests?: readonly KubeObject[] | undefined;
  /** The namespace of manifests that name none. */
  readonly namespace?: string;
  readonly options?: Partial<GateOptions>;
  /** Grace periods that differ from the default. */
  readonly grace?: Partial<Graces>;
  /** Kinds that are not simply visible. */
  readonly hidden?: Readonly<Record<string, Visibility>> | undefined;
  readonly members?: MemberObjects;
  /** Where settings are named; default: as flags. */
  readonly terms?: Terms;
  /** How the reader can reach the clusters; default: unknown. */
  readonly reach?: Reach;
  /** The hub's time at the first check; default `NOW`. */
  readonly hubTime?: Date;
  /** Set if the objects are those of a dump. */
  readonly from?: 'files';
}

/** Plain objects, or a fleet whose objects are all used. */
export type Hub = Fleet | readonly KubeObject[];

/** The ways to check a hub. Each takes settings that add to or replace those of the gate. */
export interface Gate {
  /** The first check of `wait`. */
  readonly look: (hub: Hub, more?: Asked) => GateState;
  /** A check of `wait` this many milliseconds after the first one, with the memory of `before`. The hub's clock does not advance. */
  readonly later: (hub: Hub, before: GateState, ms: number, more?: Asked) => GateState;
  /** The single check of `diagnose`. */
  readonly once: (hub: Hub, more?: Asked) => GateState;
  /** Checks of `wait`, each at its minute after the first. Returns the state after the last one. */
  readonly watched: (looks: readonly (readonly [minute: number, hub: Hub])[], more?: Asked) => GateState;
  /** A complete `wait` in simulated time. */
  readonly play: (scenes: readonly Scene[], more?: Asked & Company) => Promise<Played>;
}

/** Further participants of a played `wait`. */
interface Company {
  /** Reads members if the gate needs a cause from them. */
  readonly memberReader?: MemberReader;
  /** When the user cancels, in milliseconds after the start. */
  readonly cancelAt?: number;
}

export interface Played {
  readonly report: GateReport;
  readonly seconds: number;
  readonly progress: readonly Progress[];
  readonly hub: ScriptedHub;
}

/** A gate that uses the same settings for each check. */
export function gate(asked: Asked = {}): Gate {
  const judged = (hub: Hub, more: Asked, memory: GateMemory, now: number): GateState => {
    const all = { ...asked, ...more };
    const objects = 'placement' in hub ? objectsOf(hub) : hub;
    const state = { ...memoryHub(objects, all.hubTime ?? NOW, all.hidden), from: all.from };
    return judge(state, expectedBy(all), memory, now, all.members);
  };
  const later: Gate['later'] = (hub, before, ms, more = {}) => judged(hub, more, before.memory, ms);
  return {
    look: (hub, more = {}) => judged(hub, more, EMPTY_MEMORY, 0),
    later,
    once: (hub, more = {}) => judged(hub, more, JUDGED_ONCE, 0),
    watched: ([first = [0, []], ...rest], more = {}) =>
      rest.reduce((before, [minute, hub]) => later(hub, before, minute * 60_000, more), judged(first[1], more, EMPTY_MEMORY, 0)),
    play: (scenes, more = {}) => played(scenes, { ...asked, ...more }),
  };
}

/** The expectation that these settings of a user amount to. */
export function expectedBy({ targets = ['crp/shop'], manifests, templates, namespace, options, grace, terms, reach }: Asked): Expectation {
  return expectationOf({
    ...(templates === undefined ? {} : { templates }),
    targets: targets.map((text) => parseTarget(text)),
    ...(manifests === undefined ? {} : { manifests }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(terms === undefined ? {} : { terms }),
    ...(reach === undefined ? {} : { reach }),
    options: { ...options, ...(grace === undefined ? {} : { grace: { ...DEFAULT_GRACES, ...grace } }) },
  });
}

/** All diagnoses, of placements and of runs. */
export function diagnosesIn({ placements, runs }: Pick<GateState, 'placements' | 'runs'> | GateReport): readonly Diagnosis[] {
  return [...placements, ...runs].flatMap(({ diagnoses }) => diagnoses);
}

/** The ids of all diagnoses. */
export function idsIn(state: Pick<GateState, 'placements' | 'runs'> | GateReport): readonly string[] {
  return diagnosesIn(state).map(({ id }) => id);
}

/** The ids of all diagnoses, each with its cluster if it has one. */
export function causesIn(state: Pick<GateState, 'placements' | 'runs'> | GateReport): readonly string[] {
  return diagnosesIn(state).map(({ id, cluster }) => (cluster === undefined ? id : `${id} ${cluster}`));
}

/** The outcome and the ids of all diagnoses, each id once. */
export function toldBy(state: GateState | GateReport): string {
  return [state.outcome, ...new Set(idsIn(state))].join(' ');
}

async function played(scenes: readonly Scene[], { memberReader, cancelAt, ...asked }: Asked & Company): Promise<Played> {
  const clock = new SimClock();
  const hub = new ScriptedHub(clock, asked.hubTime ?? NOW, scenes, asked.hidden);
  const stop = new AbortController();
  if (cancelAt !== undefined) void clock.until(cancelAt).then(() => stop.abort());
  const progress: Progress[] = [];
  const gating = wait({
    reader: hub,
    clock,
    expectation: expectedBy(asked),
    signal: stop.signal,
    onProgress: (step) => progress.push(step),
    ...(memberReader === undefined ? {} : { members: memberReader }),
  });
  return { report: await clock.play(gating), seconds: clock.now() / 1000, progress, hub };
}
