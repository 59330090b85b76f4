import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { AccessGrace } from '../../gates/hub/access/access-grace.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { openHub } from '../hub/open-hub.ts';
import type { Io } from '../process/io.ts';

/** The hub that is watched. If it is lost for good, as after a refused login, the next look opens it again. */
export class WatchedHub {
  readonly #open: () => Promise<LiveHub>;
  #hub: LiveHub | undefined;

  constructor(invocation: Invocation, io: Io, access: AccessGrace) {
    this.#open = () => openHub(invocation, io, access);
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
