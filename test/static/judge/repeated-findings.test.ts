/** One fault is one finding: the one that says how to correct it. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/finding.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { lintTexts, type Texts } from '../../support/trees/lint-texts.ts';

const CONTAINER = '{name: web, image: "registry.example/web:1.4", ports: [{containerPort: 80}]}';
const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [${CONTAINER}]
`;
const PLACED = `${namespaceYaml('shop')}---\n${placementYaml('shop')}---\n`;
const MEMBERS = `${memberYaml('m1')}---\n${memberYaml('m2')}`;

function findingsOf(text: string, more: Partial<Texts> = {}): readonly Finding[] {
  return lintTexts({ files: [{ path: 'a.yaml', text }], ...more }, RULES).findings;
}

function saidOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, severity, message, remedy }) => `${rule} ${severity}: ${message} ${remedy}`);
}

const edited = (old: string, now: string): string => PLACED + WORKLOAD.replace(old, () => now);

describe('a fault of a workload', () => {
  test.each<[name: string, text: string, found: RegExp]>([
    ['a required field that is misspelt', edited('containerPort', 'containerport'), /containerport` is not a field.*Write `containerPort`/],
    ['labels that are misspelt', edited('{labels:', '{lables:'), /lables` is not a field.*Write `labels`/],
    ['labels outside of matchLabels', edited('{matchLabels: {app: web}}', '{app: web}'), /selector.app` is not a field.*Move it into/],
    ['a misspelt top-level field', edited('\nspec:', '\nspce:'), /`spce` is not a field.*Write `spec`/],
    ['a level that is missing', edited('    spec:\n      containers', '    containers'), /template.containers` is not a field.*Move it to/],
    ['a text for a number', edited('containerPort: 80', 'containerPort: ""'), /containerPort` must be a whole number/],
    ['an empty image', edited('registry.example/web:1.4', ''), /image` is required\. Write the image, such as/],
    [
      'a volume without a name',
      edited(`[${CONTAINER}]`, `[${CONTAINER.replace('}]', '}], volumeMounts: [{name: c, mountPath: /c}]')}]\n      volumes: [{naem: c}]`),
      /naem` is not a field.*Write `name`/,
    ],
  ])('%s is one finding', (_, text, found) => {
    const said = saidOf(findingsOf(text));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^object-malformed error/);
    expect(said[0]).toMatch(found);
  });

  test('faults that do not depend on one another are all reported', () => {
    const text = edited('containerPort: 80', 'containerport: 80}, {containerPort: many').replace('{name: web, image', '{image');
    expect(saidOf(findingsOf(text)).map((said) => /`spec[^`]*`/.exec(said)?.[0])).toEqual([
      '`spec.template.spec.containers[0].name`',
      '`spec.template.spec.containers[0].ports[0].containerport`',
      '`spec.template.spec.containers[0].ports[1].containerPort`',
    ]);
    const other = edited('containerPort: 80', 'containerport: 80').replace('registry.example', '');
    expect(findingsOf(other).map(({ rule }) => rule)).toEqual(['image-invalid', 'object-malformed']);
  });

  test('a misspelt required field in an envelope is an error, although clusters drop unknown fields', () => {
    const envelope = (content: string): string =>
      `${PLACED}apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: {name: packed, namespace: shop}
data:
  web.yaml:
${content.replaceAll(/^/gm, '    ')}
`;
    const [missing, ...others] = saidOf(findingsOf(envelope(WORKLOAD.replace('containerPort', 'containerport'))));
    expect(others).toEqual([]);
    expect(missing).toMatch(/^object-malformed error: API servers refuse .*containerport` is not a field.*Write `containerPort`/);
    const [optional] = saidOf(findingsOf(envelope(WORKLOAD.replace('  template:', '  replcas: 2\n  template:'))));
    expect(optional).toMatch(/^object-malformed warning: Clusters apply .* without this field/);
  });

  test('a misspelt field in a fragment of a workload is reported, without what the fragment lacks', () => {
    const fragment = WORKLOAD.replace('  selector: {matchLabels: {app: web}}\n', '').replace('image: "registry.example/web:1.4", ', '');
    const said = saidOf(findingsOf(PLACED + fragment.replace('containerPort', 'containerport')));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^object-malformed error: .*containerport` is not a field/);
  });

  test('an edit of the selector alone is one finding', () => {
    const base = PLACED + WORKLOAD;
    const text = edited('{matchLabels: {app: web}}', '{matchLabels: {app: shop}}');
    expect(findingsOf(text, { base }).map(({ rule }) => rule)).toEqual(['immutable-field']);
    expect(findingsOf(text).map(({ rule }) => rule)).toEqual(['object-malformed']);
    const labels = edited('{labels: {app: web}}', '{labels: {app: shop}}');
    expect(findingsOf(labels, { base }).map(({ rule }) => rule)).toEqual(['object-malformed']);
  });

  test('the other finding is shown if the first one is accepted or off', () => {
    const base = PLACED + WORKLOAD;
    const text = edited('{matchLabels: {app: web}}', '{matchLabels: {app: shop}}');
    const off = 'rules: {immutable-field: {severity: off}}\n';
    expect(findingsOf(text, { base, config: off }).map(({ rule }) => rule)).toEqual(['object-malformed']);
    const accepted = text.replace(
      '  selector: {matchLabels: {app: shop}}',
      '  # fleet-gate-ignore immutable-field: the tool deletes the object first\n$&',
    );
    const unaccepted = findingsOf(accepted, { base }).filter(({ suppressed }) => suppressed === undefined);
    expect(unaccepted.map(({ rule }) => rule)).toEqual(['object-malformed']);
    const image = edited('registry.example/web:1.4', '');
    expect(findingsOf(image, { config: 'rules: {object-malformed: {severity: off}}\n' }).map(({ rule }) => rule)).toEqual([
      'image-invalid',
    ]);
  });
});

describe('a fault of an object of KubeFleet', () => {
  const names = (list: string): string =>
    `${namespaceYaml('shop')}---\n${placementYaml('shop', { policy: `placementType: PickFixed\n    clusterNames: ${list}` })}---\n${MEMBERS}`;
  const override = (rule: string, group = 'group: apps'): string =>
    `${PLACED}${WORKLOAD}---\napiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: web, namespace: shop}
spec:
  placement: {name: shop}
  resourceSelectors: [{${group}, version: v1, kind: Deployment, name: web}]
  policy: {overrideRules: [${rule}]}
`;
  const everywhere = 'clusterSelector: {clusterSelectorTerms: []}';
  test.each<[name: string, text: string, found: RegExp]>([
    ['an empty name of a cluster', names('[""]'), /^refused-content error: "" is not a cluster name/],
    ['a name that no cluster can have', names('[M1]'), /^refused-content error: "M1" is not a cluster name.*Did you mean m1\?/],
    ['a name that no cluster has', names('[m3]'), /^pickfixed-unknown-cluster error: There is no member cluster "m3"/],
    ['a misspelt name of a selector', PLACED.replace('      name: shop\n', '      naem: shop\n'), /^schema error.*naem/],
    [
      'a misspelt clusterSelector',
      override('{clusterSelectro: {clusterSelectorTerms: []}, jsonPatchOverrides: [{op: add, path: /spec/replicas, value: 2}]}'),
      /^schema error.*clusterSelectro/,
    ],
    [
      'a misspelt value',
      override(`{${everywhere}, jsonPatchOverrides: [{op: add, path: /spec/replicas, valeu: 2}]}`),
      /^schema error.*valeu/,
    ],
    [
      'a misspelt group',
      override(`{${everywhere}, jsonPatchOverrides: [{op: add, path: /spec/replicas, value: 2}]}`, 'gropu: apps'),
      /^schema error.*gropu/,
    ],
    [
      'an empty path',
      override(`{${everywhere}, jsonPatchOverrides: [{op: add, path: "", value: 2}]}`),
      /^refused-content error: The path ""/,
    ],
    [
      'a number for a word',
      override(`{${everywhere}, jsonPatchOverrides: [{op: 0, path: /spec/replicas, value: 2}]}`),
      /^schema error: .*must be a string.* Write `add`, `remove` or `replace`/,
    ],
    [
      'selectors that are misspelt',
      override(`{${everywhere}, jsonPatchOverrides: [{op: add, path: /spec/replicas, value: 2}]}`).replace(
        '  resourceSelectors:\n',
        '  resourceSelectosr:\n',
      ),
      /^schema error.*resourceSelectosr/,
    ],
  ])('%s is one finding', (_, text, found) => {
    const said = saidOf(findingsOf(text).filter(({ severity }) => severity !== 'notice'));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(found);
  });
});
