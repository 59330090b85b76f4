import type { MemberCluster } from '../fleet/member-cluster.ts';
import type { Score } from './framework.ts';

/** What the scheduler looks at in a ClusterResourceBinding or ResourceBinding. */
export interface Binding {
  readonly name: string;
  readonly cluster: string;
  readonly state: 'Scheduled' | 'Bound' | 'Unscheduled';
  /** The state before it was unscheduled. */
  readonly previousState?: 'Scheduled' | 'Bound';
  /** It carries the latest policy snapshot. */
  readonly current: boolean;
  readonly deleting: boolean;
  /** As recorded when the cluster was picked. */
  readonly score?: Pick<Score, 'affinity' | 'spread'>;
}

export interface ClassifiedBindings {
  readonly scheduled: readonly Binding[];
  readonly bound: readonly Binding[];
  readonly obsolete: readonly Binding[];
  readonly unscheduled: readonly Binding[];
  /** On a cluster that left or is leaving: unscheduled at once. */
  readonly dangling: readonly Binding[];
  readonly deleting: readonly Binding[];
}

/** First match wins, in the order of upstream's `classifyBindings`; each list is in the order of the binding names. */
export function classifyBindings(bindings: readonly Binding[], clusters: readonly MemberCluster[]): ClassifiedBindings {
  const alive = new Set(clusters.filter(({ leaving }) => !leaving).map(({ name }) => name));
  const sorted = bindings.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const groups = Map.groupBy(sorted, (binding): keyof ClassifiedBindings => {
    if (binding.deleting) return 'deleting';
    if (binding.state === 'Unscheduled') return 'unscheduled';
    if (!alive.has(binding.cluster)) return 'dangling';
    if (!binding.current) return 'obsolete';
    return binding.state === 'Scheduled' ? 'scheduled' : 'bound';
  });
  const group = (key: keyof ClassifiedBindings): readonly Binding[] => groups.get(key) ?? [];
  return {
    scheduled: group('scheduled'),
    bound: group('bound'),
    obsolete: group('obsolete'),
    unscheduled: group('unscheduled'),
    dangling: group('dangling'),
    deleting: group('deleting'),
  };
}

/** All bindings as they stand once the dangling ones are unscheduled: that happens before anything else can fail. */
export function everyBinding({ dangling, ...others }: ClassifiedBindings): readonly Binding[] {
  return [...Object.values(others).flat(), ...dangling.map(unschedule)];
}

export function unschedule(binding: Binding): Binding {
  return binding.state === 'Unscheduled' ? binding : { ...binding, state: 'Unscheduled', previousState: binding.state };
}

/** Clusters that bindings hold: neither deleting nor unscheduled. */
export function isLive({ state, deleting }: Binding): boolean {
  return state !== 'Unscheduled' && !deleting;
}
