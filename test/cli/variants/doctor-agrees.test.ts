/** The rights that `doctor` calls required are those that a gate needs: without them both end with exit code 5. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Report } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let cwd = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  cwd = temporaryFolder();
  hub = await startEmbeddedHub();
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

async function ran(argv: readonly string[]): Promise<{ readonly exitCode: number; readonly report: Report | undefined }> {
  const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] }, now: new Date() });
  const { exitCode, report, closed } = await run([...argv, '--kubeconfig', 'kubeconfig'], io);
  await closed;
  return { exitCode, report };
}

const object = (kind: string, name: string, more: object, namespace?: string): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind,
  metadata: { name, generation: 1, ...(namespace === undefined ? {} : { namespace }) },
  ...more,
});
const external = {
  spec: { strategy: { type: 'External' }, resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'a' }] },
};

const CASES: readonly (readonly [string, readonly KubeObject[], readonly string[]])[] = [
  ['crp/shop', [object('ClusterResourcePlacement', 'shop', { spec: {} })], ['clusterresourceplacements']],
  ['crp/shop', [object('ClusterResourcePlacement', 'shop', external)], ['clusterresourceplacements', 'clusterresourcesnapshots']],
  ['rp/team/web', [object('ResourcePlacement', 'web', external, 'team')], ['resourceplacements', 'resourcesnapshots']],
  [
    'csur/v1',
    [object('ClusterStagedUpdateRun', 'v1', { spec: { placementName: 'shop' } })],
    ['clusterresourceplacements', 'clusterresourcesnapshots', 'clusterstagedupdateruns'],
  ],
  [
    'sur/team/v1',
    [object('StagedUpdateRun', 'v1', { spec: { placementName: 'web' } }, 'team')],
    ['resourceplacements', 'resourcesnapshots', 'stagedupdateruns'],
  ],
];

it.each(CASES)('the doctor agrees with the run for %s', async (target, held, vital) => {
  for (const each of held) hub.store.put(each);
  const asked = new Set<string>();
  hub.faults.denies = ({ resource, verb }) => {
    if (verb === 'list') asked.add(resource);
    return false;
  };
  await ran(['doctor', target]);
  const [doctor, gate]: [string[], string[]] = [[], []];
  for (const denied of asked) {
    hub.faults.denies = ({ resource }) => resource === denied;
    if ((await ran(['doctor', target])).exitCode === 5) doctor.push(denied);
    if ((await ran(['diagnose', target])).exitCode === 5) gate.push(denied);
  }
  expect(doctor.toSorted()).toEqual(vital);
  expect(gate.toSorted()).toEqual(vital);
});

it('reports rights that a run cannot do without exactly as the run does', async () => {
  hub.store.put(object('ClusterStagedUpdateRun', 'v1', { spec: { placementName: 'shop' } }));
  hub.faults.denies = ({ resource }) => resource === 'clusterresourcesnapshots';
  const { report } = await ran(['doctor', 'csur/v1']);
  expect(report?.doctor?.checks.find(({ id }) => id === 'rights')?.evidence).toEqual([
    'list ClusterResourceSnapshot is denied; only such objects prove what a run rolls out',
  ]);
});

const namespaces = { spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] } };

it('checks the kinds that a named placement selects through a namespace', async () => {
  hub.store.put(object('ClusterResourcePlacement', 'shop', namespaces));
  hub.store.put({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceSnapshot',
    metadata: {
      name: 'shop-0-snapshot',
      labels: {
        'kubernetes-fleet.io/parent-CRP': 'shop',
        'kubernetes-fleet.io/resource-index': '0',
        'kubernetes-fleet.io/is-latest-snapshot': 'true',
      },
    },
    spec: { selectedResources: [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } }] },
  });
  hub.faults.denies = ({ resource }) => resource === 'deployments';
  const { report } = await ran(['doctor', 'crp/shop']);
  expect(report?.doctor?.role).toContain('deployments');
  expect(report?.doctor?.checks.find(({ id }) => id === 'rights')?.outcome).toBe('warning');
});

it('reports that namespaced kinds were not checked if no placement was named', async () => {
  hub.store.put(object('ClusterResourcePlacement', 'shop', namespaces));
  const { report } = await ran(['doctor']);
  expect(report?.doctor?.checks.find(({ id }) => id === 'rights')?.evidence[0]).toMatch(
    /^all \d+ kinds that are needed may be listed and watched; the kinds in selected namespaces were not checked: /,
  );
});
