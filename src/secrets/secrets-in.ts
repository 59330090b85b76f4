import { KnownSecrets } from './known-secrets.ts';
import { redacted } from './redacted.ts';

/** The values that `redacted` would hide in a value, to hide them in sentences about it; `undefined` if there are none. */
export function secretsIn(value: unknown): KnownSecrets | undefined {
  const found = new Set<string>();
  redacted(value, (secret) => {
    found.add(Buffer.from(secret, 'latin1').toString('utf8'));
    return secret;
  });
  if (found.size === 0) return undefined;
  const secrets = new KnownSecrets();
  for (const secret of found) secrets.hideOnly(secret);
  return secrets;
}
