import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { BaseBlock } from 'asn1js';

/** A PEM key pair for 127.0.0.1 and localhost, with a certificate that is its own CA. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * Creates a new certificate, valid from one hour ago for one day: X.509 v3 as in RFC 5280, with a P-256 key. The library is loaded on
 * demand, because only the embedded hub needs it.
 */
export async function makeCertificate(): Promise<ServerCertificate> {
  const asn1 = await import('asn1js');
  const list = (...value: BaseBlock[]): BaseBlock => new asn1.Sequence({ value });
  const explicit = (tagNumber: number, value: BaseBlock): BaseBlock =>
    new asn1.Constructed({ idBlock: { tagClass: CONTEXT, tagNumber }, value: [value] });
  const id = (value: string): BaseBlock => new asn1.ObjectIdentifier({ value });
  const octets = (valueHex: Uint8Array): BaseBlock => new asn1.OctetString({ valueHex });
  const extension = (name: string, value: BaseBlock, isCritical = false): BaseBlock =>
    list(id(name), ...(isCritical ? [new asn1.Boolean({ value: true })] : []), octets(new Uint8Array(value.toBER())));
  const alternative = (tagNumber: number, valueHex: Uint8Array): BaseBlock =>
    new asn1.Primitive({ idBlock: { tagClass: CONTEXT, tagNumber }, valueHex });

  const { publicKey, privateKey: key } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const now = Date.now();
  const name = list(new asn1.Set({ value: [list(id(COMMON_NAME), new asn1.Utf8String({ value: 'fleet-gate embedded hub' }))] }));
  // The first byte keeps the number positive and its length fixed.
  const serial = Uint8Array.from([1, ...randomBytes(15)]);
  const toBeSigned = list(
    explicit(0, new asn1.Integer({ value: VERSION_3 })),
    new asn1.Integer({ valueHex: serial }),
    list(id(ECDSA_WITH_SHA256)),
    name,
    list(new asn1.UTCTime({ valueDate: new Date(now - 3_600_000) }), new asn1.UTCTime({ valueDate: new Date(now + 86_400_000) })),
    name,
    asn1.fromBER(publicKey).result,
    explicit(
      3,
      list(
        extension(BASIC_CONSTRAINTS, list(new asn1.Boolean({ value: true })), true),
        extension(KEY_USAGE, new asn1.BitString({ valueHex: SIGNS_DATA_AND_CERTIFICATES, unusedBits: 2 }), true),
        extension(EXTENDED_KEY_USAGE, list(id(SERVER_AUTH))),
        extension(ALTERNATIVE_NAMES, list(alternative(2, Buffer.from('localhost')), alternative(7, Uint8Array.from([127, 0, 0, 1])))),
      ),
    ),
  );
  const signature = sign('sha256', new Uint8Array(toBeSigned.toBER()), createPrivateKey(key));
  const der = list(toBeSigned, list(id(ECDSA_WITH_SHA256)), new asn1.BitString({ valueHex: signature })).toBER();
  return { key, cert: pem(Buffer.from(der)) };
}

/** The ASN.1 tag class whose meaning depends on the position. */
const CONTEXT = 3;
const VERSION_3 = 2;
const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const SIGNS_DATA_AND_CERTIFICATES = Uint8Array.from([0b1000_0100]);
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const ALTERNATIVE_NAMES = '2.5.29.17';

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
