import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/finding.ts';
import { effectText } from '../../../src/report/facts/lint/findings.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const override = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceOverride
metadata: { name: ${name} }
spec:
  clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: add, path: /metadata/labels, value: { tier: front } }]
`;
const RUN = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-1 }
spec: { placementName: shop, stagedRolloutStrategyName: careful, state: Run }
`;
const BUDGET = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: shop }
spec: {}
`;

/** The effect on an object agrees with the sentence of its finding. */
describe('the effect of a finding', () => {
  const told = (rule: string, files: Readonly<Record<string, string>>): readonly string[] =>
    lintTexts({ files: Object.entries(files).map(([path, text]) => ({ path, text })) }, RULES)
      .findings.filter((finding) => finding.rule === rule)
      .map((finding: Finding) => `${finding.severity}: ${effectText(finding)}`);
  const OPEN = 'warning: probably wrong; it depends on objects outside these files';

  it('is that the hub refuses the second of two overrides of one object, and is open if they may be for two hubs', () => {
    const [one, other] = [override('one'), override('other')];
    expect(told('override-selector-taken', { 'a/one.yaml': one, 'a/other.yaml': other })).toEqual(['error: the hub refuses it']);
    expect(told('override-selector-taken', { 'a/one.yaml': one, 'b/other.yaml': other })).toEqual([OPEN]);
  });

  it('is open for a run that cannot start, if the hub may have other objects', () => {
    expect(told('run-cannot-start', { 'run.yaml': RUN })).toEqual([OPEN]);
  });

  it('is not open if the finding is certain and less severe', () => {
    expect(told('budget-blocks-evictions', { 'budget.yaml': BUDGET })).toEqual(['warning: accepted, but without the intended effect']);
  });
});
