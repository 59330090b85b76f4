import { timeOf } from '../fleet/kubernetes/rfc3339.ts';
import { isBlank } from '../blank.ts';
import { isDay, parseDuration } from '../duration.ts';
import { parseRequiredClusters, type RequiredClusters } from '../gates/required-clusters.ts';
import { parseCron } from '../cron.ts';
import { parseShare, type Share } from '../share.ts';
import { isTimeZone, parseWallTime } from '../time-zone.ts';

/** `word` is the placeholder for the value in the help. */
type WithWord<K extends string> = K extends string ? { readonly kind: K; readonly word: string } : never;

/** The values that one word can have, on a command line, in a workflow or in a configuration file. */
export type WordKind =
  | WithWord<'text' | 'file' | 'folder' | 'duration' | 'share' | 'time' | 'day' | 'clusters' | 'wall-time' | 'zone' | 'cron'>
  | { readonly kind: 'choice'; readonly word: string; readonly of: readonly string[] };

/** The values of a flag: none (`switch`), one word, or a word each time the flag is given. */
export type FlagKind = { readonly kind: 'switch' } | WordKind | WithWord<'texts' | 'files'>;

/** The values of a configuration key. `keys` restricts the names in a map: rule ids, kinds of graces, or options of a rule. */
export type Kind =
  | FlagKind
  | { readonly kind: 'record'; readonly fields: Readonly<Record<string, Field>>; readonly required?: readonly string[] }
  | { readonly kind: 'map'; readonly keys: 'rule' | 'grace' | 'option' | 'any'; readonly of: Field }
  | { readonly kind: 'list'; readonly of: Field }
  /** One of the words, or a list. */
  | { readonly kind: 'either'; readonly word: Field & { kind: 'choice' }; readonly list: Field & { kind: 'list' } };

/** A part of the configuration file, its purpose, and its default. */
export type Field = Kind & { readonly about: string; readonly default?: string };

export const SWITCH = { kind: 'switch' } as const;
export const DURATION = { kind: 'duration', word: 'DURATION' } as const;
export const SHARE = { kind: 'share', word: 'SHARE' } as const;

export function text<const Word extends string>(word: Word): { readonly kind: 'text'; readonly word: Word } {
  return { kind: 'text', word };
}

export function choice<const Of extends readonly string[]>(
  word: string,
  of: Of,
): { readonly kind: 'choice'; readonly word: string; readonly of: Of } {
  return { kind: 'choice', word, of };
}

/** The parsed type of a kind. In records only the fields in `required` are required. Durations are milliseconds. */
export type ValueOf<K> = K extends { kind: 'text' | 'file' | 'folder' | 'day' | 'wall-time' | 'zone' | 'cron' }
  ? string
  : K extends { kind: 'switch' }
    ? boolean
    : K extends { kind: 'duration' }
      ? number
      : K extends { kind: 'share' }
        ? Share
        : K extends { kind: 'time' }
          ? Date
          : K extends { kind: 'clusters' }
            ? RequiredClusters
            : K extends { kind: 'texts' | 'files' }
              ? readonly string[]
              : K extends { kind: 'choice'; of: readonly (infer Choice)[] }
                ? Choice
                : K extends { kind: 'map'; of: infer Of }
                  ? Readonly<Record<string, ValueOf<Of>>>
                  : K extends { kind: 'either'; word: infer Word; list: infer List }
                    ? ValueOf<Word> | ValueOf<List>
                    : K extends { kind: 'list'; of: infer Of }
                      ? readonly ValueOf<Of>[]
                      : K extends { kind: 'record'; fields: infer Fields; required: readonly (infer Required)[] }
                        ? { readonly [F in keyof Fields as F extends Required ? F : never]: ValueOf<Fields[F]> } & {
                            readonly [F in keyof Fields as F extends Required ? never : F]?: ValueOf<Fields[F]>;
                          }
                        : K extends { kind: 'record'; fields: infer Fields }
                          ? { readonly [F in keyof Fields]?: ValueOf<Fields[F]> }
                          : never;

/** Parses a word; `undefined` if it is not of the kind. */
export function parseWord(kind: WordKind, word: string): unknown {
  switch (kind.kind) {
    case 'duration':
      return parseDuration(word);
    case 'share':
      return parseShare(word);
    case 'time':
      return parseTime(word);
    case 'clusters':
      return parseRequiredClusters(word);
    case 'day':
      return isDay(word) ? word : undefined;
    case 'wall-time':
      return parseWallTime(word) === undefined ? undefined : word;
    case 'zone':
      return isTimeZone(word) ? word : undefined;
    case 'cron':
      return parseCron(word) === undefined ? undefined : word;
    case 'choice':
      return kind.of.includes(word) ? word : undefined;
    case 'text':
    case 'file':
    case 'folder':
    default:
      return isBlank(word) ? undefined : word;
  }
}

/** The required form of a word, as text after "must be". */
export function wanted(kind: WordKind): string {
  switch (kind.kind) {
    case 'duration':
      return 'a duration such as 30s, 15m or 1h30m';
    case 'share':
      return 'a number or a percentage such as 3 or 20%';
    case 'time':
      return 'an RFC 3339 time such as 2027-01-31T12:00:00Z';
    case 'clusters':
      return 'names of clusters such as east,west, or labels such as env=prod (not both)';
    case 'day':
      return 'a day as YYYY-MM-DD';
    case 'wall-time':
      return 'a local time such as 2026-12-24T18:00, without an offset (see timeZone)';
    case 'zone':
      return 'the IANA name of a time zone such as Europe/Berlin';
    case 'cron':
      return 'five fields as in crontab: minute, hour, day of the month, month, day of the week';
    case 'choice':
      return `one of ${kind.of.join(', ')}`;
    case 'text':
    case 'file':
    case 'folder':
    default:
      return 'a text';
  }
}

function parseTime(word: string): Date | undefined {
  const ms = timeOf(word);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
