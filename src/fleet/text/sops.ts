/** Whether a value is one that SOPS encrypted (getsops/sops, `encryptedValueRegex` in aes/cipher.go): `ENC[AES256_GCM,data:…,type:str]`. */
export function isEncryptedBySops(value: unknown): value is string {
  return typeof value === 'string' && ENCRYPTED.test(value);
}

// linear: the first part has a fixed start and no comma.
const ENCRYPTED = /^ENC\[[A-Z0-9_]+,[^]*\]$/;
