import { KnownSecrets } from './known-secrets.ts';
import { redacted } from './redacted.ts';

/** What `redacted` would take out of a value, to be hidden in what is said about it; `undefined` where there is nothing of the kind. */
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
