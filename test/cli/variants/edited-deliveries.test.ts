/** A change of what Flux or Argo CD does to the files is a change, although the files are the same. */
import { expect, test } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: store }
spec:
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec: { containers: [{ name: main, image: "registry.example.net/front:1" }] }
`;

const flux = (more: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: all, namespace: flux-system }
spec: { interval: 10m, path: ./apps, prune: true, sourceRef: { kind: GitRepository, name: all }, ${more} }
`;

const replicas = (count: number, name = 'front'): string =>
  flux(`patches: [{ target: { kind: Deployment, name: ${name} }, patch: "[{ op: add, path: /spec/replicas, value: ${count} }]" }]`);
const image = (tag: string): string => flux(`images: [{ name: registry.example.net/front, newTag: "${tag}" }]`);

test.each([
  ['a patch', replicas(1), replicas(2), ['front'], 6],
  ['an image that is not known', image('${A}'), image('${B}'), ['front'], 6],
  ['a patch of another object', replicas(1, 'back'), replicas(2, 'back'), undefined, 0],
  ['a patch that is removed', replicas(1), flux('patches: []'), ['front'], 0],
  ['an interval', replicas(1), replicas(1).replace('10m', '5m'), undefined, 0],
])('plan and lint show that a change edits it: %s', async (_, before, after, changed, exitCode) => {
  const { dir, write } = gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    'apps/ns.yaml': namespaceYaml('store'),
    'apps/front.yaml': WORKLOAD,
    'apps/store.yaml': placementYaml('store'),
    'flux/all.yaml': before,
  });
  write('flux/all.yaml', after);
  const plan = await runCli(dir, ['plan', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json']);
  const resources = plan.report?.plan?.placements.at(0)?.change?.resources?.changed.map(({ resource }) => resource.name);
  expect([resources, plan.exitCode]).toEqual([changed, exitCode]);
  const lint = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--format', 'json']);
  const open = lint.report?.lint?.notEvaluated.filter(({ fleetObject, state }) => fleetObject === true && state === 'new');
  expect([open?.map(({ object }) => object?.name), lint.exitCode]).toEqual([exitCode === 6 ? changed : [], exitCode]);
});

test('plan and lint judge an image that Flux replaces', async () => {
  const { dir, write } = gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    'apps/ns.yaml': namespaceYaml('store'),
    'apps/front.yaml': WORKLOAD,
    'apps/store.yaml': placementYaml('store'),
    'flux/all.yaml': image('1'),
  });
  write('flux/all.yaml', image('2'));
  const plan = await runCli(dir, ['plan', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--diff', 'all']);
  expect(plan.exitCode).toBe(0);
  expect(plan.out).toMatch(/^ *-.*front:1$\n^ *\+.*front:2$/m);
  write('flux/all.yaml', image('not:a:tag'));
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--format', 'json']);
  expect([exitCode, report?.lint?.findings.map(({ rule }) => rule)]).toEqual([1, ['image-invalid']]);
});
