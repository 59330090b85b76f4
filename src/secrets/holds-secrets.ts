import { isSecretLike } from './secret-like.ts';
import { secretValues } from './secret-values.ts';

/**
 * Whether a value has a secret, so that no text that an expression of CEL computes from it may be shown: a part of a secret, or one in
 * capitals, is not recognized in a report.
 */
export function holdsSecrets(value: unknown): boolean {
  return isSecretLike(value) || secretValues(value).size > 0;
}

/** In place of such a text. */
export const NOT_SHOWN = 'it is not shown, because it may contain a secret';
