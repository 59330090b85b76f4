import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { resourceOf } from '../access/rbac-rule.ts';
import type { TypeAccess } from '../access/type-notices.ts';
import { interestLabel, sameInterest } from '../interest.ts';
import type { TypeView } from '../keep/type-view.ts';
import type { NoticeBoard } from '../access/notices.ts';
import type { Preflight } from '../access/preflight.ts';
import { safetyReads } from './safety-reads.ts';
import { TypeCache } from './type-cache.ts';
import { TypeReader, UNREADABLE, WENT_BACK } from './type-reader.ts';
import type { TypeReaderPorts } from './type-reader.ts';
import { watchFrom } from './watch-from.ts';

export interface FollowerPorts extends TypeReaderPorts {
  readonly notices: NoticeBoard;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  /** Called if a snapshot would now differ. */
  readonly onChange: () => void;
  /** The number of followed types. */
  readonly followed: () => number;
  /** Called if a watch lost an event: the others must be checked. */
  readonly onDoubt: (finder: Follower) => Promise<void>;
}

/** Up to this many objects are checked with one request. */
const CHECKED = 500;

/** Follows one type (in one namespace, or in all): list, then watch; events only replace cached objects. */
export class Follower {
  readonly interest: Interest;
  readonly #ports: FollowerPorts;
  readonly #ended = new AbortController();
  readonly #closed: AbortSignal;
  readonly #cache: TypeCache;
  readonly #reader: TypeReader;
  /** Since when (monotonic) watching fails. */
  #watchTroubleSince: number | undefined;
  /** When (monotonic) watching was last refused. */
  #watchDeniedAt: number | undefined;
  #hasWatched = false;
  /** The number of short watches in a row. */
  #futile = 0;
  /** The number of failed reads in a row. */
  #unseen = 0;
  #wake = new AbortController();
  #wanted: PromiseWithResolvers<void>[] = [];

  constructor(interest: Interest, ports: FollowerPorts, closed: AbortSignal) {
    this.interest = interest;
    this.#ports = ports;
    this.#closed = AbortSignal.any([closed, this.#ended.signal]);
    this.#cache = new TypeCache(ports.onChange);
    this.#reader = new TypeReader(interest, ports, this.#closed, this.#cache);
  }

  /** The visibility of the type in that namespace, or (without one) in all that was requested. */
  visibility(namespace?: string): Visibility {
    return this.#cache.visibility(namespace);
  }

  /** The current objects. */
  view(): TypeView {
    return this.#cache.objects.view();
  }

  /** The number of objects. */
  get size(): number {
    return this.#cache.objects.size;
  }

  /** How the type can be read; the forecast is used until the hub has answered. */
  access({ denied }: Preflight): TypeAccess {
    const { interest } = this;
    const foretold = denied.some((review) => review.verb === 'watch' && sameInterest(review.interest, interest));
    const served = this.#ports.discovery.known(interest);
    return {
      interest,
      resource: served && resourceOf(interest, served),
      state: this.visibility(),
      watchDenied: this.#watchDeniedAt !== undefined || (foretold && !this.#hasWatched),
    };
  }

  /** Since when (monotonic) the state may be old because the hub does not answer; `undefined` while all is well. */
  get troubleSince(): number | undefined {
    const since = [this.#watchTroubleSince, this.#reader.troubleSince].filter((time) => time !== undefined);
    return since.length === 0 ? undefined : Math.min(...since);
  }

  /** Sends no more requests, and ends the running ones. */
  end(): void {
    this.#ended.abort();
  }

  /** Runs until closed; `onListed` is called after each answer. Rejects with HubError if the hub is lost. */
  run(onListed: () => void): Promise<void> {
    return this.#untilEnded(this.#run(onListed));
  }

  async #run(onListed: () => void): Promise<void> {
    while (!this.#closed.aborted) {
      const { timing, clock } = this.#ports;
      const waiters = this.#wanted;
      this.#wanted = [];
      this.#wake = new AbortController();
      const resourceVersion = await this.#list();
      const listed = clock.now();
      for (const waiter of waiters) waiter.resolve();
      onListed();
      if (this.#wanted.length > 0) continue;
      if (resourceVersion === undefined) await this.#pause(this.#unseenPause());
      else if (!this.#mayWatch) await this.#pause(timing.pollMs);
      else {
        await this.#watch(resourceVersion);
        // If lists succeed and watches always fail, this must not become a busy loop.
        const lasted = clock.now() - listed;
        this.#futile = lasted < timing.pollMs ? this.#futile + 1 : 0;
        await this.#pause(Math.min(timing.pollMs, (timing.reconnectMs * 2 ** this.#futile) / 2) - lasted);
      }
    }
  }

  /** Checks what the watch delivered; a watch that missed something is replaced. */
  guard(): Promise<void> {
    const reads = safetyReads({
      ...this.#ports,
      closed: this.#closed,
      // If a type needs many requests to read, only the watch (which reports its position) and the read before a verdict check it.
      isWatching: () => this.#cache.source !== undefined && this.#mayWatch && this.#cache.objects.size <= CHECKED,
      others: () => (this.#tellsOfAll() ? 1 : this.#ports.followed()),
      behind: () => this.#reader.behind(),
      stillHolds: ({ name, held }) => this.#cache.objects.get(name)?.metadata.resourceVersion === held,
      onMissed: (behind) => {
        const label = interestLabel(this.interest);
        if (behind !== UNREADABLE && behind !== WENT_BACK)
          this.#ports.notices.put('watch', label, `the watch of ${label} had missed a change, found by reading again`);
        // If this watch lost an event, others may have lost events as well.
        return Promise.all([this.#relist(), this.#ports.onDoubt(this)]).then(() => undefined);
      },
    });
    return this.#untilEnded(reads);
  }

  /**
   * Whether changes of other types show in this one: the status of a placement or run changes with its bindings and Works. Such a type is
   * read as often as if it were alone, so that a silent connection to the hub is found within half a minute.
   */
  #tellsOfAll(): boolean {
    const { group, kind } = this.interest;
    return group === PLACEMENT_GROUP && /(Placement|StagedUpdateRun)$/.test(kind) && this.#cache.objects.size > 0;
  }

  /** Resolves when the cache is known to equal the hub's state: compared, and listed again if it differs. */
  refresh(): Promise<void> {
    return this.#untilEnded(this.#refresh());
  }

  async #refresh(): Promise<void> {
    if (this.#closed.aborted) return;
    if (this.#cache.source !== undefined && this.#mayWatch && (await this.#reader.behind()).length === 0) return;
    await this.#relist();
  }

  /** An error of work that this end stopped is not a failure. */
  async #untilEnded(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!this.#ended.signal.aborted) throw error;
    }
  }

  /** If watching is denied, it is tried again from time to time: a role may have been granted. */
  get #mayWatch(): boolean {
    const { clock, timing } = this.#ports;
    return this.#watchDeniedAt === undefined || clock.now() - this.#watchDeniedAt >= timing.retryUnseenMs;
  }

  async #list(): Promise<string | undefined> {
    const resourceVersion = await this.#reader.list();
    this.#watchTroubleSince = undefined;
    if (resourceVersion === undefined) this.#watchDeniedAt = undefined;
    else this.#unseen = 0;
    return resourceVersion;
  }

  async #relist(): Promise<void> {
    // An aborted signal calls no further listeners.
    if (this.#closed.aborted) return;
    const waiter = Promise.withResolvers<void>();
    this.#wanted.push(waiter);
    this.#wake.abort();
    const onClosed = (): void => waiter.resolve();
    this.#closed.addEventListener('abort', onClosed, { once: true });
    await waiter.promise.finally(() => this.#closed.removeEventListener('abort', onClosed));
  }

  /** The pause is short at first, because the kind or the permission may be new. */
  #unseenPause(): number {
    const { reconnectMs, retryUnseenMs } = this.#ports.timing;
    return Math.min(retryUnseenMs, reconnectMs * 2 ** this.#unseen++);
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await this.#ports.clock.sleep(ms, AbortSignal.any([this.#closed, this.#wake.signal]));
  }

  async #watch(resourceVersion: string): Promise<void> {
    const { source } = this.#cache;
    if (source === undefined) return;
    const { clock } = this.#ports;
    const end = await watchFrom(resourceVersion, {
      ...this.#ports,
      ...source,
      signal: AbortSignal.any([this.#closed, this.#wake.signal]),
      onTrouble: (is) => {
        if (is) {
          this.#watchTroubleSince ??= clock.now();
          return;
        }
        this.#watchTroubleSince = undefined;
        this.#watchDeniedAt = undefined;
        this.#hasWatched = true;
      },
      put: (name, object) => this.#cache.put(name, object),
      reach: (version) => this.#cache.reach(version),
    });
    if (end === 'denied') this.#watchDeniedAt = clock.now();
  }
}
