import { createSecureContext, getCACertificates } from 'node:tls';
import { ConfigError } from '../../../errors.ts';

/**
 * What a server is trusted by: this PEM, or, without an authority of its own, what the machine trusts, Node's own list and the system's.
 * @throws ConfigError it is no certificate
 */
export function authorities(pem: string | undefined, owner: string, field = 'certificate-authority'): string {
  if (pem === undefined) return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])].join('\n');
  try {
    createSecureContext({ ca: pem });
    if (pem.includes('-----BEGIN')) return pem;
  } catch {
    // Said below: OpenSSL's own words say nothing about which field is meant.
  }
  throw new ConfigError(`${field} of ${owner} is no PEM certificate`);
}
