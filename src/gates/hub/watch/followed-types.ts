import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import { sameInterest, uniqueInterests } from '../interest.ts';
import { Follower, type FollowerPorts } from './follower.ts';

export interface FollowedTypesPorts extends Omit<FollowerPorts, 'followed' | 'onDoubt'> {
  /** Called if a type cannot be followed any more. */
  readonly onFault: (error: unknown) => void;
}

interface EndedPart {
  readonly interest: Interest;
  /** The follower that sees the part instead. */
  readonly whole: Follower;
}

/** The types that a reader follows: one follower for each interest, unless another one sees it as well. */
export class FollowedTypes {
  readonly #ports: FollowedTypesPorts;
  readonly #closed: AbortSignal;
  readonly #running: Promise<void>[] = [];
  #followers: readonly Follower[] = [];
  /** The followed parts of a type that ended after the whole type was seen. */
  #endedParts: readonly EndedPart[] = [];

  constructor(ports: FollowedTypesPorts, closed: AbortSignal) {
    this.#ports = ports;
    this.#closed = closed;
  }

  get all(): readonly Follower[] {
    return this.#followers;
  }

  /** Follows what is not followed yet. Resolves when each of these was listed or cannot be listed. */
  async follow(interests: readonly Interest[]): Promise<void> {
    // All namespaces first: one namespace is followed separately only if that is denied.
    for (const wide of [true, false]) {
      const asked = uniqueInterests(interests).filter(({ namespace }) => (namespace === undefined) === wide);
      const fresh = asked.filter((interest) => !this.#followers.some((follower) => covers(follower, interest)));
      await Promise.all(fresh.map((interest) => this.#start(interest)));
    }
  }

  /** Reads all of it again, the largest type first. */
  async refresh(): Promise<void> {
    const followers = this.#followers.toSorted((a, b) => b.size - a.size);
    await Promise.all(followers.map((follower) => follower.refresh()));
  }

  /** Resolves when no follower runs any more, after the signal of the constructor was aborted. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #start(interest: Interest): Promise<void> {
    const follower = new Follower(
      interest,
      { ...this.#ports, followed: () => this.#followers.length, onDoubt: (finder) => this.#checkOthers(finder) },
      this.#closed,
    );
    this.#followers = [...this.#followers, follower];
    const listed = Promise.withResolvers<void>();
    const settle = (error: unknown): void => {
      this.#ports.onFault(error);
      listed.resolve();
    };
    const onListed = (): void => {
      this.#endOrReturnWithin(follower);
      listed.resolve();
    };
    this.#running.push(follower.run(onListed).then(listed.resolve, settle), follower.guard().catch(settle));
    return listed.promise;
  }

  /** After all of a type is seen, its followed parts end. If the whole type is denied later, the parts are followed again. */
  #endOrReturnWithin(whole: Follower): void {
    if (!this.#followers.includes(whole)) return;
    const { kind } = whole.visibility();
    if (kind === 'denied') this.#returnWithin(whole);
    if (kind === 'seen') this.#endWithin(whole);
  }

  #endWithin(whole: Follower): void {
    const parts = this.#followers.filter((follower) => follower !== whole && covers(whole, follower.interest));
    if (parts.length === 0) return;
    this.#followers = this.#followers.filter((follower) => !parts.includes(follower));
    this.#endedParts = [...this.#endedParts, ...parts.map(({ interest }) => ({ whole, interest }))];
    for (const part of parts) part.end();
    this.#ports.onChange();
  }

  #returnWithin(denied: Follower): void {
    const parts = this.#endedParts.filter(({ whole }) => whole === denied);
    this.#endedParts = this.#endedParts.filter(({ whole }) => whole !== denied);
    for (const { interest } of parts) void this.#start(interest);
  }

  async #checkOthers(finder: Follower): Promise<void> {
    const others = this.#followers.filter((follower) => follower !== finder);
    await Promise.all(others.map((follower) => follower.refresh()));
  }
}

/** Whether the requested objects are followed already, as far as the hub allows. */
function covers(follower: Follower, asked: Interest): boolean {
  const { group, kind, namespace, of } = follower.interest;
  if (sameInterest(follower.interest, asked)) return true;
  if (group !== asked.group || kind !== asked.kind) return false;
  if (of !== undefined && of.join() !== asked.of?.join()) return false;
  // A role does not depend on labels: if the whole type is refused, so is each part of it in the same place.
  if (namespace === asked.namespace) return true;
  const isWithin = namespace === undefined || namespace === asked.namespace;
  return isWithin && follower.visibility(asked.namespace).kind !== 'denied';
}
