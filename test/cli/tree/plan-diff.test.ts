/** `plan --diff CLUSTER|all`: what a change does to the objects of each cluster, as a user asks for it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { PlannedDiff, PlanReport } from '../../../src/report.ts';
import { memberObject } from '../../schedule/fleets.ts';
import { runCli, type CliRun } from '../../support/process/run-cli.ts';

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy: {placementType: PickAll}
`;
const CONTENT = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {mode: fast, site: none}
`;
const SHOP = `${PLACEMENT}---\n${CONTENT}`;
const override = (patch: string): string => `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: site, namespace: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: settings}
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {region: east}}}]}
        ${patch}
`;
const PATCH = 'jsonPatchOverrides: [{op: replace, path: /data/site, value: "${MEMBER-CLUSTER-NAME}"}]';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fleet-gate-plan-diff-'));
  const items = ['e1', 'e2', 'w1'].map((name) => memberObject(name, { labels: { region: name.startsWith('e') ? 'east' : 'west' } }));
  write('members.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}

async function diff(before: string, after: string, ...argv: string[]): Promise<CliRun & { readonly plan: PlanReport }> {
  write('base/tree/shop.yaml', before);
  write('tree/shop.yaml', after);
  const result = await runCli(dir, ['plan', 'tree', '--clusters', 'members.json', '--base-dir', 'base', '--diff', ...argv]);
  if (result.report?.plan === undefined) throw new Error('there is no plan');
  return { ...result, plan: result.report.plan };
}

function diffsIn({ placements, deleted = [] }: PlanReport): readonly PlannedDiff[] {
  return [...placements, ...deleted].flatMap((each) => each.diff ?? []);
}

describe('plan --diff', () => {
  it('groups the clusters that get the same change, and shows the change', async () => {
    const { exitCode, out, plan } = await diff(SHOP, SHOP.replace('mode: fast', 'mode: slow') + override(PATCH), 'all');
    expect(exitCode).toBe(0);
    expect(plan.diff).toEqual({ objects: 1, clusters: 3 });
    expect(out).toContain(`  changed ConfigMap/shop/settings on w1
    @@ -4,5 +4,5 @@
       name: settings
       namespace: shop
     data:
    -  mode: fast
    +  mode: slow
       site: none
`);
    expect(diffsIn(plan).map(({ what, clusters, lines }) => [what, clusters, lines.filter((line) => /^[+-]/.test(line))])).toEqual([
      ['changed', ['e1'], ['-  mode: fast', '-  site: none', '+  mode: slow', '+  site: e1']],
      ['changed', ['e2'], ['-  mode: fast', '-  site: none', '+  mode: slow', '+  site: e2']],
      ['changed', ['w1'], ['-  mode: fast', '+  mode: slow']],
    ]);
    const { plan: alike } = await diff(SHOP, SHOP.replace('mode: fast', 'mode: slow'), 'all');
    expect(diffsIn(alike).map(({ clusters }) => clusters)).toEqual([['e1', 'e2', 'w1']]);
  });

  it('shows only one cluster, and the object of the change', async () => {
    const { out, plan } = await diff(SHOP, SHOP + override(PATCH), 'e2');
    expect(plan.diff).toEqual({ cluster: 'e2', objects: 1, clusters: 1 });
    expect(diffsIn(plan).map(({ clusters }) => clusters)).toEqual([['e2']]);
    expect(out).toContain('\n1 object changes on e2.\n');
    expect((await diff(SHOP, SHOP + override(PATCH), 'w1')).out).toContain('\nNo object changes on w1.\n');
  });

  it('reports that nothing changes', async () => {
    const { out, plan } = await diff(SHOP, SHOP, 'all', '--format', 'text', '--format', 'markdown=report.md');
    expect(plan.diff).toEqual({ objects: 0, clusters: 0 });
    expect(out).toContain('\nNo object changes on any cluster.\n');
    expect(readFileSync(join(dir, 'report.md'), 'utf8')).toContain('**On the clusters:** No object changes on any cluster.');
    const reordered = SHOP.replace('data: {mode: fast, site: none}', 'binaryData: {}\ndata: {site: none, mode: fast}');
    expect((await diff(SHOP, reordered, 'all')).out).toContain('\nNo object changes on any cluster.\n');
  });

  it('reports what an override leaves out now, and what none leaves out any more', async () => {
    const leftOut = SHOP + override('overrideType: Delete');
    const goes = await diff(SHOP, leftOut, 'all');
    expect(diffsIn(goes.plan).map(({ what, clusters, lines }) => [what, clusters, lines.length])).toEqual([['removed', ['e1', 'e2'], 9]]);
    const comes = await diff(leftOut, SHOP, 'all');
    expect(comes.out).toContain('  added ConfigMap/shop/settings on e1, e2\n    @@ -0,0 +1,8 @@\n    +apiVersion: v1\n');
  });

  it('reports a deleted placement, and one that replaces it', async () => {
    const gone = await diff(SHOP, CONTENT, 'all');
    expect(gone.out).toContain('ClusterResourcePlacement/shop  deleted\n  removed Namespace/shop on 3 clusters: e1, e2, w1\n');
    const renamed = await diff(SHOP, SHOP.replace('{name: shop}\nspec', '{name: store}\nspec').replace('fast', 'slow'), 'all');
    expect(
      diffsIn(renamed.plan).map(({ what, resource, movedFrom, lines }) => [what, resource.kind, movedFrom?.name, lines.length > 0]),
    ).toEqual([
      ['changed', 'Namespace', 'shop', false],
      ['changed', 'ConfigMap', 'shop', true],
    ]);
    expect(renamed.out).toContain(
      'moved Namespace/shop on 3 clusters: e1, e2, w1\n    comes from ClusterResourcePlacement/shop with the same content;',
    );
  });

  it('does not report a failing override as no change', async () => {
    const failing = override('jsonPatchOverrides: [{op: add, path: /none/x, value: y}]');
    const { exitCode, out, plan } = await diff(SHOP, SHOP.replace('fast', 'slow') + failing, 'all');
    expect(exitCode).toBe(1);
    expect(diffsIn(plan).map(({ clusters }) => clusters)).toEqual([['w1']]);
    expect(out).toContain(
      '  diff not verified: all objects on e1, e2: ResourceOverride/shop/site fails on ConfigMap/shop/settings (add operation does not apply',
    );
    const { out: onlyFailing } = await diff(SHOP, SHOP + failing, 'e1');
    expect(onlyFailing).toContain(
      '\nNo object is certain to change on e1; objects that are not verified are listed with their placement.\n',
    );
  });

  it('reports which parts of both trees were not read', async () => {
    write('base/tree/broken.yaml', 'apiVersion: v1\nkind: ConfigMap\n  metadata: {\n');
    write('tree/chart/Chart.yaml', 'apiVersion: v2\nname: chart\n');
    write('tree/chart/templates/a.yaml', 'apiVersion: {{ .Values.a }}\nkind: ConfigMap\nmetadata: {name: a}\n');
    const { out, plan } = await diff(SHOP, SHOP, 'all');
    expect(plan.diff?.notVerified).toEqual([
      '1 file of the tree could not be evaluated completely, so removals may not happen, and more may change.',
      '1 file of the base could not be evaluated completely, so additions may already be there, and more may change.',
    ]);
    expect(out).toContain('not verified: 1 file of the base');
  });

  it('cuts long changes and counts what is left out', async () => {
    const long = (from: number): string => Array.from({ length: 150 }, (_, line) => `  k${line}: "${from + line}"\n`).join('');
    const maps = (from: number): string =>
      Array.from(
        { length: 30 },
        (_, index) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${index}, namespace: shop}\ndata:\n${long(from)}`,
      ).join('');
    const { out, plan } = await diff(SHOP + maps(0), SHOP + maps(1000), 'all');
    const diffs = diffsIn(plan);
    expect([diffs.length, plan.diff?.objects]).toEqual([30, 30]);
    expect(diffs[0]).toMatchObject({ omitted: 104 });
    expect(diffs[0]?.lines).toHaveLength(200);
    expect(diffs.filter(({ lines }) => lines.length === 0)).toHaveLength(5);
    expect(diffs.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(5000);
    expect(plan.diff?.omitted).toBe(25 * 104 + 5 * 304);
    expect(out).toContain('    and 104 more lines\n');
    expect(out).toContain('    304 lines, not listed here\n');
    expect(out).toContain('\n30 objects change on 3 clusters; 4120 lines are not listed here.\n');
  });

  describe('of Secrets', () => {
    const encoded = (text: string): string => Buffer.from(text).toString('base64');
    const secret = (password: string): string =>
      `---\napiVersion: v1\nkind: Secret\nmetadata: {name: keys, namespace: shop}\ndata: {password: ${password}, user: ${encoded('somebody')}}\n`;

    it('shows that a value changes but not the value, nor what a patch sets', async () => {
      const [old, fresh, patched] = ['correct horse battery', 'staple of another kind', 'value of a patch'];
      const patch = override(`jsonPatchOverrides: [{op: replace, path: /data/password, value: ${encoded(patched)}}]`).replace(
        'ConfigMap, name: settings',
        'Secret, name: keys',
      );
      const argv = ['all', '--format', 'text', '--format', 'json=r.json', '--format', 'markdown=r.md'];
      const { out, plan } = await diff(SHOP + secret(encoded(old)), SHOP + secret(encoded(fresh)) + patch, ...argv);
      for (const text of [out, ...['r.json', 'r.md'].map((file) => readFileSync(join(dir, file), 'utf8'))])
        for (const value of [old, fresh, patched, 'somebody']) {
          expect(text).not.toContain(value);
          expect(text).not.toContain(encoded(value));
        }
      const [east, west] = diffsIn(plan);
      expect([east?.clusters, west?.clusters]).toEqual([['e1', 'e2'], ['w1']]);
      const [goes, comes, user] = [/^-  password: redacted:/, /^\+  password: redacted:/, /^ {3}user: redacted:/];
      for (const { lines } of diffsIn(plan))
        for (const line of [goes, comes, user]) expect(lines.filter((each) => line.test(each))).toHaveLength(1);
      expect(east?.lines.find((line) => goes.test(line))).toBe(west?.lines.find((line) => goes.test(line)));
    });

    it('hides what a failing patch would have set', async () => {
      const value = 'words-of-a-patch';
      const failing = override(`jsonPatchOverrides: [{op: add, path: /data/password, value: "${value}\${MEMBER-CLUSTER-LABEL-KEY-x"}]`);
      const patch = failing.replace('ConfigMap, name: settings', 'Secret, name: keys');
      const { out, plan } = await diff(SHOP + secret(encoded('same')), SHOP + secret(encoded('same')) + patch, 'e1');
      expect(plan.placements[0]?.diffNotVerified).toMatchObject([
        { clusters: ['e1'], reason: expect.stringContaining('is missing the closing bracket') as string },
      ]);
      expect(out).toContain('diff not verified: all objects on e1: ResourceOverride/shop/site fails on Secret/shop/keys (input');
      expect(out).not.toContain(value);
    });
  });
});

describe('a wrong option is reported before anything is checked', () => {
  const asked = (...argv: string[]): Promise<CliRun> => runCli(dir, [...argv, '--clusters', 'members.json']);

  it('with what is missing, and the cluster that was meant', async () => {
    write('tree/shop.yaml', SHOP);
    write('base/tree/shop.yaml', SHOP);
    await expect(asked('plan', 'tree', '--diff', 'all')).rejects.toThrow(
      '--diff compares what clusters get with a base: give --base REF or --base-dir DIR',
    );
    await expect(asked('lint', 'tree', '--base-dir', 'base', '--diff', 'all')).rejects.toThrow(
      '--diff is a part of the plan: give --plan as well',
    );
    await expect(asked('plan', 'tree', '--base-dir', 'base', '--diff', 'e3')).rejects.toThrow(
      '--diff: there is no member cluster "e3"; did you mean e1?',
    );
    await expect(asked('plan', 'tree', '--base-dir', 'base', '--diff', 'ALL')).rejects.toThrow('did you mean all?');
    await expect(asked('lint', 'tree', '--plan', '--base-dir', 'base', '--diff', 'e3')).rejects.toThrow('did you mean e1?');
  });

  it('in lint --plan too', async () => {
    write('tree/shop.yaml', SHOP.replace('fast', 'slow'));
    write('base/tree/shop.yaml', SHOP);
    const { out, report } = await asked('lint', 'tree', '--plan', '--base-dir', 'base', '--diff', 'all');
    expect(report?.plan?.diff).toEqual({ objects: 1, clusters: 3 });
    expect(out).toContain('changed ConfigMap/shop/settings on 3 clusters: e1, e2, w1');
  });
});
