import { sep } from 'node:path';
import { parseJson } from '../../../fleet/json/json.ts';
import { cutAtWord } from '../../../fleet/text/cut-at-word.ts';
import { literal } from '../kustomize/kustomization.ts';

/**
 * The first line of a tool's error, with paths as the reader knows them.
 * @param folders absolute folders, each with its replacement; the first match is used. With a separator at its end, what is in it is meant
 */
export function errorLine(stderr: string, folders: readonly (readonly [folder: string, text: string])[]): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  // helm prints warnings before the error.
  const first = Math.max(
    0,
    lines.findIndex((line) => /^(?:error\b|[EF]\d{4} )/i.test(line)),
  );
  const [line = 'it failed without a message', ...rest] = lines.slice(first).map((text) => text.trim());
  // Some tools quote a whole configuration before the error.
  const said = /[`<:]$/.test(line) ? [line, ...rest].join(' ') : line;
  const local = folders.reduce((text, [folder, short]) => text.replaceAll(pathPattern(folder), () => short), unlogged(said));
  return cutAtWord(local, SHOWN);
}

const SHOWN = 400;

/** A folder, but not the start or the end of a longer name. */
function pathPattern(folder: string): RegExp {
  // bounded: the folder is a literal text, with one sign beside it.
  return new RegExp(String.raw`(?<![\w.-])${literal(folder)}${folder.endsWith(sep) ? '' : END}`, 'g');
}

/** A sentence may end behind a path, or go on. */
const END = String.raw`(?=$|[\s'"\x60:,;)\]}]|\.(?:$|\s))`;

/** kubectl prints an error in its log format, with the time: `E1122 04:43:53.397817 16774 run.go:72] "command failed" err="…"`. */
function unlogged(line: string): string {
  const logged = /^[EF]\d{4} [\d:.]+ +\d+ [\w.-]+:\d+\] "command failed" err=(.*)$/s.exec(line)?.[1];
  if (logged === undefined) return line;
  if (logged.startsWith('<')) return logged.slice(1).replace(/>$/, '').trim();
  const text = parseJson(logged);
  return typeof text === 'string' ? text : logged;
}
