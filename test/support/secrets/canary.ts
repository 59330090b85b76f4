import { createHash } from 'node:crypto';

/** A value that must never be shown, and the place where it was put. */
export interface Canary {
  readonly place: string;
  readonly value: string;
}

/** A canary of 40 letters and digits. The same place and seed give the same canary. */
export function canaryAt(place: string, seed: number): Canary {
  return { place, value: createHash('sha512').update(`${seed} ${place}`).digest('base64').replaceAll(/[+/=]/g, '').slice(0, 40) };
}

/** The finder searches for pieces of this length. */
const PIECE = 16;

/**
 * Finds canaries in texts: unchanged or in hexadecimal, in base64 at any of its three offsets, in a URL or in JSON; whole, in part, or
 * broken over lines. It shares no code with the redaction.
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
