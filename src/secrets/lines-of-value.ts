import { isPlain } from './is-plain.ts';

/**
 * What may be secret by itself in a value of several lines, such as a key or a file of variables: lines without spaces, and what is behind
 * a name in a line, without ordinary words. None for a value of one line.
 */
export function linesOfValue(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/);
  if (lines.length === 1) return [];
  return lines.flatMap((line) => {
    const given = /^[\w.-]{1,80}[=:](.*)$/.exec(line.trim().replace(/^export\s/, ''))?.[1];
    return [line.trim(), (given ?? '').trim().replaceAll(/^["']|["']$/g, '')].filter(
      (part) => /^\S+$/.test(part) && !part.includes('-----') && (part.length >= KEY_LINE || !isPlain(part)),
    );
  });
}

/** A line of a key may begin like a path. */
const KEY_LINE = 40;
