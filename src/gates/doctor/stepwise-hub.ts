import type { Reach } from '../reach.ts';
import { HubError } from '../../errors.ts';
import type { DiscoveredApis } from '../../fleet/kubefleet/api-resource.ts';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { once } from '../../fleet/memo/once.ts';
import { flagTerms, type Terms } from '../../terms.ts';
import { type Clock, systemClock } from '../clock.ts';
import { NoticeBoard } from '../hub/access/notices.ts';
import type { RbacRule } from '../hub/access/rbac-rule.ts';
import { type Identity, whoAmI } from '../hub/access/who-am-i.ts';
import { contextFrom, contextSource } from '../hub/auth/context-of.ts';
import { credentialsOf } from '../hub/auth/credentials-of.ts';
import { endpointOf } from '../hub/auth/endpoint-of.ts';
import { refusePlainHttp } from '../hub/auth/plain-http.ts';
import { secretsOf } from '../hub/auth/secrets-of.ts';
import type { ConnectOptions } from '../hub/connect-hub.ts';
import { shortTextOf } from '../hub/http/answer-text.ts';
import { ApiClient } from '../hub/http/api-client.ts';
import { listAll } from '../hub/http/collection.ts';
import type { Credential } from '../hub/http/credentials.ts';
import { discoverApis } from '../hub/http/discover-apis.ts';
import { Discovery } from '../hub/http/discovery.ts';
import { ServerTime } from '../hub/http/server-time.ts';
import { DEFAULT_TIMING, type HubTiming } from '../hub/http/timing.ts';
import { Transport } from '../hub/http/transport.ts';
import { selectorsOf } from '../hub/interest.ts';
import type { MemberLogin } from '../hub/live-members.ts';
import { MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';

/** The required reads of the hub, and the required lifetime of a token. */
export interface HubNeeds {
  /** All types that are read. */
  readonly interests: readonly Interest[];
  /** The required types: each of these, or one of these if no target is named. */
  readonly vital: { readonly interests: readonly Interest[]; readonly enough: 'each' | 'one' };
  /** Further required types, from the objects of the hub: if they are denied, a gate ends without a verdict. */
  readonly alsoVital: (held: readonly KubeObject[]) => readonly AlsoVital[];
  /** The resource snapshots of the targets, if the targets are named. */
  readonly snapshotsFor: (held: readonly KubeObject[]) => readonly Interest[];
  /** Further types that are read, from the objects of the hub: the kinds that placements select, and those in resource snapshots. */
  readonly selectedBy: (held: readonly KubeObject[]) => readonly Interest[];
  /** Further types that may be read and are not known before; a clause, `undefined` if all are known. */
  readonly unknownOf: (held: readonly KubeObject[]) => string | undefined;
  /** Milliseconds from now until the last request. */
  readonly forMs: number;
  /** How members can be read, by cluster. */
  readonly members: ReadonlyMap<string, MemberLogin>;
  /** The update runs whose approvals will be written; empty if only reads are checked. */
  readonly approves: readonly { readonly kind: string; readonly namespace?: string }[];
  /** How the reader reaches the hub and its members, for commands. */
  readonly reach: Reach;
}

/** A required type that is not the target itself. */
export interface AlsoVital {
  readonly interest: Interest;
  /** The purpose of such objects, as the end of a sentence: "prove what a run rolls out". */
  readonly answer: string;
}

/** The first answer of a server of any kind. */
export interface Probe {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const ANONYMOUS: Credential = { headers: {} };

/** The connection to a hub in steps. Each step is done once, on first use, and throws its own problem. */
export class StepwiseHub {
  readonly options: ConnectOptions;
  readonly needs: HubNeeds;
  readonly terms: Terms;
  readonly clock: Clock;
  readonly notices = new NoticeBoard();
  readonly #timing: HubTiming;
  readonly #serverTime = new ServerTime();
  readonly #closed = new AbortController();
  #rule: RbacRule | undefined;

  constructor(options: ConnectOptions, needs: HubNeeds) {
    this.options = options;
    this.needs = needs;
    this.terms = options.terms ?? flagTerms;
    this.clock = options.clock ?? systemClock;
    this.#timing = { ...DEFAULT_TIMING, ...options.timing };
  }

  readonly source = once(() => contextSource(this.options));

  readonly context = once(() => {
    const context = contextFrom(this.source(), this.options);
    // This must be first, because any later message may quote the secrets.
    for (const secret of secretsOf(context, this.options.server)) this.options.mask?.(secret);
    return context;
  });

  readonly endpoint = once(() => endpointOf(this.context(), this.options, this.notices));

  readonly credentials = once(() =>
    credentialsOf(this.context(), {
      env: this.options.env,
      clock: this.clock,
      wallClock: this.options.wallClock,
      timing: this.#timing,
      endpoint: this.endpoint(),
      closed: this.#closed.signal,
      interactive: this.options.interactive ?? false,
      mask: this.options.mask ?? (() => undefined),
    }),
  );

  /** The credentials of the requests. */
  readonly credential = once(async () => {
    const credential = await this.credentials().current();
    refusePlainHttp(this.endpoint(), credential, this.context());
    return credential;
  });

  /** Requests the version, which needs no permissions: it works even if the login failed. */
  readonly probe = once(async (): Promise<Probe> => {
    const credential = await this.credential().catch(() => ANONYMOUS);
    const { signal } = this.#closed;
    const request = { method: 'GET', path: '/version', headers: { Accept: 'application/json', 'User-Agent': 'fleet-gate' } } as const;
    const response = await this.#transport().send(request, credential, signal);
    const type = response.headers['content-type'] ?? '';
    // The pages of a proxy carry the proxy's time.
    if (type.includes('json')) this.#serverTime.sample(response.headers.date, this.clock.now());
    const limits = { clock: this.clock, timing: this.#timing, what: `${this.endpoint().server.host}/version` };
    return { status: response.statusCode ?? 0, type, text: await shortTextOf(response, limits) };
  });

  readonly identity = once((): Promise<Identity | undefined> => whoAmI(this.post));

  readonly apis = once((): Promise<DiscoveredApis> => discoverApis((path, accept) => this.get(path, accept)));

  readonly discovery = once(() => new Discovery((path) => this.get(path)));

  /** All MemberClusters; `undefined` if the hub does not serve them. */
  readonly members = once(() => this.list(MEMBER_CLUSTER));

  /** The rule that allows all required reads, with bindings if the hub reported our identity; `undefined` until `keepRule`. */
  rule(): RbacRule | undefined {
    return this.#rule;
  }

  keepRule(rule: RbacRule): void {
    this.#rule = rule;
  }

  /** The hub's time, in milliseconds since the epoch; `undefined` before its first answer. */
  hubTime(): number | undefined {
    return this.#serverTime.at(this.clock.now());
  }

  /** The hub's time if it is known, otherwise this machine's; in milliseconds since the epoch. */
  async time(): Promise<number> {
    await this.probe().catch(() => undefined);
    return this.hubTime() ?? this.options.wallClock();
  }

  /** All objects of an interest; `undefined` if the hub does not serve it. */
  async list(interest: Interest): Promise<readonly KubeObject[] | undefined> {
    const { namespace, of: _, ...type } = interest;
    const found = await this.discovery().find(type);
    if (found.kind === 'notServed') return undefined;
    const asked = { resource: found.resource, namespace, selectors: selectorsOf(interest) };
    const { objects } = await listAll((path, accept) => this.get(path, accept), asked);
    return objects.view().list();
  }

  get(path: string, accept?: string): Promise<unknown> {
    return this.#client().get(path, this.#closed.signal, accept);
  }

  readonly post = (path: string, body: unknown): Promise<unknown> => this.#client().post(path, body, this.#closed.signal);

  /** Ends all running work. */
  close(): void {
    this.#closed.abort(new HubError('unreachable', 'the examination was ended'));
  }

  readonly #transport = once(() => {
    const transport = new Transport(this.endpoint(), this.clock, this.#timing);
    this.#closed.signal.addEventListener('abort', () => transport.close(), { once: true });
    return transport;
  });

  readonly #client = once(
    () =>
      new ApiClient({
        transport: this.#transport(),
        credentials: this.credentials(),
        serverTime: this.#serverTime,
        clock: this.clock,
        timing: this.#timing,
        userAgent: 'fleet-gate',
      }),
  );
}
