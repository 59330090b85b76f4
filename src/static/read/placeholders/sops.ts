import { isObject, type JsonObject } from '../../../fleet/json/json.ts';

/** An object as it is after decryption: without the key that SOPS adds to an encrypted file. Its encrypted values are placeholders. */
export function withoutSops(value: JsonObject): JsonObject {
  if (value['sops'] === undefined) return value;
  const { sops, ...plain } = value;
  return isObject(sops) && KEYS.some((key) => Object.hasOwn(sops, key)) ? plain : value;
}

/** The keys of its metadata (getsops/sops, stores/stores.go): the signature, and the keys of those who can decrypt it. */
const KEYS = ['mac', 'lastmodified', 'age', 'pgp', 'kms', 'gcp_kms', 'azure_kv', 'hc_vault', 'hckms', 'key_groups'];
