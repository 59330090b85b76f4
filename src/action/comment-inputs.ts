import { ConfigError } from '../errors.ts';
import { INPUT_NAMES, modesOf } from '../settings/inputs.ts';
import { COMMENT_WHEN } from '../settings/on-github.ts';
import { isSet, isTrue, oneOf } from './inputs.ts';

/** The inputs of `mode: comment`. */
export interface CommentInputs {
  /** The file with the report to show. */
  readonly report: string;
  readonly when: 'always' | 'on-failure';
  /** Distinguishes the comments of one pull request. Empty: derived from workflow and job. */
  readonly key: string;
  readonly summary: boolean;
  readonly token: string;
}

/**
 * @param read returns the value of an input, empty if it is not set
 * @throws {ConfigError} the report or the token is missing, a word is unknown, or an input belongs to another mode
 */
export function readCommentInputs(read: (name: string) => string): CommentInputs {
  const foreign = INPUT_NAMES.find((name) => !modesOf(name).includes('comment') && isSet(read(name)));
  if (foreign !== undefined) throw new ConfigError(`input "${foreign}" means nothing with mode: comment; remove the input`);
  const [report, token] = [read('from-report'), read('github-token')];
  if (report === '') throw new ConfigError('mode: comment needs the report to show; set from-report to the file that report-file wrote');
  if (token === '') throw new ConfigError('mode: comment needs a github-token that may write comments');
  return {
    report,
    // If the input is not set, `read` returns `never`.
    when: oneOf('comment', read('comment') || 'never', COMMENT_WHEN) === 'on-failure' ? 'on-failure' : 'always',
    key: read('comment-key'),
    summary: read('summary') === '' || isTrue('summary', read('summary')),
    token,
  };
}
