import { HIDDEN, withoutCredentials } from './credential-text.ts';
import { formsOf } from './secret-forms.ts';

/** Shorter values would hide ordinary words. */
const SHORTEST = 6;
/** This many characters of a secret in sequence are not a coincidence. They are hidden even if the rest is cut off. */
const PIECE = 16;
/** Half a piece. Each piece in a text contains a complete gram that starts at a multiple of this length. */
const GRAM = PIECE / 2;
/** The total length of forms of which any piece is recognized. Later forms are recognized only as a whole. */
const LEARNED = 1_000_000;
/** How many places of one gram are stored, because secrets that repeat themselves have many. */
const PLACES = 8;

interface Place {
  readonly form: string;
  readonly at: number;
}

/**
 * The credentials that a process has read, so that its output can hide them. It finds them as they are, in base64, in a URL, in JSON, and
 * in parts. Values of fewer than six characters are not searched for.
 */
export class KnownSecrets {
  readonly #onMet: (secret: string) => void;
  readonly #met = new Set<string>();
  readonly #whole = new Set<string>();
  #longestFirst: readonly string[] | undefined;
  readonly #places = new Map<string, Place[]>();
  #learned = 0;

  /** @param onMet called once for every value as it was read, then for each other form and each line of it, before any text can show it */
  constructor(onMet: (secret: string) => void = () => undefined) {
    this.#onMet = onMet;
  }

  /** Adds a credential. A blank value is ignored. */
  add(secret: string): void {
    if (secret.trim() === '') return;
    this.#tell(secret);
    this.hideOnly(secret);
    for (const form of formsOf(secret.trim())) this.#tell(form);
    const lines = secret.split(/[\r\n]+/);
    if (lines.length > 1) for (const line of lines) if (isTelling(line)) this.#tell(line.trim());
  }

  /** Hides a value that may be a credential, without a call of `onMet`. */
  hideOnly(secret: string): void {
    for (const value of [secret, ...secret.split(/[\r\n]+/)]) {
      const plain = value.trim();
      if (plain.length < SHORTEST || (plain !== secret.trim() && !isTelling(plain))) continue;
      for (const form of formsOf(plain)) this.#learn(form);
    }
  }

  /** Returns the text without these credentials, and without everything that is recognizable as a credential. */
  hide(text: string): string {
    return withoutCredentials(this.hideKnown(text));
  }

  /** Returns the text without these credentials, for a text that was searched for other credentials already. */
  hideKnown(text: string): string {
    // A short value can be a part of a longer one, such as a user name of a password.
    return this.#withoutWhole(this.#withoutPieces(text));
  }

  #tell(secret: string): void {
    if (this.#met.has(secret)) return;
    this.#met.add(secret);
    this.#onMet(secret);
  }

  #learn(form: string): void {
    if (form.length < PIECE || this.#learned + form.length > LEARNED) {
      if (form.length < SHORTEST || this.#whole.has(form)) return;
      this.#whole.add(form);
      this.#longestFirst = undefined;
      return;
    }
    this.#learned += form.length;
    for (let at = 0; at + GRAM <= form.length; at += 1) {
      const gram = form.slice(at, at + GRAM);
      const places = this.#places.get(gram) ?? [];
      if (places.length < PLACES && !places.some((place) => place.form === form && place.at === at)) places.push({ form, at });
      this.#places.set(gram, places);
    }
  }

  #withoutWhole(text: string): string {
    this.#longestFirst ??= [...this.#whole].toSorted((a, b) => b.length - a.length);
    let shown = text;
    for (const form of this.#longestFirst) shown = shown.replaceAll(form, HIDDEN);
    return shown;
  }

  #withoutPieces(text: string): string {
    if (this.#places.size === 0 || text.length < PIECE) return text;
    const kept: string[] = [];
    let shown = 0;
    for (let at = 0; at + GRAM <= text.length; at += GRAM) {
      if (at < shown) continue;
      const found = this.#longestAt(text, at, shown);
      if (found === undefined) continue;
      kept.push(text.slice(shown, found.start), HIDDEN);
      shown = found.end;
    }
    return shown === 0 ? text : kept.join('') + text.slice(shown);
  }

  /** The longest piece of a secret around the gram at this place of the text. */
  #longestAt(text: string, at: number, from: number): { readonly start: number; readonly end: number } | undefined {
    let longest: { readonly start: number; readonly end: number } | undefined;
    for (const { form, at: within } of this.#places.get(text.slice(at, at + GRAM)) ?? []) {
      let before = 0;
      while (at - before > from && within - before > 0 && text[at - before - 1] === form[within - before - 1]) before += 1;
      let after = GRAM;
      while (at + after < text.length && within + after < form.length && text[at + after] === form[within + after]) after += 1;
      const length = before + after;
      if (length >= PIECE && (longest === undefined || length > longest.end - longest.start))
        longest = { start: at - before, end: at + after };
    }
    return longest;
  }
}

/** Whether a line of a key or of a file with several fields can be secret. Short lines and the frame lines of a key cannot. */
function isTelling(line: string): boolean {
  return line.trim().length >= GRAM && !line.includes('-----');
}
