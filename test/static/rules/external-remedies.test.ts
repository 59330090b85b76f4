/** A hub does not change the strategy External back: no remedy says so for a placement that has it. */
import { expect, test } from 'vitest';
import { externalWithoutRun } from '../../../src/static/rules/external-without-run.ts';
import { overrideLeftOutByRun } from '../../../src/static/rules/override-left-out-by-run.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const placement = (kind: string, type: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ${kind}
metadata: { name: shop${kind === 'ResourcePlacement' ? ', namespace: shop' : ''} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  strategy: { type: ${type} }
`;
const NAMESPACE = namespaceYaml('shop');
const OVERRIDE = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: red, namespace: shop }
spec:
  placement: { name: shop, scope: Namespaced }
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: Delete }] }
`;

function remedies(rule: Parameters<typeof lintTexts>[1][number], now: readonly string[], before: Before): readonly string[] {
  const [base, hub] = [before.base?.join('---\n'), before.hub?.join('---\n')];
  const files = [{ path: 'now.yaml', text: now.join('---\n') }];
  return lintTexts({ files, base, hub }, [rule]).findings.map(({ remedy }) => remedy);
}

interface Before {
  readonly base?: readonly string[];
  readonly hub?: readonly string[];
}

const RUN = 'Add an update run whose `spec.placementName` is this placement';

test.each(['ClusterResourcePlacement', 'ResourcePlacement'])('of a %s without a run', (kind) => {
  const [now, rolling] = [placement(kind, 'External'), placement(kind, 'RollingUpdate')];
  const remedy = (before: Before): readonly string[] => remedies(externalWithoutRun, [NAMESPACE, now], before);
  const either = [`${RUN}, or use \`type: RollingUpdate\`.`];
  expect([remedy({}), remedy({ base: [NAMESPACE] }), remedy({ base: [NAMESPACE, rolling] })]).toEqual([either, either, either]);
  expect([remedy({ base: [NAMESPACE, now] }), remedy({ hub: [now] })]).toEqual([[`${RUN}.`], [`${RUN}.`]]);
});

test('of an override that runs leave out', () => {
  const [now, rolling] = [placement('ResourcePlacement', 'External'), placement('ResourcePlacement', 'RollingUpdate')];
  const remedy = (before: Before, placed = now): readonly string[] => remedies(overrideLeftOutByRun, [NAMESPACE, placed, OVERRIDE], before);
  const ALL = 'so that it is for every placement of the object';
  expect(remedy({ base: [NAMESPACE, rolling] })).toEqual([
    'Leave out `spec.placement`, so that the override is for every placement of the object, or use `strategy.type: RollingUpdate`.',
  ]);
  expect(remedy({ base: [NAMESPACE, now] })).toEqual([
    'Leave out `spec.placement`, so that the override is for every placement of the object.',
  ]);
  expect(remedy({ base: [NAMESPACE, rolling, OVERRIDE] })).toEqual([
    `Create another override without \`spec.placement\`, ${ALL}, and delete this one, or use \`strategy.type: RollingUpdate\`.`,
  ]);
  expect(remedy({ hub: [now, OVERRIDE] })).toEqual([`Create another override without \`spec.placement\`, ${ALL}, and delete this one.`]);
});
