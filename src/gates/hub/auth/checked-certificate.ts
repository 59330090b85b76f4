import { createSecureContext } from 'node:tls';
import { ConfigError } from '../../../errors.ts';

/** Checks a PEM pair before a TLS handshake fails with an unclear message. @throws ConfigError */
export function checkedCertificate(cert: string, key: string, owner: string): { readonly cert: string; readonly key: string } {
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError(`client certificate and key of ${owner} do not match or are not PEM`, { cause: error });
  }
  return { cert, key };
}
