/** An entry that is null or empty is named, with what to write instead. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

function saidOf(text: string): readonly string[] {
  const all = `${namespaceYaml('shop')}---\n${text}---\n${memberYaml('m1')}`;
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: all }] }, RULES);
  const severe = findings.filter(({ severity }) => severity !== 'notice');
  return severe.map(({ rule, severity, message, remedy }) => `${rule} ${severity}: ${message} ${remedy}`);
}

const WRITE_KIND = 'Write `group`, `version` and `kind` of the objects, and a `name`, or remove the entry.';
const SHOP = '    - group: ""\n      version: v1\n      kind: Namespace\n      name: shop\n';

test.each(['null', '{}', '{kind: ""}', '~', ''])('a selector of a placement that is "%s"', (entry) => {
  const text = placementYaml('shop').replace(SHOP, `${SHOP}    - ${entry}\n`);
  expect(saidOf(text)).toEqual([`refused-content error: \`spec.resourceSelectors[1]\` has no \`kind\`. ${WRITE_KIND}`]);
});

test.each([
  ['null', '`null`'],
  ['""', '""'],
])('a name of a cluster that is %s', (name, quoted) => {
  const text = placementYaml('shop', { policy: `placementType: PickFixed\n    clusterNames: [${name}, m1]` });
  expect(saidOf(text)).toEqual([
    expect.stringMatching(
      new RegExp(`^refused-content error: ${quoted} is not a cluster name: .* Write the name of a member cluster, or remove the entry\\.$`),
    ),
  ]);
});

const override = (kind: string, list: string, selector: string): string => `${placementYaml('shop')}---
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: shop}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ${kind}
metadata: {name: all${kind === 'ResourceOverride' ? ', namespace: shop' : ''}}
spec:
  placement: {name: shop}
  ${list}: [${selector}]
  policy: {overrideRules: [{clusterSelector: {clusterSelectorTerms: []}, jsonPatchOverrides: [{op: add, path: /metadata/labels, value: {a: b}}]}]}
`;

test.each<[what: string, text: string, said: string]>([
  [
    'without a name, which the hub accepts',
    override('ResourceOverride', 'resourceSelectors', '{group: "", version: v1, kind: ConfigMap, name: ""}'),
    'override-selects-nothing warning: The `name` of this selector is empty, and no object has such a name, so the selector changes nothing. Write the `name` of the object. An override selects each object by its name.',
  ],
  [
    'without a name, which the hub refuses',
    override('ClusterResourceOverride', 'clusterResourceSelectors', '{group: "", version: v1, kind: Namespace, name: ""}'),
    'refused-content error: A selector of an override has no `name`. Write the `name` of the object, and one selector per object.',
  ],
  [
    'that is null',
    override('ResourceOverride', 'resourceSelectors', 'null'),
    'schema error: `spec.resourceSelectors[0]` must be an object, and is empty. `resourceSelectors[0]` is an object with `group`, `kind`, `name`, `version`.',
  ],
  [
    'that is an empty object',
    override('ResourceOverride', 'resourceSelectors', '{}'),
    'schema error: `spec.resourceSelectors[0]` is empty: `group`, `kind`, `name`, `version` are required. Write them, or remove the entry.',
  ],
])('a selector of an override %s', (_, text, said) => {
  expect(saidOf(text)).toEqual([said]);
});

test('a selector of an override with a name is not reported', () => {
  expect(saidOf(override('ResourceOverride', 'resourceSelectors', '{group: "", version: v1, kind: ConfigMap, name: settings}'))).toEqual(
    [],
  );
});

test('a webhook with an empty name', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../fixtures/rules/hub-calls-placed-service/bad.yaml'), 'utf8');
  const said = saidOf(text.replace('name: workloads.guard.example.com', 'name: ""'));
  expect(said).toContainEqual(expect.stringContaining('refuses each write that a webhook without a name checks'));
});
