export type CredentialHeaders = Readonly<Record<string, string | string[]>> & { readonly Authorization?: string };

/** What authenticates one request. */
export interface Credential {
  /** Ready `Authorization`, `Impersonate-…` headers. Several values are several headers. */
  readonly headers: CredentialHeaders;
  /** PEM of a client certificate and its key. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** Where credentials come from: a fixed token, a file, a plugin. */
export interface CredentialSource {
  /** @throws {HubError} `notAllowed` if a login failed; {ConfigError} if it cannot work on this machine. */
  current(): Promise<Credential>;
  /** Credentials newer than `refused`, which the hub answered with 401. Many callers at once cause one login. */
  renew(refused: Credential): Promise<Credential>;
  /** What these credentials are and the usual remedy, for the message if the hub refuses them twice. */
  readonly hint: string;
  /** The login that has not ended, as `kubelogin, which logs in user u,`; `undefined` if none is. */
  readonly pendingLogin?: string | undefined;
}

/** A credential that never changes. */
export function fixedCredential(credential: Credential, hint: string): CredentialSource {
  return { current: () => Promise.resolve(credential), renew: () => Promise.resolve(credential), hint };
}

/** Milliseconds between two early renewals that fail. */
const RETRY_MS = 10_000;

export interface RenewingOptions {
  readonly hint: string;
  /** The program that obtains it, as `kubelogin, which logs in user u`. */
  readonly from: string;
  /** Renew this many milliseconds before `expiresAt`. */
  readonly skewMs: number;
  readonly wallClock: () => number;
}

/**
 * Obtains a credential once for all callers and keeps it until shortly before it expires. If an early renewal fails, the old one is used
 * until it expires.
 */
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
        // If a credential is near its end from the start (by this machine's clock), it must not cause a login for each request: the hub's
        // 401 decides.
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
    get pendingLogin() {
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
      // While the old credential is valid, a failed renewal is not repeated for every request.
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
