import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';

/**
 * The port to a hub. Implementations: `live` (list + watch over HTTPS), `files` (objects from YAML), recorded hubs in tests.
 * Level-triggered: events only replace cached objects; the judgement is always computed from a whole snapshot.
 */
export interface HubReader {
  /**
   * Follows these types from now on, beside those already followed; resolves when each was listed once or is known not to be readable.
   * @throws {HubError} when the hub cannot be reached at all, or the credentials are refused.
   */
  follow(interests: readonly Interest[]): Promise<void>;
  /** The newest state. */
  state(): HubState;
  /** Resolves when something changed since the last `snapshot()`, or when aborted; rejects with HubError when the hub is lost for good. */
  changed(signal: AbortSignal): Promise<void>;
  /** Lists everything followed once more, so that a verdict never rests on a watch event alone. */
  refresh(): Promise<void>;
  /** A `refresh` may soon be due: makes ready what it needs, and asks nothing. To be called at each look. Readers without connections leave it out. */
  expectRefresh?(): void;
  /** Since when (the hub's time) something followed could not be read; `undefined` while all is seen. Readers that cannot lose their hub leave it out. */
  unseenSince?(): Date | undefined;
  /** What keeps the hub from answering, while it is asked again and again; `undefined` while it answers. */
  trouble?(): string | undefined;
  /** Who was asked for a login and has given none, as `kubelogin, which logs in user u,`: without one the hub itself is not asked. */
  awaitedLogin?(): string | undefined;
  /**
   * How often the hub was found at an earlier state than it was seen in: its etcd was restored, or another hub answers. What was seen before
   * the newest of these proves nothing. Readers whose hub cannot go back leave it out.
   */
  restores?(): number;
  /** Ends everything that is under way. Never waits long, whatever the hub does. */
  close(): Promise<void>;
}
