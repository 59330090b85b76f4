/** How the bytes of one answer go out, head and all. */
export type Flow =
  | { readonly kind: 'cut'; readonly after: number; readonly how: 'reset' | 'close' | 'silence' }
  /** All go out; told is how many there were so far. */
  | { readonly kind: 'counted'; readonly told: (bytes: number) => void }
  | { readonly kind: 'slow'; readonly pieceBytes: number; readonly everyMs: number }
  /** Of the whole answer something else is made; the connection ends with it. */
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
  /** The answer ends as if it were whole after so many milliseconds: for watches. */
  | { readonly kind: 'ended'; readonly afterMs: number };

/** What is asked of a hub, as far as faults tell requests apart. */
export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly verb: 'discovery' | 'list' | 'watch' | 'review';
  /** The plural of a list or a watch; else the path. */
  readonly what: string;
}

/** A Status of this code, as an API server sends it. */
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
