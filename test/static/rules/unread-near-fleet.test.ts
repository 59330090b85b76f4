import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const TEMPLATE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: x, labels: {{ .Values.labels | toYaml }} }\n';

/** Input that was not read may contain what is missing elsewhere. */
describe('beside a template that was not rendered', () => {
  const fleet = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shopp }]
  strategy: { type: External }
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: other-1 }
spec: { placementName: other, stagedRolloutStrategyName: careful, state: Run }
`;
  const found = (rule: string, ...more: readonly string[]): readonly string[] =>
    lintTexts({ files: [fleet, ...more].map((text, index) => ({ path: `${index}.yaml`, text })) }, RULES)
      .findings.filter((finding) => finding.rule === rule)
      .map(({ severity, message }) => `${severity}: ${message}`);

  it('a name that is probably a typo is reported as missing in what was read', () => {
    expect(found('selects-nothing')).toEqual(['warning: There is no Namespace shopp in these manifests.']);
    expect(found('selects-nothing', TEMPLATE)).toEqual(['warning: There is no Namespace shopp in the manifests that were read.']);
  });

  it('a placement without a run among those that exist is reported only as advice', () => {
    const text = 'There is no ClusterStagedUpdateRun for shop, and External does not roll out anything without one.';
    expect(found('external-without-run')).toEqual([`warning: ${text}`]);
    expect(found('external-without-run', TEMPLATE)).toEqual([`notice: ${text}`]);
  });
});
