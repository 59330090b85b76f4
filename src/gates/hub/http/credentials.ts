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
  /** Who was asked for a login and has given none yet, as `kubelogin, which logs in user u,`; `undefined` where nobody is waited for. */
  readonly awaited?: string | undefined;
}

/** A credential that never changes. */
export function fixedCredential(credential: Credential, hint: string): CredentialSource {
  return { current: () => Promise.resolve(credential), renew: () => Promise.resolve(credential), hint };
}

/** Between two early renewals that fail. */
const RETRY_MS = 10_000;

export interface RenewingOptions {
  readonly hint: string;
  /** Who obtains it, as `kubelogin, which logs in user u`. */
  readonly from: string;
  /** Renew this long before `expiresAt`. */
  readonly skewMs: number;
  readonly wallClock: () => number;
}

/** Obtains once for all callers, keeps until shortly before expiry; while an early renewal fails, the old one serves until it expires. */
export function renewingCredential(obtain: () => Promise<Credential>, options: RenewingOptions): CredentialSource {
  let held: Credential | undefined;
  let early = false;
  let running: Promise<Credential> | undefined;
  let hasFailed = false;
  let failedAt = Number.NEGATIVE_INFINITY;

  const once = (): Promise<Credential> => {
    running ??= obtain()
      .then((fresh) => {
        held = fresh;
        hasFailed = false;
        // One that is (by this machine's clock) near its end from the start must not cause a login per request: the hub's 401 decides.
        early = fresh.expiresAt !== undefined && fresh.expiresAt - options.skewMs <= options.wallClock();
        return fresh;
      })
      .catch((error: unknown) => {
        hasFailed = true;
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    get awaited() {
      const serves = held !== undefined && (held.expiresAt ?? Number.POSITIVE_INFINITY) > options.wallClock();
      return running !== undefined || (hasFailed && !serves) ? options.from : undefined;
    },
    get hint() {
      if (held?.expiresAt === undefined || held.expiresAt > options.wallClock()) return options.hint;
      return `${options.hint} (by the clock of this machine it expired at ${new Date(held.expiresAt).toISOString()})`;
    },
    async current() {
      if (held === undefined) return once();
      const expiresAt = held.expiresAt ?? Number.POSITIVE_INFINITY;
      if (early || expiresAt - options.skewMs > options.wallClock()) return held;
      const old = held;
      // While the old one serves, one that failed is not tried again for every request.
      if (expiresAt > options.wallClock() && options.wallClock() - failedAt < RETRY_MS) return old;
      try {
        return await once();
      } catch (error) {
        failedAt = options.wallClock();
        if (expiresAt > failedAt) return old;
        throw error;
      }
    },
    renew: (refused) => (held === undefined || held === refused ? once() : Promise.resolve(held)),
  };
}
