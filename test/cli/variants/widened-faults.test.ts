/** With `--fail-on-new`, an old fault counts on clusters that did not have it. */
import { describe, expect, it } from 'vitest';
import { memberYaml, namespaceYaml, placementYaml, JOINED_STATUS } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const member = (name: string, env: string): string => `${memberYaml(name, { labels: `{ env: ${env} }` })}${JOINED_STATUS}---\n`;
const FLEET = member('bern', 'test') + member('oslo', 'prod') + member('rome', 'prod');
const on = (...names: readonly string[]): { readonly policy: string } => ({
  policy: `{ placementType: PickFixed, clusterNames: [${names.join()}] }`,
});

const web = (spec = '', image = 'registry.example/web:1.0'): string => `---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "${image}"${spec} }] }
`;

const patch = (operation: string, labels = '{}'): string => `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: o, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: ${labels} } }] }
        jsonPatchOverrides: [${operation}]
`;

const shop = (clusters: readonly string[], rest: string): string =>
  `${placementYaml('shop', on(...clusters))}---\n${namespaceYaml('shop')}${rest}`;
const REPLACE = '{ op: replace, path: /spec/nope, value: 1 }';
const LABEL = '{ op: add, path: /metadata/labels, value: { zone: "${MEMBER-CLUSTER-LABEL-KEY-zone}" } }';
const ALL = ['bern', 'oslo', 'rome'];

/** A Deployment whose ConfigMap stays on the hub. */
const alone = (clusters: string): string =>
  `${namespaceYaml('shop')}${web(', envFrom: [{ configMapRef: { name: conf } }]')}---
apiVersion: v1
kind: ConfigMap
metadata: { name: conf, namespace: shop }
data: { a: b }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: namespaces }
spec: { resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceOnly }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy: { placementType: PickFixed, clusterNames: [${clusters}] }
`.replaceAll('fleet.io/v1\n', 'fleet.io/v1beta1\n');

async function codes(base: string, now: string, fleet: string = FLEET, fleetNow: string = fleet): Promise<readonly number[]> {
  const { dir, write } = gitRepository({ 'apps/shop.yaml': base, 'fleet/clusters.yaml': fleet });
  write('apps/shop.yaml', now);
  write('fleet/clusters.yaml', fleetNow);
  const flags = ['apps', '--clusters', 'fleet/clusters.yaml', '--now', '2026-10-31T12:00:00Z', '--base', 'HEAD', '--fail-on-new'];
  const results = [await runCli(dir, ['lint', ...flags]), await runCli(dir, ['plan', ...flags])];
  return results.map(({ exitCode }) => exitCode);
}

describe.each<[string, string, string, number]>([
  ['a patch that fails on more clusters', shop(ALL, web() + patch(REPLACE, '{ env: test }')), shop(ALL, web() + patch(REPLACE)), 1],
  ['a patch that fails where the placement goes now', shop(['bern'], web() + patch(REPLACE)), shop(ALL, web() + patch(REPLACE)), 1],
  ['a label that more clusters lack', shop(['bern'], web() + patch(LABEL)), shop(ALL, web() + patch(LABEL)), 1],
  [
    'a patch that did not meet the placement before',
    shop(['bern'], web() + patch(REPLACE, '{ env: prod }')),
    shop(ALL, web() + patch(REPLACE, '{ env: prod }')),
    1,
  ],
  [
    'a refused value on more clusters',
    shop(ALL, web() + patch('{ op: add, path: /spec/replicas, value: -1 }', '{ env: test }')),
    shop(ALL, web() + patch('{ op: add, path: /spec/replicas, value: -1 }')),
    0,
  ],
  ['an image, without any override', shop(['bern'], web('', 'a b')), shop(ALL, web('', 'a b')), 0],
  ['a ConfigMap that no placement sends', alone('bern'), alone(ALL.join()), 0],
  [
    'a second placement that shares more clusters',
    `${shop(ALL, '')}---\n${placementYaml('copy', { namespace: 'shop', ...on('oslo') })}`,
    `${shop(ALL, '')}---\n${placementYaml('copy', { namespace: 'shop', ...on('oslo', 'rome') })}`,
    0,
  ],
])('%s', (_, base, now, plan) => {
  it('is new', async () => expect(await codes(base, now)).toEqual([1, plan]));
  it('is not new on fewer clusters', async () => expect(await codes(now, base)).toEqual([0, 0]));
});

const everywhere = `${placementYaml('shop')}---\n${namespaceYaml('shop')}${web()}${patch(REPLACE)}`;

it.each([
  ['a cluster that joins has the old fault anew', FLEET + member('kiel', 'prod'), [1, 1]],
  ['a cluster with another name has it as before', FLEET.replaceAll('rome', 'kiel'), [0, 0]],
  ['two clusters for one that leaves are one more', FLEET.replaceAll('rome', 'kiel') + member('lund', 'prod'), [1, 1]],
  ['a cluster that leaves adds nothing', FLEET.replace(member('rome', 'prod'), ''), [0, 0]],
])('%s', async (_, fleetNow, expected) => {
  expect(await codes(everywhere, `${everywhere}# edited\n`, FLEET, fleetNow)).toEqual(expected);
});
