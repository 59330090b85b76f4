import { isObject, type JsonObject } from '../../../fleet/json/json.ts';

/** An object as it is after decryption: without the key that SOPS adds to an encrypted file. Its encrypted values are placeholders. */
export function withoutSops(value: JsonObject): JsonObject {
  if (value['sops'] === undefined) return value;
  const { sops, ...plain } = value;
  return isObject(sops) && typeof sops['mac'] === 'string' ? plain : value;
}
