import type { FleetView } from './fleet-view.ts';
import type { Score } from './framework.ts';

/** The fields of a ClusterResourceBinding or ResourceBinding that the scheduler reads. */
export interface Binding {
  readonly name: string;
  readonly cluster: string;
  readonly state: 'Scheduled' | 'Bound' | 'Unscheduled';
  /** The state before it was unscheduled. */
  readonly previousState?: 'Scheduled' | 'Bound';
  /** It belongs to the latest policy snapshot. */
  readonly current: boolean;
  readonly deleting: boolean;
  /** The score recorded when the cluster was picked. */
  readonly score?: Pick<Score, 'affinity' | 'spread'>;
}

export interface ClassifiedBindings {
  readonly scheduled: readonly Binding[];
  readonly bound: readonly Binding[];
  readonly obsolete: readonly Binding[];
  readonly unscheduled: readonly Binding[];
  /** Bindings on a cluster that left or is leaving. They are unscheduled at once. */
  readonly dangling: readonly Binding[];
  readonly deleting: readonly Binding[];
}

/** The first match wins, in the order of upstream's `classifyBindings`. Each list is in the order of the binding names. */
export function classifyBindings(bindings: readonly Binding[], { byName }: FleetView): ClassifiedBindings {
  const groups: Record<keyof ClassifiedBindings, Binding[]> = {
    scheduled: [],
    bound: [],
    obsolete: [],
    unscheduled: [],
    dangling: [],
    deleting: [],
  };
  for (const binding of bindings.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const isHome = byName.get(binding.cluster)?.leaving === false;
    if (binding.deleting) groups.deleting.push(binding);
    else if (binding.state === 'Unscheduled') groups.unscheduled.push(binding);
    else if (!isHome) groups.dangling.push(binding);
    else if (!binding.current) groups.obsolete.push(binding);
    else groups[binding.state === 'Scheduled' ? 'scheduled' : 'bound'].push(binding);
  }
  return groups;
}

/** All bindings after the dangling ones are unscheduled. The scheduler does that before anything else can fail. */
export function everyBinding({ dangling, ...others }: ClassifiedBindings): readonly Binding[] {
  return [...Object.values(others).flat(), ...dangling.map(unschedule)];
}

export function unschedule(binding: Binding): Binding {
  return binding.state === 'Unscheduled' ? binding : { ...binding, state: 'Unscheduled', previousState: binding.state };
}

/** Whether the binding holds its cluster: it is neither deleting nor unscheduled. */
export function isLive({ state, deleting }: Binding): boolean {
  return state !== 'Unscheduled' && !deleting;
}
