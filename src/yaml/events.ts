import { type Event, parseEvents, YAMLException } from 'js-yaml';
import type { YamlLimits } from './limits.ts';

/** js-yaml's events for a text that may hold blanks the original does not; `origin` leads an offset back to the original. */
export interface SourceEvents {
  readonly events: readonly Event[];
  readonly text: string;
  readonly origin: (offset: number) => number;
  /** Whether kubectl reads the text as JSON, not as YAML. */
  readonly isJson: boolean;
}

/** A document that is no YAML, with the offset of the fault in the original text. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/** A document that cannot be read as a whole: it asks for more than the limits allow, or kubectl itself would drop a part. */
export class YamlLimitError extends Error {
  override readonly name = 'YamlLimitError';
}

const PADDING = 32;
/** Code units read again and again before the repair gives up. */
const REPAIR_BUDGET = 8 * 1024 * 1024;

/**
 * Reads one document's text into js-yaml's events.
 *
 * js-yaml 5 refuses a closing bracket or the continuation of a quoted scalar at the indentation of its key. kubectl's decoder takes both,
 * because indentation has no meaning there. Such a line is moved to the right and the text read again. js-yaml also wants a blank before every
 * comment. The decoder needs none behind a quote, a bracket, a comma or the head of a block scalar, so such a comment is moved as well.
 *
 * @throws YamlSyntaxError where kubectl would refuse the text too, YamlLimitError when it is nested too deeply or holds too many values
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

/** Where blanks make the text one that js-yaml reads as the decoder reads the original; undefined where that one refuses it too. */
function repairPlace(text: string, offset: number, reason: string): number | undefined {
  if (reason === 'deficient indentation') return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return text[offset] === '#' && COMMENT_MAY_FOLLOW.test(text.slice(Math.max(0, offset - LONGEST_HEAD), offset)) ? offset : undefined;
}

/** The end of a value in quotes or brackets, a bracket or comma inside of one, or the head of a block scalar. */
const COMMENT_MAY_FOLLOW = /["'[\]{},]$|[|>](?:[-+]\d?|\d[-+]?)?$/;
const LONGEST_HEAD = 3;

/**
 * js-yaml builds the events of a whole text before anyone sees one, and a bomb would fill the memory with them. It compares the depth before each
 * value it tries, so the number it compares with is where they are counted. One value may be tried in two ways.
 */
function countingDepth(maxDepth: number, maxValues: number): number {
  let tried = 0;
  const depth = {
    valueOf() {
      tried += 1;
      if (tried > TRIES * maxValues) throw new YamlLimitError(`holds more than ${maxValues} values`);
      return maxDepth;
    },
    toString: () => String(maxDepth),
  };
  return depth as unknown as number;
}

const TRIES = 2;

/** A line with nothing but a dash is a value that js-yaml does not try. */
function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > most;
}

const LINES_PER_VALUE = 2;

/** The parser's words without what it quotes: the place says where it stands, and it may be nobody's business. */
function unquoted(reason: string): string {
  return reason.replaceAll(/\s?(?:"[^"]*"|'[^']*'|!?<[^<>]*>)/g, '');
}
