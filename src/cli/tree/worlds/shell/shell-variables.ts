/** The variables of a script whose values are known at a place in it. */
export class ShellVariables {
  #values = new Map<string, string>();
  #locals: Set<string> | undefined;

  get size(): number {
    return this.#values.size;
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** @param value `undefined` if it is not known */
  set(name: string, value: string | undefined): void {
    if (value === undefined || value.length > LONGEST_VALUE) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** No value is known any more. */
  forgetAll(): void {
    this.#values.clear();
  }

  /** What `read` sets is not known behind it, because it happens in some cases only. */
  inSomeCases(read: () => void): void {
    const before = new Map(this.#values);
    read();
    for (const [name, value] of this.#values) if (before.get(name) !== value) this.#values.delete(name);
  }

  /** The variable has its value only within the function that is read; outside of one, a script has it as well. */
  addLocal(name: string): void {
    this.#locals?.add(name);
  }

  /** A function sets variables of the script, but not its arguments and its own ones. */
  inFunction(args: readonly string[], read: () => void): void {
    const [before, outer] = [new Map(this.#values), this.#locals];
    this.#locals = new Set(['@', '*', ...args.keys().map((index) => String(index + 1))]);
    for (const [index, each] of args.entries()) this.set(String(index + 1), each);
    for (const name of ['@', '*']) this.set(name, args.join(' '));
    read();
    for (const name of this.#locals) this.set(name, before.get(name));
    this.#locals = outer;
  }

  /** What `read` sets does not change anything behind it. */
  inSubshell(read: () => void): void {
    const before = new Map(this.#values);
    read();
    this.#values = before;
  }
}

/** Characters, so that values of values cannot grow without end. */
export const LONGEST_VALUE = 10_000;
