/** The keys of an object in their order, and what was learned about objects of this form. */
export interface Layout {
  readonly number: number;
  readonly keys: readonly string[];
  /** How often such an object equals one before. */
  readonly whole: Recurrence;
  /** The same of the string at each key. */
  readonly strings: readonly Recurrence[];
}

/** So many are tried before a form counts as one whose values do not come again. */
const SAMPLE = 8192;

/** Whether values come again: only those are worth a number of their own. */
export class Recurrence {
  #tried = 0;
  #known = 0;

  /** Whether to look a value up; what hardly ever came again is not looked up any more. */
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
