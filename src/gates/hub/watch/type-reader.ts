import type { Clock } from '../../clock.ts';
import type { ApiClient } from '../http/api-client.ts';
import { ApiError } from '../http/api-error.ts';
import { listMetadata } from '../http/collection.ts';
import type { Get } from '../http/collection.ts';
import { withFurtherPages } from '../http/further-pages.ts';
import type { Discovery } from '../http/discovery.ts';
import { interestLabel } from '../interest.ts';
import type { Persistence } from '../http/persistence.ts';
import { readType } from './read-type.ts';
import type { Reading } from './read-type.ts';
import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import type { HubTiming } from '../http/timing.ts';
import type { TypeCache } from './type-cache.ts';
import { Comparison, isBehind } from './versions.ts';
import type { Held } from './versions.ts';

export interface TypeReaderPorts {
  readonly client: ApiClient;
  readonly discovery: Discovery;
  readonly persistence: Persistence;
  readonly clock: Clock;
  readonly timing: HubTiming;
  /** The namespaces to read if all namespaces are denied. */
  readonly fallbackNamespace: string | undefined;
  /** Called if the lists of this type show an earlier state of the hub than before. */
  readonly onWentBack: (type: string) => void;
}

/** The collection to compare with cannot be read any more. No object has this name. */
export const UNREADABLE: readonly Held[] = [{ name: '', held: undefined }];

/** The hub is at an earlier version than before: earlier observations may be false. No object has this name. */
export const WENT_BACK: readonly Held[] = [{ name: '', held: undefined }];

/** Reads one type into its cache, and retries temporary failures. */
export class TypeReader {
  readonly #interest: Interest;
  readonly #ports: TypeReaderPorts;
  readonly #closed: AbortSignal;
  readonly #cache: TypeCache;
  /** Since when (monotonic) a type that could be read is refused. */
  #refusedSince: number | undefined;
  #troubleSince: number | undefined;
  /** Settles after the running read. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(interest: Interest, ports: TypeReaderPorts, closed: AbortSignal, cache: TypeCache) {
    this.#interest = interest;
    this.#ports = ports;
    this.#closed = closed;
    this.#cache = cache;
  }

  /** Since when (monotonic) reading fails; `undefined` while it does not. */
  get troubleSince(): number | undefined {
    return this.#troubleSince;
  }

  /** Lists the type. Returns the resource version to watch from, or `undefined` if it cannot be read. */
  async list(): Promise<string | undefined> {
    const reading = await this.#persist(() => this.#read());
    this.#refusedSince = undefined;
    if (reading.kind === 'listed' && this.#cache.isBefore(reading.collection)) this.#ports.onWentBack(interestLabel(this.#interest));
    this.#cache.take(reading);
    return reading.kind === 'listed' ? reading.collection.resourceVersion : undefined;
  }

  /** The names whose cached state is not the hub's, with the resource version held. */
  async behind(): Promise<readonly Held[]> {
    const { source } = this.#cache;
    if (source === undefined) return [];
    // All may be allowed by now: only a list shows it.
    if (this.#cache.state.kind === 'denied') return UNREADABLE;
    try {
      const { version } = this.#cache;
      const { objects: kept } = this.#cache;
      const { objects: compared, resourceVersion } = await this.#persist(() =>
        listMetadata(this.#get, source, () => new Comparison(this.#cache.objects)),
      );
      if (isBehind(resourceVersion, version)) return WENT_BACK;
      // A list arrived in between: the comparison used an older cache.
      if (kept !== this.#cache.objects) return UNREADABLE;
      return compared.lagging(resourceVersion);
    } catch (error) {
      // Denied or removed in the meantime: the list that follows reports the cause.
      if (error instanceof ApiError) return UNREADABLE;
      throw error;
    }
  }

  async #read(): Promise<Reading> {
    const reading = await this.#answered();
    if (reading.kind === 'listed' || !this.#mayHeal()) return reading;
    const { state } = reading;
    throw new ApiError(state.kind === 'denied' ? 403 : 404, '', 'message' in state ? state.message : '').disturbance();
  }

  /** An answer that is not a list, a refusal or an absence does not come from an API server, but from a proxy. */
  async #answered(): Promise<Reading> {
    try {
      return await readType(this.#interest, { ...this.#ports, get: this.#get });
    } catch (error) {
      throw error instanceof ApiError ? error.disturbance() : error;
    }
  }

  /**
   * An API server that has just started refuses all users until it has read its roles, and a starting proxy knows no path. A permission or
   * a kind is therefore lost only if it remains lost.
   */
  #mayHeal(): boolean {
    const { clock, timing } = this.#ports;
    if (this.#cache.state.kind !== 'seen') return false;
    this.#refusedSince ??= clock.now();
    return clock.now() - this.#refusedSince < timing.revokedGraceMs;
  }

  /** Reads follow each other: if an API server asks one read to wait, all wait. */
  #persist<T>(action: () => Promise<T>): Promise<T> {
    const read = this.#reading.then(() => this.#untilRead(action));
    this.#reading = read.catch(() => undefined);
    return read;
  }

  async #untilRead<T>(action: () => Promise<T>): Promise<T> {
    const { persistence, clock } = this.#ports;
    const result = await persistence.run(`list ${interestLabel(this.#interest)}`, action, this.#closed, () => {
      this.#troubleSince ??= clock.now();
    });
    this.#troubleSince = undefined;
    return result;
  }

  readonly #get: Get = withFurtherPages(
    (path, accept) => this.#ports.client.get(path, this.#closed, accept),
    (ask) => this.#untilRead(ask),
  );
}
