import { numberAt, parseJson } from '../../../fleet/json/json.ts';

/**
 * When a JSON Web Token expires, in milliseconds since the epoch; `undefined` if it has no expiry or is not a JWT. The signature is not
 * checked.
 */
export function tokenEnd(token: string): number | undefined {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const seconds = numberAt(claims, 'exp');
  return seconds === undefined ? undefined : seconds * 1000;
}
