import type { AppliedTogether } from './applied-together.ts';
import type { Login } from './login.ts';

/** In `starts`: a command of the script itself that applies something. */
export const APPLIES = '';

/** Collects what the commands of a script start, as `startedBy`, for each hub. */
export class StartedForHubs {
  readonly #byKey = new Map<string, { readonly login: Login | undefined; readonly starts: string[] }>();

  /** @param to the cluster of the command; `undefined` if the script does not choose it */
  add(to: Login | undefined, names: readonly string[]): void {
    if (names.length === 0) return;
    const key = to?.key ?? '';
    const starts: string[] = this.#byKey.get(key)?.starts ?? [];
    this.#byKey.set(key, { login: to, starts });
    for (const name of names) if (name !== APPLIES || starts.at(-1) !== name) starts.push(name);
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  of(key: string): Pick<AppliedTogether, 'cluster' | 'login' | 'starts'> {
    const { login, starts } = this.#byKey.get(key) ?? {};
    return {
      ...(login?.cluster === undefined ? {} : { cluster: login.cluster }),
      ...(login === undefined ? {} : { login: login.key }),
      ...(starts === undefined ? {} : { starts }),
    };
  }
}
