import { expect, test } from 'vitest';
import { contentTooLarge } from '../../../src/static/rules/content-too-large.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';
import { configMap, MIB, SIZED_OBJECTS } from '../../support/kubernetes/sized-objects.ts';

test.each(SIZED_OBJECTS)('$title', ({ object, effect }) => {
  const { findings } = lintTexts({ files: [{ path: 'object.json', text: JSON.stringify(object) }] }, [contentTooLarge]);
  expect(findings.map((finding) => finding.effect)).toEqual(effect === undefined ? [] : [effect]);
});

test('an object that no API server accepts has no second finding about its size', () => {
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
