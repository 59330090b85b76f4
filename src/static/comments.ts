import { Lexer } from 'yaml';
import type { Comment } from './suppress.ts';

/** The comments of a YAML text with their places. A `#` inside a quoted or block scalar is none. */
export function* commentsOf(file: string, text: string): Iterable<Comment> {
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    // The lexer marks structure with single control characters that are not in the text.
    if (!text.startsWith(token, offset)) continue;
    if (token.startsWith('#') && /(^|\s)$/.test(text.slice(lineStart, offset))) {
      const column = offset - lineStart + 1;
      const alone = text.slice(lineStart, offset).trim() === '';
      yield { file, line, column, endLine: line, endColumn: column + token.length, text: token.slice(1), alone };
    }
    const breaks = token.split('\n').length - 1;
    if (breaks > 0) {
      line += breaks;
      lineStart = offset + token.lastIndexOf('\n') + 1;
    }
    offset += token.length;
  }
}
