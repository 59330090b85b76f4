/** What one request authenticates with. */
export interface Credential {
  /** Ready `Authorization`, `Impersonate-…` headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** PEM of a client certificate and its key. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** Where credentials come from: a fixed token, a file, a plugin. */
export interface CredentialSource {
  /** @throws {HubError} `notAllowed` when a login failed; {ConfigError} when it cannot work on this machine. */
  current(): Promise<Credential>;
  /** A newer one than `refused`, which the hub answered with 401. Many callers at once cause one login. */
  renew(refused: Credential): Promise<Credential>;
  /** For the message when the hub refuses it twice: what this is and what usually helps. */
  readonly hint: string;
}

/** A credential that never changes. */
export function fixedCredential(credential: Credential, hint: string): CredentialSource {
  return { current: () => Promise.resolve(credential), renew: () => Promise.resolve(credential), hint };
}

export interface RenewingOptions {
  readonly hint: string;
  /** Renew this long before `expiresAt`. */
  readonly skewMs: number;
  readonly wallClock: () => number;
}

/** Obtains once for all callers, keeps until shortly before expiry; while an early renewal fails, the old one serves until it expires. */
export function renewingCredential(obtain: () => Promise<Credential>, options: RenewingOptions): CredentialSource {
  let held: Credential | undefined;
  let early = false;
  let running: Promise<Credential> | undefined;

  const once = (): Promise<Credential> => {
    running ??= obtain()
      .then((fresh) => {
        held = fresh;
        // One that is (by this machine's clock) near its end from the start must not cause a login per request: the hub's 401 decides.
        early = fresh.expiresAt !== undefined && fresh.expiresAt - options.skewMs <= options.wallClock();
        return fresh;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    get hint() {
      if (held?.expiresAt === undefined || held.expiresAt > options.wallClock()) return options.hint;
      return `${options.hint} (by the clock of this machine it expired at ${new Date(held.expiresAt).toISOString()})`;
    },
    async current() {
      if (held === undefined) return once();
      const expiresAt = held.expiresAt ?? Number.POSITIVE_INFINITY;
      if (early || expiresAt - options.skewMs > options.wallClock()) return held;
      const old = held;
      try {
        return await once();
      } catch (error) {
        if (expiresAt > options.wallClock()) return old;
        throw error;
      }
    },
    renew: (refused) => (held === undefined || held === refused ? once() : Promise.resolve(held)),
  };
}
