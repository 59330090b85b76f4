import { ConfigError, HubError, NothingToDo } from '../../errors.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { field } from '../../fleet/json/json.ts';
import { displayName, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { LiveMembers } from '../../gates/hub/live-members.ts';
import { listed } from '../../fleet/text/listed.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { DecidedNeed } from '../../ready/needs.ts';
import type { Watched } from '../../watch/watched.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { openMembers } from '../hub/open-hub.ts';
import type { Io } from '../process/io.ts';
import { MOST_HEAP, Stopped, Turns } from '../process/turns.ts';
import { readStaticInput } from '../tree/static-input.ts';
import { lookedFor, type NeedingChange, needingChange, needsOfChange, plannedChange } from './change-needs.ts';
import { interestsForReady } from './hub-interests.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

/** What one look found of the objects that the manifests need. */
export interface NeedsLook {
  readonly watched: readonly Watched[];
  /** What could not be looked for, in whole sentences. */
  readonly notes: readonly string[];
}

/**
 * The objects that manifests need on clusters (`watch --manifests`), decided as `ready` does. The manifests are read and planned at the
 * first look, and again if placements or member clusters have changed.
 */
export class WatchedNeeds {
  readonly #invocation: Invocation;
  readonly #io: Io;
  #planned: NeedingChange | undefined;
  #fleet = '';
  #members: LiveMembers | undefined;

  constructor(invocation: Invocation, io: Io) {
    this.#invocation = { ...invocation, command: 'ready', positionals: invocation.values('manifests') };
    let text: Promise<string> | undefined;
    // Standard input can be read only once.
    this.#io = { ...io, stdin: () => (text ??= io.stdin()) };
  }

  /** @throws {HubError} @throws {ConfigError} @throws {NothingToDo} the manifests cannot be read at the first look */
  async look(hub: LiveHub): Promise<NeedsLook> {
    const { planned, notes } = await this.#plan(hub);
    const { needs, notChecked } = needsOfChange(planned, hub.state());
    this.#members ??= await openMembers(this.#invocation, this.#io);
    const decided = await lookedFor(needs, hub, this.#members, this.#invocation);
    // A login may have expired. The next look opens the members again.
    if (decided.some(({ open }) => open !== undefined)) await this.close();
    const open = [...notChecked, ...decided.flatMap((each) => each.open ?? [])].map(({ message }) => message);
    return { watched: watchedNeeds(decided), notes: [...notes, ...open] };
  }

  async close(): Promise<void> {
    const members = this.#members;
    this.#members = undefined;
    await members?.close();
  }

  async #plan(hub: LiveHub): Promise<{ readonly planned: NeedingChange; readonly notes: readonly string[] }> {
    const { change } = this.#planned ?? {};
    if (change !== undefined) await hub.follow(interestsForReady(change.objects));
    const fleet = change === undefined ? '' : fleetText(hub.state());
    if (this.#planned !== undefined && fleet === this.#fleet) return { planned: this.#planned, notes: [] };
    const before = this.#planned;
    try {
      const planned = await this.#judge();
      await hub.follow(interestsForReady(planned.change.objects));
      this.#planned = planned;
      this.#fleet = fleetText(hub.state());
      return { planned, notes: [] };
    } catch (error) {
      if (before === undefined || !(error instanceof ConfigError || error instanceof NothingToDo)) throw error;
      return { planned: before, notes: [`The manifests cannot be read again, so their former content is used: ${error.message}.`] };
    }
  }

  async #judge(): Promise<NeedingChange> {
    const io = this.#io;
    const turns = new Turns({ deadline: LONGEST, heap: MOST_HEAP }, io.signal);
    const judging = { ...io, turns };
    try {
      return needingChange(await plannedChange(await readStaticInput(this.#invocation, judging), this.#invocation, judging));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      if (io.signal.aborted) throw new HubError('unreachable', 'cancelled');
      throw new ConfigError(`${this.#invocation.named('manifests')}: there is not enough time or memory to check them`);
    } finally {
      turns.close();
    }
  }
}

/** Milliseconds that the check of the manifests may take. */
const LONGEST = 10 * 60_000;

/** Differs if a placement may have other clusters than before. */
function fleetText(hub: HubState): string {
  const members = hub
    .list(typeOf('MemberCluster'))
    .map(({ metadata, ...object }) => [metadata.name, metadata.labels, field(object, 'spec')]);
  const placed = FOLLOWED.flatMap((kind) => hub.list(typeOf(kind))).map(({ kind, metadata, ...object }) => [
    [kind, metadata.namespace, metadata.name],
    kind.endsWith('Binding') ? field(object, 'spec', 'targetCluster') : metadata.generation,
  ]);
  return JSON.stringify([members, placed]);
}

const FOLLOWED = ['ClusterResourcePlacement', 'ResourcePlacement', 'ClusterResourceBinding', 'ResourceBinding'];

/** Clusters that a step names. */
const MOST_CLUSTERS = 5;

/** One object may be needed in several ways, such as by two of its entries. */
function watchedNeeds(decided: readonly DecidedNeed[]): readonly Watched[] {
  const groups = Map.groupBy(decided, ({ need }) => displayName(objectOf(need)));
  return [...groups.values()].flatMap((group): readonly Watched[] => {
    const [first] = group;
    if (first === undefined) return [];
    const base = { object: objectOf(first.need), suspicions: [] };
    const missing = group.find(({ reason }) => reason !== undefined)?.reason;
    if (missing !== undefined) {
      const step = `Bring ${displayName(base.object)} to ${listed(missing.clusters ?? [], MOST_CLUSTERS)}, or add it to the manifests.`;
      return [{ ...base, state: 'bad', cause: withoutFullStop(missing.message), step }];
    }
    const open = group.find((each) => each.open !== undefined)?.open;
    return [
      open === undefined ? { ...base, state: 'good', cause: '' } : { ...base, state: 'unknown', cause: withoutFullStop(open.message) },
    ];
  });
}

function objectOf({ group, version, kind, namespace, name }: DecidedNeed['need']): ObjectRef {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name };
}
