/** Strings by number: each is stored once, however often the objects of a hub contain it. */
export class StringTable {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  add(text: string): number {
    const number = this.#strings.length;
    const own = copyOf(text);
    this.#strings.push(own);
    this.#numbers.set(own, number);
    return number;
  }

  at(number: number): string {
    const text = this.#strings[number];
    if (text === undefined) throw new Error(`no string ${number} was kept`);
    return text;
  }
}

/** A slice of a text keeps the whole text in memory; a copy does not. */
function copyOf(text: string): string {
  return text.length < SHORTEST_PART ? text : (JSON.parse(JSON.stringify(text)) as string);
}

/** V8 copies shorter strings by itself. */
const SHORTEST_PART = 13;
