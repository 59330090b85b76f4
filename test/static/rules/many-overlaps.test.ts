import { expect, it } from 'vitest';
import type { Finding } from '../../../src/finding.ts';
import { overlappingPlacements } from '../../../src/static/rules/overlapping-placements.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

/** One placement in each of these folders, all of the same namespace. */
function overlapsOf(folders: readonly string[]): readonly Finding[] {
  const files = folders.map((folder, index) => {
    const number = String(index).padStart(4, '0');
    return { path: `${folder}/${number}.yaml`, text: placement(`p${number}`) };
  });
  return lintTexts({ files }, [overlappingPlacements]).findings;
}

function placement(name: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;
}

it('each of many placements with the same content is reported with the same message and a few of the others', () => {
  const findings = overlapsOf(Array.from({ length: 150 }, () => 'all'));
  expect(findings).toHaveLength(149);
  expect(findings.map(({ related }) => related.length)).toEqual(findings.map((_, index) => Math.min(index + 1, 20)));
  const [message, ...others] = new Set(findings.map((finding) => finding.message));
  expect(message).toContain('is placed by ClusterResourcePlacement/p0000 as well');
  expect(others).toEqual([]);
});

it('an object that may be on the same hub is found behind any number of objects that may not', () => {
  const others = Array.from({ length: 300 }, (_, index) => `env-${String(index).padStart(3, '0')}`);
  const findings = overlapsOf([...others, 'last', 'last']);
  expect(new Set(findings.slice(0, -1).map(({ effect }) => effect))).toEqual(new Set(['advice']));
  expect(findings.at(-1)?.effect).toBe('fails');
});
