import { numberAt } from '../../../fleet/json/json.ts';

/** When a JSON Web Token is over, in milliseconds since the epoch; `undefined` where it does not say, or is none. Its signature is not checked. */
export function tokenEnd(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const seconds = numberAt(claims, 'exp');
    return seconds === undefined ? undefined : seconds * 1000;
  } catch {
    return undefined;
  }
}
