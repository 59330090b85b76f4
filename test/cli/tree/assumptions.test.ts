/** What `lint` and `plan` say and decide about objects that the change needs and the files do not have. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const TREE = (secret: string): string => `apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      imagePullSecrets: [{ name: ${secret} }]
      containers: [{ name: web, image: "registry.example/web:1.4" }]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 1 } }
`;

let [dir, before] = ['', ''];
beforeEach(() => {
  [dir, before] = [mkdtempSync(join(tmpdir(), 'fleet-gate-')), mkdtempSync(join(tmpdir(), 'fleet-gate-'))];
  writeFileSync(join(dir, 'a.yaml'), TREE('login'));
  writeFileSync(join(before, 'a.yaml'), TREE('login'));
});
afterEach(() => {
  for (const folder of [dir, before]) rmSync(folder, { recursive: true, force: true });
});

async function outcome(...argv: readonly string[]): Promise<{ readonly exitCode: number; readonly out: string }> {
  const io = fakeIo({ cwd: dir, env: process.env });
  const { exitCode } = await run([...argv], io);
  return { exitCode, out: io.out() };
}

it('names it in one line and in a list, and passes', async () => {
  const { exitCode, out } = await outcome('lint', '.');
  expect(exitCode).toBe(0);
  expect(out.match(/Secret\/shop\/login/g)).toHaveLength(2);
  expect(out).toContain('depends on 1 object from elsewhere: Secret/shop/login');
});

it('fails if it is asked to, by the command line or the configuration, unless the configuration provides the object', async () => {
  expect((await outcome('lint', '.', '--fail-on-assumption')).exitCode).toBe(1);
  writeFileSync(join(dir, '.fleet-gate.yaml'), 'failOnAssumption: true\n');
  expect((await outcome('lint', '.')).exitCode).toBe(1);
  writeFileSync(join(dir, '.fleet-gate.yaml'), 'failOnAssumption: true\nprovided: [{ kind: Secret, name: log*, reason: an operator }]\n');
  expect((await outcome('lint', '.')).exitCode).toBe(0);
});

it('fails in a plan as well', async () => {
  writeFileSync(join(before, 'members.yaml'), joinedMembers('east'));
  const plan = ['plan', '.', '--clusters', join(before, 'members.yaml')];
  expect((await outcome(...plan)).exitCode).toBe(0);
  expect((await outcome(...plan, '--fail-on-assumption')).exitCode).toBe(1);
});

it('does not fail by what the base needs as well, if only new findings count', async () => {
  const compared = ['lint', '.', '--base-dir', before, '--fail-on-new', '--fail-on-assumption'];
  expect((await outcome(...compared)).exitCode).toBe(0);
  writeFileSync(join(dir, 'a.yaml'), TREE('another'));
  expect((await outcome(...compared)).exitCode).toBe(1);
});

it('names an object of the same name in another group', async () => {
  const scaler = (group: string): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web, namespace: shop }
spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: ${group}/v1, kind: Deployment, name: web } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: "a:1" }] } }
`;
  const reasons = async (group: string): Promise<readonly (string | undefined)[]> => {
    const { dir: tree } = gitRepository({ 'fleet/a.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}---\n${scaler(group)}` });
    const { report } = await runCli(tree, ['lint', 'fleet']);
    return (report?.lint?.assumptions ?? []).map(({ because }) => because);
  };
  expect(await reasons('app')).toEqual(['it is not in these files; there is one of group apps, and not of app']);
  expect(await reasons('apps')).toEqual([]);
});
