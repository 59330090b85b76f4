import type { DiscoveredApis } from '../../../fleet/kubefleet/api-resource.ts';
import type { HubState, Interest, ResourceType } from '../../../fleet/kubefleet/hub-state.ts';
import { listNotice, type AskedList } from '../access/list-notice.ts';
import { absenceNotices, accessNotice } from '../access/type-notices.ts';
import { REQUESTS_AT_ONCE } from '../http/api-client.ts';
import { ApiError } from '../http/api-error.ts';
import { clockNotice } from '../access/clock-notice.ts';
import type { Get } from '../http/collection.ts';
import type { CredentialSource } from '../http/credentials.ts';
import { combinedVisibility } from '../access/combined-visibility.ts';
import { type ObjectPart, type ObjectPlace, readLog, readObject } from '../http/single-reads.ts';
import { discoverApis } from '../http/discover-apis.ts';
import type { ClusterRole } from '../access/degradation.ts';
import { FollowedTypes, type FollowedTypesPorts } from './followed-types.ts';
import { uniqueInterests } from '../interest.ts';
import type { Notice } from '../access/notices.ts';
import type { Preflight } from '../access/preflight.ts';
import { resourceOf } from '../access/rbac-rule.ts';
import { reviewAccess } from '../access/review-access.ts';
import { readOnce, type Listing } from './read-once.ts';
import type { HubReader } from '../reader.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import type { ServerTime } from '../http/server-time.ts';
import { stateOf } from '../hub-state-of.ts';
import { joinedView } from '../keep/type-view.ts';
import { typeKey } from '../keys.ts';
import type { Transport } from '../http/transport.ts';
import type { ContainerRun } from '../../container-run.ts';

export interface LiveHubPorts extends Omit<FollowedTypesPorts, 'onChange' | 'onWentBack' | 'onFault'> {
  readonly transport: Pick<Transport, 'close' | 'makeReady'>;
  readonly serverTime: ServerTime;
  readonly credentials: Pick<CredentialSource, 'pendingLogin'>;
  /** The runner's own clock: used only to report that it differs from the hub's, and if the hub sends no dates. */
  readonly wallClock: () => number;
  readonly description: string;
  readonly role: ClusterRole;
}

/** The live reader: it follows types, and reads single objects, over one connection. */
export class LiveHub implements HubReader {
  readonly #ports: LiveHubPorts;
  readonly #closed = new AbortController();
  readonly #followed: FollowedTypes;
  #version = 0;
  #restores = 0;
  #shown = -1;
  #failure: Error | undefined;
  #changed = Promise.withResolvers<void>();
  #forecast: Preflight = { denied: [] };
  #forecasting: Promise<void> = Promise.resolve();
  #needed: readonly Interest[] = [];
  readonly #askedLists: AskedList[] = [];

  constructor(ports: LiveHubPorts) {
    this.#ports = ports;
    this.#followed = new FollowedTypes(
      {
        ...ports,
        onChange: () => this.#touch(),
        onWentBack: (type) => this.#wentBack(type),
        onFault: (error) => this.#fail(error),
      },
      this.#closed.signal,
    );
  }

  /** `--namespace`, or the context's. */
  get namespace(): string | undefined {
    return this.#ports.fallbackNamespace;
  }

  async follow(interests: readonly Interest[]): Promise<void> {
    await this.#followed.follow(interests);
    // All missing permissions are then reported at once.
    await this.#forecasting;
    if (this.#failure !== undefined) throw this.#failure;
    this.#noteClock();
  }

  state(): HubState {
    this.#shown = this.#version;
    const byType = Map.groupBy(this.#followed.all, ({ interest }) => typeKey(interest));
    const views = new Map([...byType].map(([type, followers]) => [type, joinedView(followers.map((follower) => follower.view()))]));
    const states = new Map(
      [...byType].map(([type, followers]) => [
        type,
        followers.map((follower) => ({
          interest: follower.interest,
          whole: follower.visibility(),
          narrowed: this.namespace === undefined ? undefined : follower.visibility(this.namespace),
        })),
      ]),
    );
    return stateOf(views, new Date(this.#now()), (type, namespace) => {
      const ofType = (states.get(typeKey(type)) ?? []).flatMap(({ interest, whole, narrowed }) => {
        if (namespace === undefined) return [{ interest, state: whole }];
        if (interest.namespace !== undefined && interest.namespace !== namespace) return [];
        return [{ interest, state: namespace === this.namespace ? (narrowed ?? whole) : whole }];
      });
      return combinedVisibility(ofType, namespace !== undefined);
    });
  }

  async changed(signal: AbortSignal): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (signal.aborted || this.#closed.signal.aborted || this.#version !== this.#shown) return;
    await unlessAborted(this.#changed.promise, signal);
    if (this.#failure !== undefined && !signal.aborted) throw this.#failure;
  }

  async refresh(): Promise<void> {
    try {
      await this.#followed.refresh();
    } catch (error) {
      this.#fail(error);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  expectRefresh(): void {
    this.#ports.transport.makeReady(Math.min(REQUESTS_AT_ONCE, this.#followed.all.length));
  }

  unseenSince(): Date | undefined {
    return this.#followed.all.some(({ troubleSince }) => troubleSince !== undefined) ? new Date(this.#now()) : undefined;
  }

  trouble(): string | undefined {
    return this.#ports.persistence.trouble;
  }

  restores(): number {
    return this.#restores;
  }

  pendingLogin(): string | undefined {
    return this.#ports.credentials.pendingLogin;
  }

  async close(): Promise<void> {
    const { transport, clock, timing } = this.#ports;
    this.#closed.abort();
    transport.close();
    this.#touch();
    const over = new AbortController();
    await Promise.race([this.#followed.ended(), clock.sleep(timing.closeMs, over.signal)]);
    over.abort();
  }

  /** Notices about how the hub is seen at this moment. */
  notices(): readonly Notice[] {
    const types = this.#followed.all.map((follower) => follower.access(this.#forecast));
    const { role, timing, notices } = this.#ports;
    const { user } = this.#forecast;
    // A refusal can end the command before it follows all that it needs.
    const needed = this.#needed.flatMap((interest) => {
      const served = this.#ports.discovery.known(interest);
      return served === undefined ? [] : [resourceOf(interest, served)];
    });
    const access = accessNotice(types, { role, pollMs: timing.pollMs, needed, ...(user === undefined ? {} : { user }) });
    return [...notices.all(), ...absenceNotices(types), ...(access === undefined ? [] : [access])];
  }

  describe(): string {
    return this.#ports.description;
  }

  /**
   * Asks the hub which of these may be listed and watched, beside the first lists; `notices` reports the result. A missing answer is
   * harmless. If something is refused, the printed role includes all of these.
   */
  preflight(interests: readonly Interest[]): void {
    this.#needed = interests;
    const forecast = reviewAccess(uniqueInterests(interests), this.#ports, this.#closed.signal);
    this.#forecasting = forecast
      .then((answer) => void (this.#forecast = answer ?? this.#forecast))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Lists these once, without following them. @throws HubError */
  async read(interests: readonly Interest[]): Promise<readonly Listing[]> {
    const ports = { ...this.#ports, get: this.#get, signal: this.#closed.signal };
    const listings = await Promise.all(uniqueInterests(interests).map((interest) => readOnce(interest, ports)));
    for (const { interest, state } of listings)
      this.#askedLists.push({ interest, refusal: state.kind === 'denied' ? state.message : undefined });
    return listings;
  }

  /** The last lines that a container wrote. @throws ApiError, HubError */
  log(run: ContainerRun, lines: number): Promise<string> {
    return readLog(run, lines, this.#ports, this.#closed.signal);
  }

  /**
   * One object, or only its metadata, by one request; `undefined` if there is none, or if its kind is not served.
   * @throws ApiError, HubError
   */
  get(type: ResourceType, place: ObjectPlace, part: ObjectPart): Promise<unknown> {
    return readObject(type, place, part, this.#ports, this.#closed.signal);
  }

  /** The lists that `read` was refused, and the rule that would allow all requested lists. */
  refusedLists(): Promise<Notice | undefined> {
    return listNotice(this.#askedLists, this.#ports.discovery);
  }

  /** All kinds the hub serves; `undefined` if it does not list them for this user. @throws HubError */
  async apis(): Promise<DiscoveredApis | undefined> {
    try {
      return await this.#ports.persistence.run('discover the kinds', () => discoverApis(this.#get), this.#closed.signal);
    } catch (error) {
      if (error instanceof ApiError && error.isAnswer) return undefined;
      throw error;
    }
  }

  /** The hub's own time; before the first answer, this machine's. */
  now(): Date {
    return new Date(this.#now());
  }

  readonly #get: Get = (path, accept) => this.#ports.client.get(path, this.#closed.signal, accept);

  #wentBack(type: string): void {
    this.#restores++;
    const what = `the hub went back to an earlier state, as after a restore of its etcd (seen by ${type})`;
    this.#ports.notices.put('watch', 'restore', `${what}: what was seen of it before is discarded`);
    this.#touch();
  }

  #touch(): void {
    this.#version++;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #fail(error: unknown): void {
    if (this.#closed.signal.aborted || this.#failure !== undefined) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#closed.abort();
    this.#touch();
  }

  /** The time does not advance while a followed type may be outdated, so that a grace period cannot end on a state that was not read. */
  #now(): number {
    const { clock, serverTime, wallClock } = this.#ports;
    const trouble = this.#followed.all.flatMap(({ troubleSince }) => troubleSince ?? []);
    const until = Math.min(clock.now(), ...trouble);
    return serverTime.at(until) ?? wallClock();
  }

  #noteClock(): void {
    const { clock, serverTime, wallClock, notices } = this.#ports;
    const notice = clockNotice(serverTime.at(clock.now()), wallClock());
    if (notice !== undefined) notices.put(notice.kind, 'clock', notice.message);
  }
}
