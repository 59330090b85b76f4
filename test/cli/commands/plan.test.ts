import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { knownSecrets } from '../../../src/cli/process/known-secrets.ts';
import type { Report } from '../../../src/report.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';
import { memberObject } from '../../schedule/fleets.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { commandsIn } from '../../support/oracles/runner-commands.ts';

const SHOP = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {mode: fast}
---
apiVersion: v1
kind: Secret
metadata: {name: draft, namespace: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy: {placementType: PickFixed, clusterNames: [e1]}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: site, namespace: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: settings}
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides:
          - {op: add, path: /data/site, value: "\${MEMBER-CLUSTER-NAME}"}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: no-draft, namespace: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Secret, name: draft}
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        overrideType: Delete
`;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fleet-gate-plan-'));
  writeFileSync(
    join(dir, 'members.json'),
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [memberObject('e1'), memberObject('w1')] }),
  );
  write('tree/shop.yaml', SHOP);
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}

async function plan(...argv: string[]): Promise<{ exitCode: number; out: string; err: string; report: Report | undefined }> {
  const io = fakeIo({ cwd: dir });
  const { exitCode, report } = await run(['plan', 'tree', '--clusters', 'members.json', ...argv], io);
  return { exitCode, out: io.out(), err: io.err(), report };
}

describe('plan', () => {
  it('names the overrides that apply', async () => {
    const { exitCode, out } = await plan();
    expect(exitCode).toBe(0);
    expect(out).toContain('ResourceOverride/shop/site applies to ConfigMap/shop/settings on e1');
    expect(out).toContain('excludes Secret/shop/draft on e1');
  });

  it('fails if a patch certainly fails, and reports that first', async () => {
    write('tree/shop.yaml', SHOP.replace('{op: add, path: /data/site,', '{op: replace, path: /data/site,'));
    const { exitCode, out } = await plan();
    expect(exitCode).toBe(1);
    expect(out.split('\n')[0]).toContain('ResourceOverride/shop/site fails: replace operation does not apply');
    const passed = await plan('--fail-on', 'none');
    expect([passed.exitCode, passed.report?.outcome]).toEqual([0, 'findings']);
    expect(passed.out).toMatch(/^PASSED with 1 error: ClusterResourcePlacement\/shop would not reach e1: /);
  });

  it.each([
    ['name', SHOP.replace('metadata: {name: shop}\nspec:', 'metadata: {name: "{{ .Values.name }}"}\nspec:')],
    ['policy', SHOP.replace('clusterNames: [e1]', 'clusterNames: ["${CLUSTER}"]')],
  ])('reports a placement with an unknown %s as not planned, neither failed nor planned', async (_, text) => {
    write('tree/shop.yaml', text);
    const { exitCode, out, report } = await plan();
    expect([exitCode, report?.outcome]).toEqual([6, 'notEvaluated']);
    expect(out).toMatch(
      /^NOT EVALUATED: tree\/shop\.yaml:\d+ ClusterResourcePlacement\/.* is a placeholder for a value that is not known here/,
    );
    expect(out).toContain('not planned\n');
    expect(out).not.toMatch(/would not be scheduled|picks +no cluster|all scheduled/);
    const allowed = await plan('--no-fail-on-not-evaluated');
    expect([allowed.exitCode, allowed.report?.outcome]).toEqual([0, 'findings']);
    expect(allowed.out.split('\n')[0]).toMatch(
      /is not planned: its name or policy is not known.*; 1 placement over 2 clusters, 1 not planned/,
    );
    const markdown = (await plan('--format', 'markdown')).out;
    expect(markdown).toMatch(/\| ❔ <code>crp\//);
    expect(markdown).toContain('**1 not planned**');
    const junit = (await plan('--format', 'junit')).out;
    expect(junit).not.toContain('<failure');
    expect(junit).toContain('is not planned');
  });

  it('reports what the hub refuses, for any choice of clusters', async () => {
    write('tree/shop.yaml', SHOP.replace('clusterNames: [e1]', 'clusterNames: [e1], numberOfClusters: 1'));
    const { exitCode, out, report } = await plan('--format', 'text', '--format', 'junit=report.xml');
    expect(exitCode).toBe(1);
    expect(out.split('\n')[0]).toMatch(/^FAILED: ClusterResourcePlacement\/shop would be refused by the hub: /);
    expect(out).toContain('(fleet-gate lint shows where, and what to do)');
    expect(report?.plan?.placements[0]).toMatchObject({ scheduled: 'True', picked: ['e1'], refused: [expect.any(String)] });
    expect(readFileSync(join(dir, 'report.xml'), 'utf8')).toContain('failures="1"');
    const linted = await run(['lint', 'tree', '--clusters', 'members.json', '--plan'], fakeIo({ cwd: dir }));
    expect(linted.report?.plan?.placements[0]?.refused).toEqual(['`numberOfClusters` cannot be set when the placement type is PickFixed.']);
  });

  it('names the objects that the hub refuses to create', async () => {
    const pod =
      '---\napiVersion: v1\nkind: Pod\nmetadata: {name: debug, namespace: NAME}\nspec: {containers: [{name: main, image: busybox}]}\n';
    write('tree/shop.yaml', SHOP + pod.replace('NAME', 'shop'));
    const { exitCode, out, report } = await plan();
    expect(exitCode).toBe(1);
    expect(out.split('\n')[0]).toContain('would not place Pod/shop/debug, because the hub refuses it');
    expect(out).toContain('by the hub: Pod/shop/debug');
    expect(report?.plan?.placements[0]?.refusedResources).toEqual([{ apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'debug' }]);
    write('tree/shop.yaml', SHOP + pod.replace('NAME', 'other'));
    expect((await plan()).exitCode).toBe(0);
  });

  it('names a Namespace of a misspelt kind', async () => {
    write('tree/shop.yaml', SHOP.replace('kind: Namespace\n', 'kind: namespace\n'));
    const { exitCode, report } = await plan();
    expect(exitCode).toBe(1);
    expect(report?.plan?.placements[0]?.refusedResources).toEqual([{ apiVersion: 'v1', kind: 'namespace', name: 'shop' }]);
  });

  it.each([
    ['apps/v1', 'ConfigMap', 1],
    ['v1', 'Configmap', 1],
    ['v1', 'secret', 1],
    ['core/v1', 'ConfigMap', 1],
    ['extensions/v1beta1', 'Deployment', 1],
    ['apps/v1beta1', 'Deployment', 1],
    ['v2', 'ConfigMap', 1],
    ['example.com/v1', 'ConfigMap', 0],
    ['apps.example.com/v1', 'Deployment', 0],
    ['networking.istio.io/v1', 'Gateway', 0],
    ['snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 0],
    ['scheduling.x-k8s.io/v1', 'PodGroup', 0],
  ])('agrees with lint about an object of %s %s', async (apiVersion, kind, code) => {
    write('tree/shop.yaml', `${SHOP}---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: odd, namespace: shop}\n`);
    const linted = await run(['lint', 'tree', '--clusters', 'members.json', '--format', 'json'], fakeIo({ cwd: dir }));
    const { exitCode, out, report } = await plan();
    expect([linted.exitCode, exitCode], out).toEqual([code, code]);
    expect(report?.plan?.placements[0]?.refusedResources).toEqual(
      code === 0 ? undefined : [{ apiVersion, kind, namespace: 'shop', name: 'odd' }],
    );
    const open = report?.plan?.placements[0]?.open ?? [];
    expect(open.filter(({ resource }) => resource?.name === 'odd')).toHaveLength(code === 0 ? 1 : 0);
  });

  it('marks the objects that a kustomization patches', async () => {
    write('tree/kustomization.yaml', 'resources: [shop.yaml]\npatches: [{target: {kind: ClusterResourcePlacement}, patch: "[]"}]\n');
    const { report } = await plan();
    expect(report?.plan?.placements[0]?.notVerified).toEqual([
      'A kustomization patches this placement; this is the plan of the file without the patches.',
    ]);
    expect(report?.plan?.notEvaluated).toMatchObject([
      { reason: expect.stringContaining('kustomization.yaml changes this') as string },
      { reason: expect.stringContaining('tree was not rendered') as string },
    ]);
  });

  it('prints what a cluster gets with --render, as YAML that can be read back', async () => {
    const { exitCode, out } = await plan('--render', 'e1', '--format', 'json=report.json');
    expect(exitCode).toBe(0);
    expect(parseObjects(out, 'stdout').objects.map(({ kind }) => kind)).toEqual(['Namespace', 'ConfigMap']);
    expect(out).toContain('# ClusterResourcePlacement/shop on e1\n# Secret/shop/draft is removed by an override.');
    expect(out).toContain('site: e1');
    expect(JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8'))).toMatchObject({ command: 'plan' });
    expect((await plan('--render', 'w1')).out).toBe('# No placement picks w1.\n');
  });

  describe('of Secrets', () => {
    const PASSWORD = 'correct horse battery';
    const encoded = Buffer.from(PASSWORD).toString('base64');
    const secret = (name: string, password: string): string =>
      `---\napiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: shop}\ndata: {password: ${password}}\n`;
    const dataOf = (out: string): readonly unknown[] =>
      parseObjects(out, 'stdout').objects.flatMap(({ kind, data }) => (kind === 'Secret' ? [data] : []));

    it('prints marks, which are equal only for equal values', async () => {
      write('tree/secrets.yaml', secret('a', encoded) + secret('b', encoded) + secret('c', 'b3RoZXI='));
      const { out } = await plan('--render', 'e1');
      expect(out).not.toContain(encoded);
      expect(out.split('\n')[0]).toBe(
        '# 3 values redacted; equal values have equal marks in this output only. --show-secrets prints them.',
      );
      const [a, b, c] = dataOf(out);
      expect(a).toEqual({ password: expect.stringMatching(/^redacted:[0-9a-f]{24}$/) as string });
      expect(b).toEqual(a);
      expect(c).not.toEqual(a);
      // Marks of two runs are not related, so a reader of both cannot test guesses of a value.
      expect(dataOf((await plan('--render', 'e1')).out)[0]).not.toEqual(a);
    });

    it('hides a credential of the process in any object', async () => {
      const token = 'c4nary-of-the-environment';
      write('tree/config.yaml', `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {x: ${token}}\n`);
      const io = fakeIo({ cwd: dir, secrets: knownSecrets({ DB_TOKEN: token }) });
      await run(['plan', 'tree', '--clusters', 'members.json', '--render', 'e1'], io);
      expect(io.out()).toContain('  x: ***\n');
      expect(io.out()).not.toContain(token);
    });

    it('prints the values if that is requested, and requires the object', async () => {
      write('tree/secrets.yaml', secret('a', encoded));
      expect(dataOf((await plan('--render', 'e1', '--show-secrets')).out)).toEqual([{ password: encoded }]);
      await expect(plan('--show-secrets')).rejects.toThrow('--show-secrets goes with --render CLUSTER');
    });
  });

  it.each([
    '::error::owned',
    '  ::error title=x::owned',
    'echo ##[error]owned',
    'a\r\n::stop-commands::x',
    '\u202e::error::x',
    '\u{e0041}##[x]',
  ])('prints %j so that no log reads a command, and YAML reads the same', async (hostile) => {
    const data = { script: `#!/bin/sh\n${hostile}\nend`, [hostile.trim()]: 'x' };
    write(
      'tree/hostile.yaml',
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'hostile', namespace: 'shop' }, data }),
    );
    const { out } = await plan('--render', 'e1');
    expect(commandsIn(out)).toEqual([]);
    const read = parseObjects(out, 'stdout').objects.find(({ metadata }) => metadata.name === 'hostile');
    expect(read?.['data']).toEqual(data);
  });

  it('renders only members, and not into a report', async () => {
    await expect(plan('--render', 'e2')).rejects.toThrow('there is no member cluster "e2"; did you mean e1?');
    await expect(plan('--render', 'e1', '--format', 'json')).rejects.toThrow('--render writes to standard output');
  });

  it('shows the content of envelopes, and the patches that fail', async () => {
    const inside = SHOP.slice(0, SHOP.indexOf('---\napiVersion: placement')).replace(/kind: Secret[\s\S]*/, '');
    expect(inside).toContain('ConfigMap');
    write(
      'tree/shop.yaml',
      `${SHOP.replace('/data/site', '/spec/site')}---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: {name: box, namespace: shop}
data:
  quota.yaml:
    apiVersion: v1
    kind: ResourceQuota
    metadata: {name: quota, namespace: shop}
`,
    );
    const { out } = await plan('--render', 'e1');
    expect(out).toContain('ConfigMap/shop/settings: ResourceOverride site fails: add operation does not apply');
    expect(parseObjects(out, 'stdout').objects.map(({ kind }) => kind)).toEqual(['Namespace', 'ResourceQuota']);
  });

  it('names the input that no plan contains', async () => {
    write('tree/chart/Chart.yaml', 'apiVersion: v2\nname: chart\n');
    write('tree/chart/templates/placement.yaml', 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: {{ .Values.kind }}\n');
    const { out, report } = await plan('--format', 'text', '--format', 'json=report.json', '--format', 'markdown=report.md');
    expect(out.split('\n')[0]).toMatch(/^NOT EVALUATED: tree\/chart.*; 1 object not evaluated$/);
    const { out: passed } = await plan('--no-fail-on-not-evaluated');
    expect(passed.split('\n')[0]).toMatch(/all scheduled; 1 object not evaluated: tree\/chart\/templates\/placement\.yaml:1$/);
    expect(out).toMatch(/not checked\n {2}tree\/chart\/templates\/placement\.yaml:1 {2}tree\/chart was not rendered/);
    const written = JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8')) as Report;
    expect(written.plan?.notEvaluated).toEqual(report?.plan?.notEvaluated);
    expect(readFileSync(join(dir, 'report.md'), 'utf8')).toContain('1 input not evaluated, so not in this plan');
  });

  it('shows a result that many clusters share only once', async () => {
    const members = ['e1', 'w1', 'w2', 'w3'].map((name) => memberObject(name));
    writeFileSync(join(dir, 'members.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: members }));
    write('tree/shop.yaml', SHOP.replace('placementType: PickFixed, clusterNames: [e1]', 'placementType: PickN, numberOfClusters: 1'));
    const lines = (await plan()).out.split('\n').filter((line) => line.includes('w1'));
    expect(lines).toEqual([
      '  picks 1 of 1 (not w2, w1, e1: does not score high enough (affinity score: 0, topology spread score: 0)): w3',
    ]);
  });

  it('shows changes first, and each other placement in one line', async () => {
    const other = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: always}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: other}]
  policy: {placementType: PickFixed, clusterNames: [e1]}
`;
    write('base/tree/shop.yaml', SHOP);
    write('base/tree/always.yaml', other);
    write('tree/always.yaml', other);
    write('tree/shop.yaml', SHOP.replace('mode: fast', 'mode: slow'));
    const { out } = await plan('--base-dir', 'base');
    expect(out).toMatch(/shop {2}PickFixed[\s\S]*\n\nunchanged\n {2}ClusterResourcePlacement\/always {2}PickFixed {2}1 of 1 cluster\n/);
  });

  it('shows why no cluster is picked, although the hub reports the placement as fulfilled', async () => {
    const away = ['e1', 'w1'].map((name) => memberObject(name, { joined: false }));
    writeFileSync(join(dir, 'members.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: away }));
    write('tree/shop.yaml', SHOP.replace('placementType: PickFixed, clusterNames: [e1]', 'placementType: PickAll'));
    const { exitCode, out } = await plan();
    expect(exitCode).toBe(1);
    expect(out.split('\n')[0]).toMatch(/would pick no cluster: e1: cluster is not connected .* \(and 1 more cluster\);/);
    const { report } = await run(['lint', 'tree', '--clusters', 'members.json'], fakeIo({ cwd: dir }));
    const found = report?.lint?.findings.find(({ rule }) => rule === 'picks-no-cluster');
    expect(found?.remedy).toContain('Repair the member clusters first');
  });

  it('fails with --fail-on-new only for new faults', async () => {
    const broken = SHOP.replace('clusterNames: [e1]', 'clusterNames: [e1, e7]');
    write('base/tree/shop.yaml', broken);
    write('tree/shop.yaml', broken);
    expect((await plan('--base-dir', 'base')).exitCode).toBe(1);
    expect((await plan('--base-dir', 'base', '--fail-on-new')).exitCode).toBe(0);
    write('tree/shop.yaml', SHOP.replace('{op: add, path: /data/site,', '{op: replace, path: /data/site,'));
    expect((await plan('--base-dir', 'base', '--fail-on-new')).exitCode).toBe(1);
  });

  it('does not report a folder without placements as scheduled', async () => {
    write('tree/shop.yaml', SHOP.slice(0, SHOP.indexOf('---')));
    const { exitCode, out } = await plan();
    expect(exitCode).toBe(0);
    expect(out.split('\n')[0]).toBe('PASSED: there is no placement in these manifests');
    expect(out).not.toContain('scheduled');
  });

  it('shows the effect of a change, and the part that the hub refuses', async () => {
    write('base/tree/shop.yaml', SHOP);
    write(
      'base/tree/old.yaml',
      SHOP.slice(SHOP.indexOf('apiVersion: placement')).split('---')[0]?.replace('name: shop}', 'name: old}') ?? '',
    );
    write('tree/shop.yaml', SHOP.replace('placementType: PickFixed, clusterNames: [e1]', 'placementType: PickAll'));
    const { report, out } = await plan('--base-dir', 'base');
    expect(report?.plan?.placements[0]?.change).toMatchObject({
      added: ['w1'],
      removed: [],
      kept: 1,
      reevaluatedFor: ['clusterNames', 'placementType'],
    });
    expect(report?.plan?.placements[0]?.refused).toEqual(['The placement type cannot be changed (from PickFixed to PickAll).']);
    expect(report?.plan?.deleted).toMatchObject([{ object: { name: 'old' }, clusters: ['e1'] }]);
    expect(out).toContain('Namespace/shop, Secret/shop/draft, ConfigMap/shop/settings will be removed from e1');
    expect(out.split('\n')[0]).toMatch(/ClusterResourcePlacement\/shop would be refused by the hub: The placement type cannot be changed/);
  });

  it('removes nothing if the hub refuses the edit, and fails for that reason', async () => {
    write('base/tree/shop.yaml', SHOP.replace('placementType: PickFixed, clusterNames: [e1]', 'placementType: PickAll'));
    write('tree/shop.yaml', SHOP);
    const { report, out } = await plan('--base-dir', 'base', '--fail-on-removal', 'any');
    expect(report?.exitCode).toBe(1);
    expect(report).not.toHaveProperty('removals');
    expect(report?.plan?.placements[0]?.change).toMatchObject({ removed: ['w1'], kept: 1 });
    expect(out).toContain('if accepted − w1  (1 kept)');
    expect(out).not.toContain('removed from clusters');
  });
});
