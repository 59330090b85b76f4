import { namesCredential } from '../../secrets/credential-text.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';

/**
 * The secrets of a process: those of its environment from the start, and whatever is met later. A variable is one by its name; a path, a
 * word or a number is none.
 * @param onMet called with every credential that is met, not with those of the environment
 */
export function knownSecrets(env: Readonly<Record<string, string | undefined>>, onMet?: (secret: string) => void): KnownSecrets {
  const secrets = new KnownSecrets(onMet);
  for (const [name, value = ''] of Object.entries(env)) if (namesCredential(name) && !isPlain(value)) secrets.hideOnly(value);
  return secrets;
}

/** Nothing that has to be kept: `true`, `12`, `/var/run/token`, `azurecli`. */
function isPlain(value: string): boolean {
  return value.length < 8 || /^(?:[a-z]{0,15}|[\d.]+|~?\/[^\s]*|\.{1,2}\/[^\s]*)$/i.test(value);
}
