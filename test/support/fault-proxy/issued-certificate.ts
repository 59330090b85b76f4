import { generate } from 'selfsigned';
import type { ServerCertificate } from '../../../src/demo/hub/certificate.ts';

/** A certificate for 127.0.0.1, signed by the authority. */
export async function issuedCertificate(authority: ServerCertificate): Promise<ServerCertificate> {
  const now = Date.now();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'fault proxy' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 3_600_000),
    notAfterDate: new Date(now + 86_400_000),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { key, cert };
}
