import { namesCredential } from '../../secrets/credential-names.ts';
import { isPlain } from '../../secrets/is-plain.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';

/**
 * The secrets of a process: those of its environment, and credentials that are found later. The name of a variable decides whether it is
 * secret. A path, a word or a number is not a secret.
 * @param onMet called with every credential that is found, but not with those of the environment
 */
export function knownSecrets(env: Readonly<Record<string, string | undefined>>, onMet?: (secret: string) => void): KnownSecrets {
  const secrets = new KnownSecrets(onMet);
  for (const [name, value = ''] of Object.entries(env)) if (!isPlain(value) && namesCredential(name)) secrets.hideOnly(value);
  return secrets;
}
