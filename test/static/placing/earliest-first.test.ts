/** A finding about two objects is always at the same one, for any files and any order. */
import { expect, it } from 'vitest';
import type { AnyRule } from '../../../src/static/world/rule.ts';
import { imageDigestDiffers } from '../../../src/static/rules/image-digest-differs.ts';
import { overlappingPlacements } from '../../../src/static/rules/overlapping-placements.ts';
import { overrideSelectorTaken } from '../../../src/static/rules/override-selector-taken.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const placement = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;
const override = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: { name: ${name} }
spec:
  clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy:
    overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/a, value: b }] }]
`;
const pod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop }
spec: { containers: [{ name: a, image: 'registry.example/a:1@sha256:${(name === 'added' ? 'a' : 'b').repeat(64)}' }] }
`;

it.each<[string, AnyRule, (name: string) => string]>([
  ['two placements', overlappingPlacements, placement],
  ['two overrides', overrideSelectorTaken, override],
  ['two digests', imageDigestDiffers, pod],
])('%s', (_, rule, textOf) => {
  const [added, known] = [textOf('added'), textOf('known')];
  const toldAt = (texts: readonly string[], base?: string): readonly unknown[] => {
    const files = texts.map((text, index) => ({ path: `${String(index)}.yaml`, text }));
    return lintTexts({ files, base }, [rule]).findings.map(({ object }) => object?.name);
  };
  for (const texts of [[added, known], [known, added], [`${known}---\n${added}`]]) {
    expect(toldAt(texts)).toEqual(['known']);
    // The one that was there is not at fault.
    expect(toldAt(texts, known)).toEqual(['added']);
    expect(toldAt(texts, `${added}---\n${known}`)).toEqual(['known']);
  }
});
