import type { ClusterName } from '../../../static/world/hub-world.ts';

/** What a job, a script or a target of make does for one hub. */
export interface Started {
  /** No other one has it. */
  readonly key: string;
  /** The job, the script or the target. */
  readonly unit: string;
  /** How others start it with their cluster, as `startedBy`. */
  readonly names: readonly string[];
  /** What it starts, as `startedBy`, in order; once for each way in which its commands are read. */
  readonly starts: readonly (readonly string[])[];
  /** It chooses a cluster, which may be that of later commands as well. */
  readonly logsIn: boolean;
  readonly cluster?: ClusterName | undefined;
  readonly isOfPipeline: boolean;
}

/**
 * Finds what does all of its work as a part of something else: one job or script starts it, directly or by others, and with one login. What
 * several start may be for another hub each time. What no pipeline starts, such as a target for developers, does not count beside one that a
 * pipeline starts. Returns the first of each part by the keys of all its members.
 */
export function firstStarted(all: readonly Started[]): ReadonlyMap<string, Started> {
  const byName = Map.groupBy(
    all.flatMap((each) => each.names.map((name) => ({ name, each }))),
    ({ name }) => name,
  );
  const startedBy = ({ starts }: Started): readonly Started[] =>
    starts.flatMap((names) => {
      const units = names.map((name) => (byName.get(name) ?? []).map(({ each }) => each));
      const isOneHub = units.every((started, index) => index === 0 || !started.some(({ logsIn }) => logsIn));
      return isOneHub ? [...new Set(units.flat())] : [];
    });
  const edges = all.slice(0, MOST).flatMap((from) => startedBy(from).map((to) => ({ from, to })));
  const live = new Set(all.filter(({ isOfPipeline }) => isOfPipeline).map(({ unit }) => unit));
  const ofUnits = Map.groupBy(edges, ({ from }) => from.unit);
  // One that is added here is followed as well.
  for (const unit of live) for (const { to } of ofUnits.get(unit) ?? []) live.add(to.unit);
  const callers = Map.groupBy(edges, ({ to }) => to.key);
  const firsts = new Map<string, string>();
  const firstOf = (key: string): string => {
    const known = firsts.get(key);
    if (known !== undefined) return known === key ? key : firstOf(known);
    firsts.set(key, key);
    const counted = (callers.get(key) ?? []).filter(({ from, to }) => live.has(from.unit) || !live.has(to.unit));
    const [first, ...others] = new Set(counted.map(({ from }) => firstOf(from.key)).filter((each) => each !== key));
    if (first !== undefined && others.length === 0) firsts.set(key, first);
    return firstOf(key);
  };
  const byKey = new Map(all.map((each) => [each.key, each]));
  const parts = Map.groupBy(new Set(edges.flatMap(({ from, to }) => [from.key, to.key])), firstOf);
  return new Map(
    [...parts].flatMap(([key, members]) => {
      const first = byKey.get(key);
      return first === undefined || members.length < 2 ? [] : members.map((member) => [member, first] as const);
    }),
  );
}

/** More than a repository has. */
const MOST = 2000;
