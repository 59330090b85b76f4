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
  /** Something that a snapshot shows is different now. */
  readonly onChange: () => void;
  /** How many types are followed. */
  readonly followed: () => number;
  /** A watch has lost something: the others are to be checked. */
  readonly onDoubt: (finder: Follower) => Promise<void>;
}

/** So many objects are read in one request. */
const CHECKED = 500;

/** Follows one type (in one namespace, or everywhere): list, then watch; events only replace cached objects. */
export class Follower {
  readonly interest: Interest;
  readonly #ports: FollowerPorts;
  readonly #ended = new AbortController();
  readonly #closed: AbortSignal;
  readonly #cache: TypeCache;
  readonly #reader: TypeReader;
  /** Since when watching fails. */
  #watchTroubleSince: number | undefined;
  /** When watching was refused last. */
  #watchDeniedAt: number | undefined;
  #hasWatched = false;
  /** How often in a row a watch was soon over. */
  #futile = 0;
  /** How often in a row it could not be read. */
  #unseen = 0;
  #wake = new AbortController();
  #wanted: PromiseWithResolvers<void>[] = [];

  constructor(interest: Interest, ports: FollowerPorts, closed: AbortSignal) {
    this.interest = interest;
    this.#ports = ports;
    this.#closed = AbortSignal.any([closed, this.#ended.signal]);
    this.#cache = new TypeCache(interest, ports.onChange);
    this.#reader = new TypeReader(interest, ports, this.#closed, this.#cache);
  }

  /** What is known of the type in that namespace, or (without one) in all that was asked for. */
  visibility(namespace?: string): Visibility {
    return this.#cache.visibility(namespace);
  }

  /** The objects as they are now. */
  view(): TypeView {
    return this.#cache.objects.view();
  }

  /** How many objects there are. */
  get size(): number {
    return this.#cache.objects.size;
  }

  /** How the type can be read; the forecast counts until the hub has answered. */
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

  /** Asks nothing more, and ends what is under way. */
  end(): void {
    this.#ended.abort();
  }

  /** Runs until closed; `onListed` is called after each answer. Rejects with HubError when the hub is lost. */
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
        // A list that is good and a watch that never is must not become a busy loop.
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
      // What takes many requests to read is left to the watch, which says how far it is, and to the look before a verdict.
      isWatching: () => this.#cache.source !== undefined && this.#mayWatch && this.#cache.objects.size <= CHECKED,
      others: () => (this.#tellsOfAll() ? 1 : this.#ports.followed()),
      behind: () => this.#reader.behind(),
      stillHolds: ({ name, held }) => this.#cache.objects.metadataOf(name)?.resourceVersion === held,
      onMissed: (behind) => {
        const label = interestLabel(this.interest);
        if (behind !== UNREADABLE && behind !== WENT_BACK)
          this.#ports.notices.put('watch', label, `the watch of ${label} had missed a change, found by reading again`);
        // What this watch lost, others may have lost as well.
        return Promise.all([this.#relist(), this.#ports.onDoubt(this)]).then(() => undefined);
      },
    });
    return this.#untilEnded(reads);
  }

  /**
   * Whether what happens to the others shows here as well: the status of a placement or run moves with its bindings and Works. It is read as
   * often as if it were alone, so that a way to the hub that went silent is found within half a minute.
   */
  #tellsOfAll(): boolean {
    const { group, kind } = this.interest;
    return group === PLACEMENT_GROUP && /(Placement|StagedUpdateRun)$/.test(kind) && this.#cache.objects.size > 0;
  }

  /** Resolves when the cache is known to be what the hub holds now: compared, and listed again where it differs. */
  refresh(): Promise<void> {
    return this.#untilEnded(this.#refresh());
  }

  async #refresh(): Promise<void> {
    if (this.#closed.aborted) return;
    if (this.#cache.source !== undefined && this.#mayWatch && (await this.#reader.behind()).length === 0) return;
    await this.#relist();
  }

  /** What was cut off by the end of this is no failure. */
  async #untilEnded(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!this.#ended.signal.aborted) throw error;
    }
  }

  /** Whoever may not watch tries again every now and then: a role may have come. */
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
    // A signal that has aborted calls no listener any more.
    if (this.#closed.aborted) return;
    const waiter = Promise.withResolvers<void>();
    this.#wanted.push(waiter);
    this.#wake.abort();
    const onClosed = (): void => waiter.resolve();
    this.#closed.addEventListener('abort', onClosed, { once: true });
    await waiter.promise.finally(() => this.#closed.removeEventListener('abort', onClosed));
  }

  /** Soon at first, for what has just been installed or granted. */
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
