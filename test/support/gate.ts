import type { Visibility } from '../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import type { Expectation } from '../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { DEFAULT_GRACES } from '../../src/gates/graces.ts';
import type { Graces } from '../../src/gates/graces.ts';
import type { MemberReader } from '../../src/gates/hub/member-reader.ts';
import type { Progress } from '../../src/gates/loop/progress.ts';
import { wait } from '../../src/gates/loop/wait.ts';
import { EMPTY_MEMORY, JUDGED_ONCE } from '../../src/gates/memory.ts';
import type { GateMemory } from '../../src/gates/memory.ts';
import type { GateOptions } from '../../src/gates/options.ts';
import type { GateState } from '../../src/gates/verdict/gate-state.ts';
import { judge } from '../../src/gates/verdict/judge.ts';
import type { MemberObjects } from '../../src/gates/view/member-objects.ts';
import type { Diagnosis, GateReport } from '../../src/report.ts';
import type { Reach } from '../../src/gates/reach.ts';
import type { Terms } from '../../src/terms.ts';
import { NOW, objectsOf } from './fleet.ts';
import type { Fleet } from './fleet.ts';
import { memoryHub } from './memory-hub.ts';
import { ScriptedHub } from './scripted-hub.ts';
import type { Scene } from './scripted-hub.ts';
import { SimClock } from './sim-clock.ts';

/** What the user of a gate asks, and what the gate may see. */
export interface Asked {
  /** Default `crp/shop`. */
  readonly targets?: readonly string[];
  readonly manifests?: readonly KubeObject[] | undefined;
  readonly options?: Partial<GateOptions>;
  /** Graces that differ from the default. */
  readonly grace?: Partial<Graces>;
  /** Kinds that are not simply seen. */
  readonly hidden?: Readonly<Record<string, Visibility>> | undefined;
  readonly members?: MemberObjects;
  /** How the reader knows settings; default: as flags. */
  readonly terms?: Terms;
  /** How the reader reaches the clusters; default: unknown. */
  readonly reach?: Reach;
  /** The hub's time at the first judgement; default `NOW`. */
  readonly hubTime?: Date;
}

/** Plain objects, or a fleet with all its objects. */
export type Hub = Fleet | readonly KubeObject[];

/** The ways to have a hub judged. Each takes more of what is asked, or something else than the gate was made with. */
export interface Gate {
  /** The first judgement of `wait`. */
  readonly look: (hub: Hub, more?: Asked) => GateState;
  /** A judgement of `wait` so many milliseconds after its first one, with the memory of the one before. The hub's clock stands still. */
  readonly later: (hub: Hub, before: GateState, ms: number, more?: Asked) => GateState;
  /** The single judgement of `diagnose`. */
  readonly once: (hub: Hub, more?: Asked) => GateState;
  /** Judgements of `wait`, each at its minute after the first; the last one answers. */
  readonly watched: (looks: readonly (readonly [minute: number, hub: Hub])[], more?: Asked) => GateState;
  /** All of `wait`, in simulated time. */
  readonly play: (scenes: readonly Scene[], more?: Asked & Company) => Promise<Played>;
}

/** Who else takes part in a played `wait`. */
interface Company {
  /** Members that are read when the gate wants to know why. */
  readonly memberReader?: MemberReader;
  /** When the user cancels, in milliseconds. */
  readonly cancelAt?: number;
}

export interface Played {
  readonly report: GateReport;
  readonly seconds: number;
  readonly progress: readonly Progress[];
  readonly hub: ScriptedHub;
}

/** A gate that is always asked the same. */
export function gate(asked: Asked = {}): Gate {
  const judged = (hub: Hub, more: Asked, memory: GateMemory, now: number): GateState => {
    const all = { ...asked, ...more };
    const objects = 'placement' in hub ? objectsOf(hub) : hub;
    return judge(memoryHub(objects, all.hubTime ?? NOW, all.hidden), expectedBy(all), memory, now, all.members);
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

/** What a user who asks this expects of the hub. */
export function expectedBy({ targets = ['crp/shop'], manifests, options, grace, terms, reach }: Asked): Expectation {
  return expectationOf({
    targets: targets.map((text) => parseTarget(text)),
    ...(manifests === undefined ? {} : { manifests }),
    ...(terms === undefined ? {} : { terms }),
    ...(reach === undefined ? {} : { reach }),
    options: { ...options, ...(grace === undefined ? {} : { grace: { ...DEFAULT_GRACES, ...grace } }) },
  });
}

/** All that was diagnosed, on placements and on runs. */
export function diagnosesIn({ placements, runs }: Pick<GateState, 'placements' | 'runs'> | GateReport): readonly Diagnosis[] {
  return [...placements, ...runs].flatMap(({ diagnoses }) => diagnoses);
}

/** Their ids. */
export function idsIn(state: Pick<GateState, 'placements' | 'runs'> | GateReport): readonly string[] {
  return diagnosesIn(state).map(({ id }) => id);
}

/** Their ids, with the cluster where one is named. */
export function causesIn(state: Pick<GateState, 'placements' | 'runs'> | GateReport): readonly string[] {
  return diagnosesIn(state).map(({ id, cluster }) => (cluster === undefined ? id : `${id} ${cluster}`));
}

/** The outcome, and each id once. */
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
