import { expect, test } from 'vitest';
import { contentTooLarge } from '../../src/static/rules/content-too-large.ts';
import { lintTexts } from '../support/lint-texts.ts';

const MIB = 1024 * 1024;

/** What an API server of v1.34 on an etcd with its own limits took, and what it refused. */
const TRIED: readonly (readonly [name: string, object: object, effect: string | undefined])[] = [
  ['a ConfigMap of 1 MiB', configMap({ data: { a: 'x'.repeat(MIB - 10), b: 'y'.repeat(10) } }), undefined],
  ['a ConfigMap of one byte more', configMap({ data: { a: 'x'.repeat(MIB - 9), b: 'y'.repeat(10) } }), 'rejected'],
  ['two bytes a character', configMap({ data: { a: 'é'.repeat(MIB / 2) } }), undefined],
  ['two bytes a character, one too many', configMap({ data: { a: 'é'.repeat(MIB / 2 + 1) } }), 'rejected'],
  ['binary data of 1 MiB', configMap({ binaryData: { a: base64(MIB) } }), undefined],
  ['binary data of one byte more', configMap({ binaryData: { a: base64(MIB + 1) } }), 'rejected'],
  ['a Secret of 1 MiB', secret({ data: { a: base64(MIB) } }), undefined],
  ['a Secret of one byte more', secret({ data: { a: base64(MIB + 1) } }), 'rejected'],
  ['a Secret in plain text', secret({ stringData: { a: 'x'.repeat(MIB) } }), undefined],
  ['a Secret in plain text of one byte more', secret({ stringData: { a: 'x'.repeat(MIB + 1) } }), 'rejected'],
  ['plain text instead of base64', secret({ stringData: { a: 'x'.repeat(MIB) }, data: { a: base64(MIB) } }), undefined],
  ['an envelope below the limit of etcd', envelope('x', 1.5 * MIB - 2500), 'advice'],
  ['an envelope above it', envelope('x', 1.5 * MIB + 1), 'fails'],
  ['signs that take six bytes each, below it', envelope('<', MIB / 4 - 1000), 'advice'],
  ['signs that take six bytes each, above it', envelope('<', MIB / 4 + 10), 'fails'],
  ['an entry that a member refuses', envelope('x', MIB + 1, 1), 'fails'],
  ['what kubectl can note down', envelope('x', MIB / 4 - 800), undefined],
];

test.each(TRIED)('%s', (_, object, effect) => {
  const { findings } = lintTexts({ files: [{ path: 'object.json', text: JSON.stringify(object) }] }, [contentTooLarge]);
  expect(findings.map((finding) => finding.effect)).toEqual(effect === undefined ? [] : [effect]);
});

test('what no API server takes is told of that alone', () => {
  const placement = {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ResourcePlacement',
    metadata: { name: 'large', namespace: 'shop' },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'large' }] },
  };
  const objects = [configMap({ data: { a: 'x'.repeat(MIB + 1) } }), placement].map((object) => JSON.stringify(object));
  const { findings } = lintTexts({ files: [{ path: 'objects.yaml', text: objects.join('\n---\n') }] }, [contentTooLarge]);
  expect(findings.map(({ effect }) => effect)).toEqual(['rejected']);
});

function configMap(content: object): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large', namespace: 'shop' }, ...content };
}

function secret(content: object): object {
  return { ...configMap(content), kind: 'Secret' };
}

function envelope(sign: string, length: number, entries = 3): object {
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
