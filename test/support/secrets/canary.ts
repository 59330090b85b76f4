import { createHash } from 'node:crypto';

/** A value that nothing may show, and where it was put. */
export interface Canary {
  readonly place: string;
  readonly value: string;
}

/** A canary of 40 letters and digits, the same for one place and seed. */
export function canaryAt(place: string, seed: number): Canary {
  return { place, value: createHash('sha512').update(`${seed} ${place}`).digest('base64').replaceAll(/[+/=]/g, '').slice(0, 40) };
}

/** Pieces of this length are looked for. */
const PIECE = 16;

/**
 * Finds canaries in texts: as they are or in hexadecimal, in base64 at any of its three places, in a URL, in JSON; whole, in part, or
 * broken over lines. It shares no code with what hides them.
 */
export function canaryFinder(canaries: readonly Canary[]): (text: string) => readonly string[] {
  const places = new Map<string, string>();
  for (const { place, value } of canaries)
    for (const form of formsOf(value)) for (let at = 0; at + PIECE <= form.length; at += 1) places.set(form.slice(at, at + PIECE), place);
  return (text) => {
    const found = new Set<string>();
    for (const read of [text, text.replaceAll(/\s|\\n|%0A|[|>]/g, '')]) {
      for (let at = 0; at + PIECE <= read.length; at += 1) {
        const place = places.get(read.slice(at, at + PIECE));
        if (place !== undefined) found.add(place);
      }
    }
    return [...found];
  };
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const shifted = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 2),
  );
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    ...shifted.map((form) => form.slice(0, -3)),
  ];
}
