/** How the bytes of one answer are sent, headers included. */
export type Flow =
  | { readonly kind: 'cut'; readonly after: number; readonly how: 'reset' | 'close' | 'silence' }
  /** All bytes are sent. `told` gets the number sent so far. */
  | { readonly kind: 'counted'; readonly told: (bytes: number) => void }
  | { readonly kind: 'slow'; readonly pieceBytes: number; readonly everyMs: number }
  /** The complete answer is replaced, then the connection ends. */
  | { readonly kind: 'rewritten'; readonly rewrite: (raw: Buffer) => Buffer };

/** What happens to one request. */
export type Fault =
  | {
      readonly kind: 'answer';
      readonly code: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly flow?: Flow;
    }
  | { readonly kind: 'flow'; readonly flow: Flow }
  /** The answer ends after this many milliseconds as if it were complete. For watches. */
  | { readonly kind: 'ended'; readonly afterMs: number };

/** The parts of a request by which faults are chosen. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly verb: 'discovery' | 'list' | 'watch' | 'review';
  /** The plural of the listed or watched kind; the path for any other request. */
  readonly what: string;
}

/** A Status with this code, as an API server sends it. */
export function statusAnswer(code: number, headers: Readonly<Record<string, string>> = {}): Fault & { readonly kind: 'answer' } {
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Injected', message: 'by the fault proxy', code };
  return { kind: 'answer', code, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } };
}

export function askedOf(method: string, path: string): Asked {
  const url = new URL(path, 'http://hub');
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const depth = parts[0] === 'api' ? 2 : 3;
  const what = parts.at(-1) ?? '';
  if (method === 'POST') return { method, path, verb: 'review', what: url.pathname };
  if (parts.length <= depth) return { method, path, verb: 'discovery', what: url.pathname };
  return { method, path, verb: url.searchParams.has('watch') ? 'watch' : 'list', what };
}
