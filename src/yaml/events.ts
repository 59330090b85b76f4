import { type Event, parseEvents, YAMLException } from 'js-yaml';
import type { YamlLimits } from './limits.ts';

/** js-yaml's events for a text to which spaces may have been added. `origin` converts an offset to one in the original. */
export interface SourceEvents {
  readonly events: readonly Event[];
  readonly text: string;
  readonly origin: (offset: number) => number;
  /** Whether kubectl reads the text as JSON instead of YAML. */
  readonly isJson: boolean;
}

/** A document that is not valid YAML, with the offset of the error in the original text. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/** A document that cannot be read completely: it exceeds the limits, or kubectl itself would drop a part. */
export class YamlLimitError extends Error {
  override readonly name = 'YamlLimitError';
}

const PADDING = 32;
/** How many code units may be parsed repeatedly before the repair stops. */
const REPAIR_BUDGET = 8 * 1024 * 1024;

/**
 * Parses one document's text into js-yaml's events. js-yaml 5 refuses a closing bracket or the continuation of a quoted scalar at the
 * indentation of its key. kubectl's decoder accepts both, because indentation has no meaning there. Such a line is moved to the right and
 * the text is parsed again. js-yaml also refuses a tab between a key and a bracket, which becomes a space, and needs a space before every
 * comment. The decoder needs none after a quote, a bracket, a comma or the head of a block scalar, so such a comment is moved as well.
 * @throws YamlSyntaxError if kubectl would refuse the text too, YamlLimitError if it is nested too deeply or has too many values
 */
export function readEvents(original: string, { maxDepth, maxValues }: YamlLimits, isJson: boolean): SourceEvents {
  if (hasMoreLines(original, LINES_PER_VALUE * maxValues)) throw new YamlLimitError(`has more than ${LINES_PER_VALUE * maxValues} lines`);
  const insertions: number[] = [];
  let text = original;
  const origin = (offset: number): number => {
    if (insertions.length === 0) return offset;
    let at = offset;
    for (const lineStart of insertions.toReversed()) if (at > lineStart) at = Math.max(lineStart, at - PADDING);
    return at;
  };
  for (let read = 0; ; read += text.length) {
    try {
      return { events: parseEvents(text, { maxDepth: countingDepth(maxDepth, maxValues) }), text, origin, isJson };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      if (error.reason.startsWith('nesting exceeded')) throw new YamlLimitError(`is nested more than ${maxDepth} levels deep`);
      const offset = error.mark?.position ?? 0;
      const tab = error.reason === DEFICIENT ? tabBefore(text, offset) : undefined;
      if (tab !== undefined && read <= REPAIR_BUDGET) {
        text = `${text.slice(0, tab)} ${text.slice(tab + 1)}`;
        continue;
      }
      const place = repairPlace(text, offset, error.reason);
      if (place === undefined || place === insertions.at(-1)) throw new YamlSyntaxError(unquoted(error.reason), origin(offset));
      if (read > REPAIR_BUDGET)
        throw new YamlLimitError(
          'has too many comments without a blank, or brackets closed at the indentation of their keys, to be read in good time',
        );
      text = text.slice(0, place) + ' '.repeat(PADDING) + text.slice(place);
      insertions.push(place);
    }
  }
}

/** Where to insert spaces so that js-yaml reads the text as the decoder reads the original; `undefined` if the decoder refuses it too. */
function repairPlace(text: string, offset: number, reason: string): number | undefined {
  if (reason === DEFICIENT) return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return text[offset] === '#' && COMMENT_MAY_FOLLOW.test(text.slice(Math.max(0, offset - LONGEST_HEAD), offset)) ? offset : undefined;
}

/** The last tab between a key, a dash or a question mark and the bracket at `offset`; `undefined` if only blanks precede it on its line. */
function tabBefore(text: string, offset: number): number | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const tab = text.lastIndexOf('\t', offset - 1);
  return tab > lineStart && /\S/.test(text.slice(lineStart, offset)) ? tab : undefined;
}

const DEFICIENT = 'deficient indentation';

/** The end of a value in quotes or brackets, a bracket or comma within one, or the head of a block scalar. */
const COMMENT_MAY_FOLLOW = /["'[\]{},]$|[|>](?:[-+]\d?|\d[-+]?)?$/;
const LONGEST_HEAD = 3;

/**
 * js-yaml builds the events of a whole text before it returns any, so a YAML bomb would fill the memory. It compares the depth before each
 * value that it tries. The number that it compares with therefore counts these comparisons. One value may be tried in two ways.
 */
function countingDepth(maxDepth: number, maxValues: number): number {
  let tried = 0;
  const depth = {
    valueOf() {
      tried += 1;
      if (tried > TRIES * maxValues) throw new YamlLimitError(`has more than ${maxValues} values`);
      return maxDepth;
    },
    toString: () => String(maxDepth),
  };
  return depth as unknown as number;
}

const TRIES = 2;

/** js-yaml does not try a value for a line with only a dash, so lines are limited too. */
function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > most;
}

const LINES_PER_VALUE = 2;

/** The parser's message without quoted text, which may be confidential. The place shows where the error is. */
function unquoted(reason: string): string {
  return reason.replaceAll(/\s?(?:"[^"]*"|'[^']*'|!?<[^<>]*>)/g, '');
}
