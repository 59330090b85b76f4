import { forEachChild } from 'unbash';
import type { ParameterOperation, ParsedScript, SyntaxNode, Word, WordPart } from 'unbash';

/** What a script knows at the place of a word. */
export interface WordContext {
  /** The value of a variable; `undefined` if it is not known. */
  valueOf(name: string): string | undefined;
  /** What commands print, as `$(…)`; `undefined` if it is not known. */
  outputOf(script: ParsedScript | undefined): string | undefined;
  /** Commands that are started in some cases only, as in `${NAME:-$(…)}`. */
  mayStart(script: ParsedScript | undefined): void;
  /** Commands whose output is a file, as `<(…)`. */
  feed(script: ParsedScript | undefined): void;
}

/**
 * The words that a shell makes of a word, without quotes. A value without quotes is split at blanks. What is not known stays as it is
 * written, without blanks.
 */
export function expandWord(word: Word, context: WordContext): readonly string[] {
  const text = word.parts === undefined ? word.value : word.parts.map((part) => textOf(part, context)).join('');
  if (text.length > LONGEST_WORD) return [];
  return text.split(BETWEEN_WORDS).filter((each) => each !== '');
}

/** Characters; a text of more is no word of a command that deploys. */
const LONGEST_WORD = 100_000;

/** The value of an assignment, a redirection or another place where no word is split. */
export function expandText(word: Word, context: WordContext): string {
  return expandWord(word, context).join(' ');
}

/** It cannot be in a text of a script. */
const BETWEEN_WORDS = '\0';

function textOf(part: WordPart, context: WordContext): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts
        .map((each) => {
          const value = valueOf(each, context) ?? unknown(each);
          return isList(each) ? value.replaceAll(' ', BETWEEN_WORDS) : value;
        })
        .join('');
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
      return valueOf(part, context)?.trim().replaceAll(/\s+/g, BETWEEN_WORDS) ?? unknown(part);
    case 'ProcessSubstitution':
      if (part.operator === '<') context.feed(part.script);
      return part.operator === '<' ? '-' : unknown(part);
    case 'BraceExpansion':
    case 'ExtendedGlob':
      return part.parts === undefined ? part.text : part.parts.map((each) => textOf(each, context)).join('');
    case 'Glob':
      return unknown(part);
    default:
      return part satisfies never;
  }
}

function valueOf(part: WordPart, context: WordContext): string | undefined {
  if (part.type === 'Literal') return part.value;
  if (part.type === 'SimpleExpansion') return context.valueOf(part.text.slice(1));
  if (part.type === 'CommandExpansion') return context.outputOf(part.script);
  const isPlain = part.type === 'ParameterExpansion' && part.prefix === undefined && isValue(part.operation);
  const value = isPlain ? context.valueOf(part.parameter) : undefined;
  if (value === undefined || value === '') for (const { script } of substitutionsOf(part)) context.mayStart(script);
  return value;
}

/** The substitutions of commands in a word or an expression, but not those inside of them. */
export function substitutionsOf(node: SyntaxNode): readonly { readonly script: ParsedScript | undefined }[] {
  if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') return [node];
  const found: { readonly script: ParsedScript | undefined }[] = [];
  forEachChild(node, (child) => void found.push(...substitutionsOf(child)));
  return found;
}

/** Whether a word is the output of commands, and nothing else: `$(…)` and `"$(…)"`. */
export function isSubstitution({ parts = [] }: Word): boolean {
  const [part, ...more] = parts;
  const [inside, ...others] = part?.type === 'DoubleQuoted' ? part.parts : [part];
  return inside?.type === 'CommandExpansion' && more.length + others.length === 0;
}

/** The commands of which the output makes whole lines of a text. */
export function substitutedLines(parts: readonly WordPart[]): readonly (ParsedScript | undefined)[] {
  return parts.flatMap((part, index) => {
    const isStart = parts[index - 1]?.text.endsWith('\n') ?? true;
    const isEnd = parts[index + 1]?.text.startsWith('\n') ?? true;
    return part.type === 'CommandExpansion' && isStart && isEnd ? [part.script] : [];
  });
}

/** Whether the shell makes several words of a part, even in quotes: `"$@"` and `"${LIST[@]}"`. */
function isList(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  return part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.value === '@');
}

/** Whether an expansion is the value itself if there is one, as `${NAME}` and `${NAME:-default}`. */
function isValue(operation: ParameterOperation | undefined): boolean {
  return operation === undefined || (operation.type === 'Default' && !operation.operator.endsWith('+'));
}

function unknown({ text }: WordPart): string {
  return text.replaceAll(/\s+/g, '');
}
