import { createSecureContext, getCACertificates } from 'node:tls';
import { ConfigError } from '../../../errors.ts';

/**
 * Returns the authorities to trust a server by: this PEM, or without one the machine's (Node's own list and the system's).
 * @throws ConfigError if it is not a certificate
 */
export function authorities(pem: string | undefined, owner: string, field = 'certificate-authority'): string {
  if (pem === undefined) return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])].join('\n');
  try {
    createSecureContext({ ca: pem });
    if (pem.includes('-----BEGIN')) return pem;
  } catch {
    // The error is thrown below, because OpenSSL's own message does not name the field.
  }
  throw new ConfigError(`${field} of ${owner} is not a PEM certificate`);
}
