/** The remedy for an invalid image is about the part that is wrong. */
import { expect, test } from 'vitest';
import { imageInvalid } from '../../../src/static/rules/image-invalid.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

test.each<readonly [image: string, remedies: readonly string[]]>([
  ['registry.example/web@sha256:abc', ['Write all digits of the digest, or a tag instead.']],
  ['registry.example/web:1.2@sha256:abc', ['Write all digits of the digest, or a tag instead.']],
  ['registry.example/Web:1.2', ['Write `registry/repository:tag`, the repository in lower case.']],
  [`registry.example/web@sha256:${'a'.repeat(64)}`, []],
])('%s', (image, remedies) => {
  const text = `{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: shop }, spec: { containers: [{ name: web, image: "${image}" }] } }`;
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }] }, [imageInvalid]);
  expect(findings.map(({ remedy }) => remedy)).toEqual(remedies);
});
