/** Strings by number: each is kept once, however often it stands in the objects of a hub. */
export class StringTable {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  add(text: string): number {
    const number = this.#strings.length;
    this.#strings.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  at(number: number): string {
    const text = this.#strings[number];
    if (text === undefined) throw new Error(`no string ${number} was kept`);
    return text;
  }
}
