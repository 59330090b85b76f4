import { isObject, type JsonObject } from '../../../fleet/json/json.ts';

/** An object as it is once decrypted: without the key that SOPS adds to an encrypted file. What is encrypted in it is a placeholder. */
export function withoutSops(value: JsonObject): JsonObject {
  const { sops, ...plain } = value;
  return isObject(sops) && typeof sops['mac'] === 'string' ? plain : value;
}
