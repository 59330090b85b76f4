/** The keys of an object in order, and statistics about objects of this form. */
export interface Layout {
  readonly number: number;
  readonly keys: readonly string[];
  /** How often such an object equals an earlier one. */
  readonly whole: Recurrence;
  /** The same for the string at each key. */
  readonly strings: readonly Recurrence[];
}

/** The number of objects to examine before a form is treated as one without recurring values. */
const SAMPLE = 8192;

/** Whether values recur: only recurring values get a number. */
export class Recurrence {
  #tried = 0;
  #known = 0;

  /** Whether to search for a value; if values hardly ever recurred, they are not searched any more. */
  get isWorthwhile(): boolean {
    return this.#tried < SAMPLE || this.#known * 3 > this.#tried;
  }

  count(isKnown: boolean): void {
    this.#tried++;
    if (isKnown) this.#known++;
  }
}

interface Branch {
  readonly next: Map<string, Branch>;
  layout?: Layout;
}

/** All layouts by number and by keys. */
export class Layouts {
  readonly #root: Branch = { next: new Map() };
  readonly #all: Layout[] = [];

  of(keys: readonly string[]): Layout {
    let branch = this.#root;
    for (const key of keys) {
      let next = branch.next.get(key);
      if (next === undefined) branch.next.set(key, (next = { next: new Map() }));
      branch = next;
    }
    return (branch.layout ??= this.#add(keys));
  }

  at(number: number): Layout {
    const layout = this.#all[number];
    if (layout === undefined) throw new Error(`no layout ${number} was kept`);
    return layout;
  }

  #add(keys: readonly string[]): Layout {
    const layout = { number: this.#all.length, keys, whole: new Recurrence(), strings: keys.map(() => new Recurrence()) };
    this.#all.push(layout);
    return layout;
  }
}
