/** Texts of objects that are in base64, compressed or in a URL, and what is not a text. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodedTexts } from '../../../src/static/read/encoded-texts.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';

const PLACEMENT =
  'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\nspec: {resourceSelectors: []}\n';

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

describe('a text of an object', () => {
  test.each([
    ['base64', base64(PLACEMENT)],
    ['base64 for URLs', Buffer.from(`${PLACEMENT}# ???>>>`).toString('base64url')],
    ['base64 in lines', base64(PLACEMENT).replaceAll(/(.{76})/g, '$1\n')],
    ['base64 in odd lines', `${base64(PLACEMENT).replaceAll(/(.{5})/g, '$1\n  ')}\n`],
    ['base64 behind a path', `/usr/local/bin/decode ${base64(PLACEMENT)}`],
    ['base64 in base64', base64(base64(PLACEMENT))],
    ['gzip', base64(gzipSync(PLACEMENT))],
    ['gzip in lines of a script', `base64 -d <<EOF | gunzip\n${base64(gzipSync(PLACEMENT)).replaceAll(/(.{76})/g, '$1\n')}\nEOF`],
    ['a release of Helm', base64(base64(gzipSync(PLACEMENT)))],
    ['a URL', `data:text/yaml;charset=utf-8;base64,${base64(PLACEMENT)}`],
    ['a URL with signs in percent', `data:,${encodeURIComponent(PLACEMENT)}`],
    ['a URL with percent in JSON of Ignition', JSON.stringify({ source: `data:,${encodeURIComponent(PLACEMENT)}` })],
  ])('is found in %s', (_, value) => {
    expect([...encodedTexts(value)].some((text) => text?.includes(PLACEMENT))).toBe(true);
    expect(openIn(value)).toHaveLength(1);
  });

  test.each([
    ['a certificate', base64(`-----BEGIN CERTIFICATE-----\n${base64(randomBytes(900))}\n-----END CERTIFICATE-----\n`)],
    ['a picture', `data:image/png;base64,${base64(randomBytes(5000))}`],
    ['the digest of an image', `registry.example.com/shop/web@sha256:${'0af1'.repeat(16)}`],
    ['another object', base64('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: placement.kubernetes-fleet.io}\n')],
    ['the name of a kind', base64('The ClusterResourcePlacement of placement.kubernetes-fleet.io sends a namespace to clusters.')],
    ['a text that only looks compressed', base64(Uint8Array.of(0x1f, 0x8b, ...randomBytes(200)))],
    ['a compressed text of another kind', base64(gzipSync('apiVersion: v1\nkind: ConfigMap\n'.repeat(50)))],
    ['words', 'one path is /usr/local/share/ca-certificates and the other one is /etc/ssl/certs/ca-certificates'],
  ])('is not in %s', (_, value) => {
    expect(openIn(value)).toEqual([]);
  });
});

test('a text that unpacks to a hundred times its length is not unpacked, and does not pass', () => {
  const [open] = openIn(base64(gzipSync(Buffer.alloc(50_000_000))));
  expect(open).toMatchObject({
    reason: 'It has a compressed text of unusual size at spec.data, which was not checked.',
    fleetObject: true,
  });
});

test('megabytes of base64 are searched in a short time', () => {
  const value = `${base64(randomBytes(1_500_000))} ${'a '.repeat(300_000)} ${'abcdefghijklmnop '.repeat(40_000)}`;
  const start = performance.now();
  expect(openIn(value)).toEqual([]);
  // On a busy machine it takes seconds; if the time grew with the square of the length, it would take many minutes.
  expect(performance.now() - start).toBeLessThan(60_000);
});

function openIn(data: string): readonly object[] {
  const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec: { data } };
  return parseManifests(JSON.stringify(object), 'a.yaml').notEvaluated;
}
