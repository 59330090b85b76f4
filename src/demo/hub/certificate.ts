/** A key pair for 127.0.0.1 and localhost that is its own CA; PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Made anew for each hub, valid from an hour ago for a day. The library is only loaded here: nothing but the embedded hub needs it. */
export async function makeCertificate(): Promise<ServerCertificate> {
  const { generate } = await import('selfsigned');
  const now = Date.now();
  const pems = await generate([{ name: 'commonName', value: 'fleet-gate embedded hub' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 3_600_000),
    notAfterDate: new Date(now + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
