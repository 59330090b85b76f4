import { trimEndSigns } from '../fleet/text/trim-signs.ts';

/** The forms in which a value is passed on: as it is, in JSON (also that of Go), in a URL, and in base64, alone or within a longer text. */
export function formsOf(secret: string): ReadonlySet<string> {
  const well = secret.toWellFormed();
  const inJson = JSON.stringify(well).slice(1, -1);
  const whole = ['base64', 'base64url'] as const;
  return new Set([
    secret,
    inJson,
    inJson.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    encodeURIComponent(well),
    ...whole.map((encoding) => Buffer.from(well).toString(encoding)),
    ...base64Forms(well),
  ]);
}

/**
 * The part of the value that base64 of a longer text shows, for each of the three possible start positions, in the alphabets of files and
 * of URLs.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = trimEndSigns(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'), '=');
    // The first and last characters depend on the neighbouring bytes.
    const start = before === 0 ? 0 : before + 1;
    const rest = (before + bytes.length) % 3;
    const own = encoded.slice(start, rest === 0 ? undefined : -1);
    return own.length < SHORTEST ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const SHORTEST = 8;
