import type { KubeObject } from '../../fleet/object.ts';
import type { Clock } from '../clock.ts';
import type { ResourceType, Visibility } from '../snapshot.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { listAll, listVersions } from './collection.ts';
import type { Get } from './collection.ts';
import type { Discovery, ServedResource } from './discovery.ts';
import type { NoticeBoard } from './notices.ts';
import type { Persistence } from './persistence.ts';
import type { Interest } from './reader.ts';
import type { HubTiming } from './timing.ts';
import { lagging, sameVersions } from './versions.ts';
import type { Held } from './versions.ts';
import { watchFrom } from './watch-from.ts';

export interface FollowerPorts {
  readonly client: ApiClient;
  readonly discovery: Discovery;
  readonly persistence: Persistence;
  readonly notices: NoticeBoard;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing: HubTiming;
  /** Where to look when all namespaces are denied. */
  readonly fallbackNamespace: string | undefined;
  /** Something that a snapshot shows is different now. */
  readonly onChange: () => void;
}

/** What to compare with cannot be read any more. No object has this name. */
const UNREADABLE: readonly Held[] = [{ name: '', held: undefined }];

/** Follows one type (in one namespace, or everywhere): list, then watch; events only replace cached objects. */
export class Follower {
  readonly interest: Interest;
  readonly #ports: FollowerPorts;
  readonly #closed: AbortSignal;
  readonly #began: number;
  #state: Visibility = { kind: 'unread' };
  #objects = new Map<string, KubeObject>();
  /** The collection being followed, once it could be listed. */
  #source: { readonly resource: ServedResource; readonly namespace: string | undefined } | undefined;
  #watchable = true;
  /** Since when what could be read is refused. */
  #refusedSince: number | undefined;
  /** Since when watching, or reading, fails. */
  readonly #trouble = new Map<'watch' | 'read', number>();
  #wake = new AbortController();
  #wanted: PromiseWithResolvers<void>[] = [];

  constructor(interest: Interest, ports: FollowerPorts, closed: AbortSignal) {
    this.interest = interest;
    this.#ports = ports;
    this.#closed = closed;
    this.#began = ports.clock.now();
  }

  /** What is known of the type in that namespace, or (without one) in all that was asked for. */
  visibility(namespace?: string): Visibility {
    const narrowed = this.#source?.namespace;
    if (this.#state.kind === 'denied' && narrowed !== undefined && narrowed === namespace) return { kind: 'seen' };
    return this.#state;
  }

  objects(): Iterable<KubeObject> {
    return this.#objects.values();
  }

  /** Since when (monotonic) the state may be old because the hub does not answer; `undefined` while all is well. */
  get troubleSince(): number | undefined {
    return this.#trouble.size === 0 ? undefined : Math.min(...this.#trouble.values());
  }

  /** Runs until closed; `onListed` is called after the first answer. Rejects with HubError when the hub is lost. */
  async run(onListed: () => void): Promise<void> {
    while (!this.#closed.aborted) {
      const { timing, clock } = this.#ports;
      const waiters = this.#wanted;
      this.#wanted = [];
      this.#wake = new AbortController();
      const resourceVersion = await this.#list();
      const listed = clock.now();
      for (const waiter of waiters) waiter.resolve();
      if (this.#state.kind !== 'denied' || clock.now() - this.#began >= timing.startupGraceMs) onListed();
      if (this.#wanted.length > 0) continue;
      if (resourceVersion === undefined) await this.#pause(timing.retryUnseenMs);
      else if (this.#watchable) await this.#watch(resourceVersion);
      // A list that is good and a watch that never is must not become a busy loop.
      if (this.#watchable) await this.#pause(timing.reconnectMs - (clock.now() - listed));
      if (!this.#watchable && this.#wanted.length === 0 && resourceVersion !== undefined) await this.#pause(timing.pollMs);
    }
  }

  /** Resolves when the cache is known to be what the hub holds now: compared, and listed again where it differs. */
  async refresh(): Promise<void> {
    if (this.#closed.aborted) return;
    if (this.#source !== undefined && this.#watchable && (await this.#behind()).length === 0) return;
    await this.#relist();
  }

  /** Checks every now and then what the watch delivered; a watch that missed something is replaced. */
  async guard(): Promise<void> {
    const { clock, timing, random, notices } = this.#ports;
    let interval = timing.safetyMs;
    while (!this.#closed.aborted) {
      await clock.sleep(interval * (0.9 + 0.2 * random()), this.#closed);
      if (this.#closed.aborted || this.#source === undefined || !this.#watchable) continue;
      const began = clock.now();
      const behind = await this.#behind();
      // A hub so large that this read takes seconds is read less often: never more than a twentieth of the time.
      interval = Math.max(timing.safetyMs, 20 * (clock.now() - began));
      if (behind.length === 0) continue;
      await clock.sleep(timing.confirmMs, this.#closed);
      if (!behind.some(({ name, held }) => this.#objects.get(name)?.metadata.resourceVersion === held)) continue;
      if (behind !== UNREADABLE)
        notices.put('watch', this.#label, `the watch of ${this.#label} had missed a change, found by reading again`);
      await this.#relist();
    }
  }

  get #label(): string {
    const { kind, namespace } = this.interest;
    return namespace === undefined ? kind : `${kind} in ${namespace}`;
  }

  #relist(): Promise<void> {
    const waiter = Promise.withResolvers<void>();
    this.#wanted.push(waiter);
    this.#wake.abort();
    const gone = (): void => waiter.resolve();
    this.#closed.addEventListener('abort', gone, { once: true });
    return waiter.promise.finally(() => this.#closed.removeEventListener('abort', gone));
  }

  async #pause(ms: number): Promise<void> {
    const grace = this.#state.kind === 'denied' && this.#ports.clock.now() - this.#began < this.#ports.timing.startupGraceMs;
    if (ms <= 0) return;
    await this.#ports.clock.sleep(grace ? Math.min(ms, this.#ports.timing.pollMs) : ms, AbortSignal.any([this.#closed, this.#wake.signal]));
  }

  async #persist<T>(action: () => Promise<T>): Promise<T> {
    const { persistence } = this.#ports;
    const result = await persistence.run(`list ${this.#label}`, action, this.#closed, () => this.#note('read', true));
    this.#note('read', false);
    return result;
  }

  #note(what: 'watch' | 'read', trouble: boolean): void {
    if (!trouble) this.#trouble.delete(what);
    else if (!this.#trouble.has(what)) this.#trouble.set(what, this.#ports.clock.now());
  }

  /** Lists the type and answers the resource version to watch from, or `undefined` when it cannot be read. */
  async #list(): Promise<string | undefined> {
    const listed = await this.#persist(() => this.#listOnce());
    this.#note('watch', false);
    return listed;
  }

  async #listOnce(): Promise<string | undefined> {
    const { discovery, fallbackNamespace } = this.#ports;
    const type: ResourceType = this.interest;
    try {
      const found = await discovery.find(type);
      if (found.kind === 'notServed') return this.#unseen({ kind: 'notServed', message: found.message });
      const { resource } = found;
      try {
        return await this.#take(resource, resource.namespaced ? this.interest.namespace : undefined, { kind: 'seen' });
      } catch (error) {
        if (!isStatus(error, 403) || !resource.namespaced || this.interest.namespace !== undefined || fallbackNamespace === undefined)
          throw error;
        const message = `${error.message} (read in namespace ${fallbackNamespace} only)`;
        return await this.#take(resource, fallbackNamespace, { kind: 'denied', message });
      }
    } catch (error) {
      if (isStatus(error, 403)) {
        if (this.#mayBeReadAgain()) throw new ApiError(503, error.reason, error.message);
        return this.#unseen({ kind: 'denied', message: error.message });
      }
      if (!isStatus(error, 404)) throw error;
      discovery.forget(type);
      return this.#unseen({ kind: 'notServed', message: `the hub no longer serves ${type.kind} (${error.message})` });
    }
  }

  /** An API server that has just started refuses everybody until it has read its roles: a right is gone when it stays gone. */
  #mayBeReadAgain(): boolean {
    const { clock, timing } = this.#ports;
    if (this.#state.kind !== 'seen') return false;
    this.#refusedSince ??= clock.now();
    return clock.now() - this.#refusedSince < timing.revokedGraceMs;
  }

  async #take(resource: ServedResource, namespace: string | undefined, state: Visibility): Promise<string> {
    const { objects, resourceVersion } = await listAll(this.#get, resource, namespace);
    const same = sameVersions(this.#objects, objects) && sameState(this.#state, state);
    this.#objects = new Map(objects);
    this.#source = { resource, namespace };
    this.#state = state;
    this.#refusedSince = undefined;
    if (!same) this.#ports.onChange();
    return resourceVersion;
  }

  #unseen(state: Visibility): undefined {
    const same = this.#objects.size === 0 && sameState(this.#state, state);
    this.#objects = new Map();
    this.#source = undefined;
    this.#state = state;
    this.#refusedSince = undefined;
    this.#watchable = true;
    if (!same) this.#ports.onChange();
    return undefined;
  }

  readonly #get: Get = (path, accept) => this.#ports.client.get(path, this.#closed, accept);

  async #watch(resourceVersion: string): Promise<void> {
    const source = this.#source;
    if (source === undefined) return;
    const end = await watchFrom(resourceVersion, {
      ...this.#ports,
      ...source,
      signal: AbortSignal.any([this.#closed, this.#wake.signal]),
      onTrouble: (is) => this.#note('watch', is),
      put: (name, object) => this.#put(name, object),
    });
    if (end.kind !== 'denied') return;
    this.#watchable = false;
    const seconds = this.#ports.timing.pollMs / 1000;
    this.#ports.notices.put('degraded', this.#label, `${this.#label} is listed every ${seconds} s instead of watched: ${end.message}`);
  }

  #put(name: string, object: KubeObject | undefined): void {
    if (object === undefined) {
      if (this.#objects.delete(name)) this.#ports.onChange();
      return;
    }
    if (this.#objects.get(name)?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    this.#objects.set(name, object);
    this.#ports.onChange();
  }

  /** The names whose cached state is not the hub's, with the resource version held. */
  async #behind(): Promise<readonly Held[]> {
    const source = this.#source;
    if (source === undefined) return [];
    let versions: ReadonlyMap<string, string>;
    try {
      versions = await this.#persist(() => listVersions(this.#get, source.resource, source.namespace));
    } catch (error) {
      // Denied or gone meanwhile: the list that follows says so in full.
      if (error instanceof ApiError) return UNREADABLE;
      throw error;
    }
    return lagging(this.#objects, versions);
  }
}

function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

function sameState(a: Visibility, b: Visibility): boolean {
  return a.kind === b.kind && ('message' in a ? a.message : '') === ('message' in b ? b.message : '');
}
