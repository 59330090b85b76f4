import { isObject } from '../../../fleet/json/json.ts';
import { isEncryptedBySops } from '../../../fleet/text/sops.ts';
import { withValuesOf } from './with-values-of.ts';

/**
 * Returns the manifest's value, in which each value that SOPS encrypted is the one that the hub has there. The deploy decrypts it, so that
 * it is not known. Returns the same object if there is none.
 */
export function withEncrypted(wanted: unknown, live: unknown): unknown {
  return withValuesOf(wanted, live, (value, there) => (mayDecryptTo(value, there) ? there : undefined));
}

/** Whether a manifest's value is an encrypted one that can be this value of the hub. An operator's own object has it encrypted on the hub too. */
export function mayDecryptTo(wanted: unknown, live: unknown): boolean {
  return isEncryptedBySops(wanted) && ['string', 'number', 'boolean'].includes(typeof live) && !isEncryptedBySops(live);
}

/** Whether a value has encrypted ones in it. */
export function holdsEncrypted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isEncryptedBySops(value);
  return (isObject(value) ? Object.values(value) : (value as readonly unknown[])).some(holdsEncrypted);
}
