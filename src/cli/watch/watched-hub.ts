import { setFlagsFromString } from 'node:v8';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { AccessGrace } from '../../gates/hub/access/access-grace.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { openHub } from '../hub/open-hub.ts';
import type { Io } from '../process/io.ts';

/** The hub that is watched. If it is lost for good, as after a refused login, the next look opens it again. */
export class WatchedHub {
  readonly #open: () => Promise<LiveHub>;
  #hub: LiveHub | undefined;

  /** @param needed what a look reads; the notices say which of it may not be read */
  constructor(invocation: Invocation, io: Io, access: AccessGrace, needed: readonly Interest[]) {
    this.#open = async () => {
      // A look leaves more garbage than live objects. V8 would let the heap grow to twice its live size before it collects that.
      setFlagsFromString('--heap-growing-percent=25');
      const hub = await openHub(invocation, io, access);
      hub.preflight(needed);
      return hub;
    };
  }

  async get(): Promise<LiveHub> {
    this.#hub ??= await this.#open();
    return this.#hub;
  }

  get opened(): LiveHub | undefined {
    return this.#hub;
  }

  async close(): Promise<void> {
    const hub = this.#hub;
    this.#hub = undefined;
    await hub?.close();
  }
}
