import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';

/**
 * The port to a hub. Implementations: `live` (list + watch over HTTPS), `files` (objects from YAML), recorded hubs in tests.
 * Level-triggered: events only replace cached objects. The verdict is always computed from a whole snapshot.
 */
export interface HubReader {
  /**
   * Follows these types from now on, in addition to those already followed. Resolves after each was listed once or is known to be
   * unreadable.
   * @throws {HubError} if the hub cannot be reached at all, or the credentials are refused.
   */
  follow(interests: readonly Interest[]): Promise<void>;
  /** The newest state. */
  state(): HubState;
  /** Resolves after a change since the last `snapshot()`, or if aborted; rejects with HubError if the hub is lost for good. */
  changed(signal: AbortSignal): Promise<void>;
  /** Lists all followed types once more, so that a verdict never depends only on a watch event. */
  refresh(): Promise<void>;
  /**
   * Prepares the connections for a `refresh` that may soon be due, without a request. Call it at each evaluation. Readers without
   * connections omit it.
   */
  expectRefresh?(): void;
  /**
   * Since when (the hub's time) a followed type could not be read; `undefined` while all is seen. Readers that cannot lose their hub omit
   * it.
   */
  unseenSince?(): Date | undefined;
  /** Why the hub does not answer, while requests are repeated; `undefined` while it answers. */
  trouble?(): string | undefined;
  /** The login that has not ended, as `kubelogin, which logs in user u,`: without it, the hub itself gets no request. */
  pendingLogin?(): string | undefined;
  /**
   * How often the hub was found at an earlier state than before: its etcd was restored, or another hub answers. Observations from before
   * the newest such event prove nothing. Readers whose hub cannot go back omit it.
   */
  restores?(): number;
  /** Ends all running work. The wait is short, regardless of what the hub does. */
  close(): Promise<void>;
}
