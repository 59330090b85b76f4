/** A rule that became part of another one keeps its id as an alias, for all that names rules. */
import { describe, expect, it } from 'vitest';
import { explainRule } from '../../../src/static/judge/explain.ts';
import { findingFingerprints } from '../../../src/report/facts/lint/fingerprint.ts';
import { renderSarif } from '../../../src/report/sarif/render-sarif.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const ALIAS = 'override-result-malformed';
const rules = RULES.filter(({ id }) => id === 'object-malformed');

const text = (annotation = '', comment = ''): string => `
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop${annotation} }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "registry.example/web:1.4" }] }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: port, namespace: shop }, data: { port: 80 } }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides:
          ${comment}
          - { op: add, path: /spec/replicas, value: "3" }
`;

function found(config: string, yaml = text()): readonly string[] {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: yaml }], config }, rules);
  return findings.filter(({ suppressed }) => suppressed === undefined).map(({ rule, object }) => `${rule} ${object?.kind}`);
}

describe('the alias of a rule', () => {
  it('is in the finding, beside the rule', () => {
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: text() }] }, rules);
    expect(findings.map(({ rule, alias, effect }) => ({ rule, alias, effect }))).toEqual([
      { rule: 'object-malformed', alias: undefined, effect: 'rejected' },
      { rule: 'object-malformed', alias: ALIAS, effect: 'fails' },
    ]);
  });

  it('disables exactly the findings of the former rule', () => {
    expect(found(`rules: { ${ALIAS}: { severity: off } }`)).toEqual(['object-malformed ConfigMap']);
  });

  it('gives it a severity', () => {
    const { counts } = lintTexts({ files: [{ path: 'a.yaml', text: text() }], config: `rules: { ${ALIAS}: { severity: notice } }` }, rules);
    expect(counts).toMatchObject({ error: 1, notice: 1 });
  });

  it.each([
    ['in a comment', text('', `# fleet-gate-ignore ${ALIAS}: the webhook mends it`), ''],
    ['in an annotation of the object that is patched', text(`, annotations: { fleet-gate.dev/ignore-${ALIAS}: the webhook mends it }`), ''],
    ['in the configuration', text(), `suppress: [{ rule: ${ALIAS}, object: ResourceOverride/shop/web, reason: the webhook mends it }]`],
  ])('accepts the finding %s', (_where, yaml, config) => {
    expect(found(config, yaml)).toEqual(['object-malformed ConfigMap']);
  });

  it('remains the rule of the alert in SARIF and part of its fingerprint', () => {
    const lint = lintTexts({ files: [{ path: 'a.yaml', text: text() }] }, rules);
    const sarif = renderSarif({
      schema: 'report-v1',
      tool: { name: 'fleet-gate', version: '0' },
      command: 'lint',
      outcome: 'findings',
      exitCode: 1,
      lint,
    });
    expect(sarif).toContain(`"ruleId": "${ALIAS}"`);
    const [, patched] = lint.findings;
    if (patched === undefined) throw new Error('a finding');
    const { alias: _alias, ...former } = patched;
    expect(findingFingerprints([patched]).values().toArray()).toEqual(
      findingFingerprints([{ ...former, rule: ALIAS }])
        .values()
        .toArray(),
    );
  });

  it('is explained', () => {
    expect(explainRule(ALIAS)?.id).toBe('object-malformed');
  });
});
