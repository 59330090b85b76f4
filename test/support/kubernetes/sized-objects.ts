import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

export const MIB = 1024 * 1024;

/**
 * An object of some size, and the effect that the size rule must report. `rejected` and `fails` are what an API server and etcd refuse with
 * their default limits.
 */
export interface SizedObject {
  readonly title: string;
  readonly object: KubeObject;
  readonly effect: 'rejected' | 'fails' | 'advice' | undefined;
  /** Refused by a member, but not by the hub that holds the envelope. */
  readonly isEnclosed?: boolean;
}

export const SIZED_OBJECTS: readonly SizedObject[] = [
  { title: 'a ConfigMap of 1 MiB', object: configMap({ data: { a: 'x'.repeat(MIB - 10), b: 'y'.repeat(10) } }), effect: undefined },
  { title: 'a ConfigMap of one byte more', object: configMap({ data: { a: 'x'.repeat(MIB - 9), b: 'y'.repeat(10) } }), effect: 'rejected' },
  { title: 'two bytes a character', object: configMap({ data: { a: 'é'.repeat(MIB / 2) } }), effect: undefined },
  { title: 'two bytes a character, one too many', object: configMap({ data: { a: 'é'.repeat(MIB / 2 + 1) } }), effect: 'rejected' },
  { title: 'binary data of 1 MiB', object: configMap({ binaryData: { a: base64(MIB) } }), effect: undefined },
  { title: 'binary data of one byte more', object: configMap({ binaryData: { a: base64(MIB + 1) } }), effect: 'rejected' },
  { title: 'a Secret of 1 MiB', object: secret({ data: { a: base64(MIB) } }), effect: undefined },
  { title: 'a Secret of one byte more', object: secret({ data: { a: base64(MIB + 1) } }), effect: 'rejected' },
  { title: 'a Secret in plain text', object: secret({ stringData: { a: 'x'.repeat(MIB) } }), effect: undefined },
  { title: 'a Secret in plain text of one byte more', object: secret({ stringData: { a: 'x'.repeat(MIB + 1) } }), effect: 'rejected' },
  {
    title: 'plain text instead of base64',
    object: secret({ stringData: { a: 'x'.repeat(MIB) }, data: { a: base64(MIB) } }),
    effect: undefined,
  },
  { title: 'an envelope below the limit of etcd', object: envelope('x', 1.5 * MIB - 2500), effect: 'advice' },
  { title: 'an envelope above it', object: envelope('x', 1.5 * MIB + 1), effect: 'fails' },
  { title: 'signs that take six bytes each, below it', object: envelope('<', MIB / 4 - 1000), effect: 'advice' },
  { title: 'signs that take six bytes each, above it', object: envelope('<', MIB / 4 + 10), effect: 'fails' },
  { title: 'an entry that a member refuses', object: envelope('x', MIB + 1, 1), effect: 'fails', isEnclosed: true },
  { title: 'signs that take six bytes each, more than kubectl can note down', object: envelope('<', MIB / 4 / 6 + 3), effect: 'advice' },
  { title: 'what kubectl can note down', object: envelope('x', MIB / 4 - 800), effect: undefined },
];

export function configMap(content: object): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large', namespace: 'shop' }, ...content };
}

function secret(content: object): KubeObject {
  return { ...configMap(content), kind: 'Secret' };
}

function envelope(sign: string, length: number, entries = 3): KubeObject {
  const texts = Array.from({ length: entries }, () => sign.repeat(Math.floor(length / entries)));
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'large', namespace: 'shop' },
    data: Object.fromEntries(texts.map((text, index) => [`entry-${index}`, configMap({ data: { text } })])),
  };
}

function base64(length: number): string {
  return Buffer.alloc(length, 'z').toString('base64');
}
