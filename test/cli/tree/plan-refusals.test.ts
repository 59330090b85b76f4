import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { memberObject } from '../../schedule/fleets.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const PLACED = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  strategy: {type: External}
`;
const DEPLOYMENT = `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: "web:1"}]}
`;
const OVERRIDE = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: {name: site}
spec:
  clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [{op: add, path: /metadata/labels/site, value: a}]
`;
const RUN = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: {name: waves}
spec:
  stages: [{name: all, labelSelector: {}}]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: {name: next}
spec: {placementName: shop, stagedRolloutStrategyName: waves, state: Run}
`;
const ALL = PLACED + DEPLOYMENT + OVERRIDE + RUN;

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
  write('members.json', JSON.stringify(memberObject('e1')));
});

function write(file: string, text: string): void {
  mkdirSync(join(dir, file, '..'), { recursive: true });
  writeFileSync(join(dir, file), text);
}

async function headline(text: string, ...flags: readonly string[]): Promise<readonly [number, string]> {
  write('tree/a.yaml', text);
  const { exitCode, first } = await runCli(dir, ['plan', 'tree', '--clusters', 'members.json', ...flags]);
  return [exitCode, first];
}

describe('an object that the hub refuses fails the plan', () => {
  it('without affecting objects that have no fault', async () => {
    expect(await headline(ALL)).toEqual([0, expect.stringMatching(/^PASSED/)]);
  });

  it.each([
    [
      'an override',
      ALL.replace('clusterResourceSelectors: [', 'clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}, '),
      'would be placed without ClusterResourceOverride/site in this form, because the hub refuses it: The same object is selected twice',
    ],
    ['content', ALL.replace('image: "web:1"', 'image: 7'), 'would not place Deployment/shop/web, because the hub refuses it'],
    [
      'a strategy',
      ALL.replace('labelSelector: {}', 'labelSelector: {}, maxConcurrency: 0'),
      'would not be rolled out by ClusterStagedUpdateRun/next: the hub refuses its strategy: ',
    ],
    ['a run', ALL.replace('state: Run', 'state: Go'), 'would not be rolled out by ClusterStagedUpdateRun/next: the hub refuses the run: '],
  ])('%s', async (_, text, told) => {
    expect(await headline(text)).toEqual([1, expect.stringContaining(`FAILED: ClusterResourcePlacement/shop ${told}`)]);
  });

  it('if it is an edit of content, against a base', async () => {
    write('base/tree/a.yaml', ALL);
    const edited = ALL.replaceAll('app: web}', 'app: shop}');
    expect(await headline(edited, '--base-dir', 'base')).toEqual([
      1,
      expect.stringContaining('would not change completely: `spec.selector` of Deployment/shop/web is immutable'),
    ]);
    expect((await headline(edited)).at(0)).toBe(0);
  });

  it('but not with a fault that the base has, if only new faults fail the run', async () => {
    const broken = ALL.replace('image: "web:1"', 'image: 7');
    write('base/tree/a.yaml', broken);
    expect((await headline(broken, '--base-dir', 'base')).at(0)).toBe(1);
    expect((await headline(broken, '--base-dir', 'base', '--fail-on-new')).at(0)).toBe(0);
  });
});

describe('an object in a group that KubeFleet does not have', () => {
  const MISSPELT = ALL.replace(
    'placement.kubernetes-fleet.io/v1\nkind: ClusterResourceOverride',
    'policy/v1\nkind: ClusterResourceOverride',
  );

  it('is not evaluated in a plan, which is without it', async () => {
    expect((await headline(MISSPELT)).at(0)).toBe(6);
    const { report } = await runCli(dir, ['plan', 'tree', '--clusters', 'members.json']);
    expect(report?.plan?.notEvaluated?.map(({ reason }) => reason)).toEqual([
      'The hub does not serve ClusterResourceOverride in version policy/v1. The plan is without it.',
    ]);
  });

  it('does not fail a plan that counts only new faults, if the base has it', async () => {
    write('base/tree/a.yaml', MISSPELT);
    expect((await headline(MISSPELT, '--base-dir', 'base', '--fail-on-new')).at(0)).toBe(0);
    write('base/tree/a.yaml', ALL);
    expect((await headline(MISSPELT, '--base-dir', 'base', '--fail-on-new')).at(0)).toBe(6);
  });

  it('does not fail it if the finding was accepted', async () => {
    const accepted = MISSPELT.replace('apiVersion: policy/v1', '# fleet-gate-ignore api-version-not-served: kept\napiVersion: policy/v1');
    expect((await headline(accepted)).at(0)).toBe(0);
  });
});

describe('an accepted refusal does not fail the plan', () => {
  const POD =
    '---\napiVersion: v1\nkind: Pod\nmetadata: {name: debug, namespace: shop}\nspec: {containers: [{name: main, image: busybox}]}\n';

  it('if its rule is off', async () => {
    expect((await headline(ALL + POD)).at(0)).toBe(1);
    write('fleet-gate.yaml', 'rules: {pod-refused: {severity: off}}\n');
    expect((await headline(ALL + POD, '--config', 'fleet-gate.yaml')).at(0)).toBe(0);
  });

  it('if it is a suppressed finding, which is reported if the change suppresses it', async () => {
    const accepted = POD.replace('kind: Pod', '# fleet-gate-ignore pod-refused: our hub runs workloads\nkind: Pod');
    expect((await headline(ALL + accepted)).at(0)).toBe(0);
    write('base/tree/a.yaml', ALL + POD);
    write('tree/a.yaml', ALL + accepted);
    const { report } = await runCli(dir, ['plan', 'tree', '--clusters', 'members.json', '--base-dir', 'base']);
    expect(report?.silenced).toEqual([expect.stringMatching(/^This change suppresses 1 finding: pod-refused at /)]);
  });
});
