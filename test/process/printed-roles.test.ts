/** A gate of one namespace whose user has exactly the roles that were printed, or one right less. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { run } from '../../src/cli/commands/run.ts';
import type { Access } from '../../src/demo/hub/access.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Report } from '../../src/report.ts';
import { adjustableTime } from '../support/hubs/embedded-hub-time.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { greenFleet, objectsOf } from '../support/fleets/fleet.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const SETTINGS: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'team' },
  data: { level: 'info' },
};

/** A ResourcePlacement of the namespace `team`, all good, with a ConfigMap of it on one cluster. */
function localFleet(): readonly KubeObject[] {
  const text = JSON.stringify(objectsOf(greenFleet(['east'], [SETTINGS])));
  const objects = JSON.parse(text.replaceAll(/"Cluster(Resource|Scheduling)/g, '"$1')) as readonly KubeObject[];
  return objects.map((object): KubeObject => {
    const { kind, metadata } = object;
    if (kind === 'MemberCluster') return object;
    if (kind === 'Work')
      return {
        ...object,
        metadata: { ...metadata, labels: { ...metadata.labels, 'kubernetes-fleet.io/parent-placement-namespace': 'team' } },
      };
    const selects = { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }] };
    const spec = kind === 'ResourcePlacement' ? { spec: { ...(object['spec'] as object), ...selects } } : {};
    return { ...object, ...spec, metadata: { ...metadata, namespace: 'team' } };
  });
}

let cwd = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  cwd = temporaryFolder();
  hub = await startEmbeddedHub();
  for (const object of localFleet()) hub.store.put(object);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  writeFileSync(join(cwd, 'deploy.yaml'), JSON.stringify(SETTINGS));
});
afterEach(() => hub.close());

interface Ran {
  readonly exitCode: number;
  readonly report: Report;
  readonly err: string;
}

async function ran(argv: readonly string[]): Promise<Ran> {
  // The time of the gate runs faster than that of the hub; a heartbeat is good for three minutes before and after its time.
  const lastReceivedHeartbeat = new Date(Date.now() + 60_000).toISOString();
  for (const object of localFleet().filter(({ kind }) => kind === 'MemberCluster'))
    hub.store.put({ ...object, status: { conditions: [], agentStatus: [{ type: 'MemberAgent', lastReceivedHeartbeat }] } });
  const time = adjustableTime();
  time.setSpeed(20);
  const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] }, now: new Date(), clock: time.gate });
  const { exitCode, report, closed } = await run([...argv, '--kubeconfig', 'kubeconfig'], io);
  await closed;
  if (report === undefined) throw new Error('no report');
  return { exitCode, report, err: io.err() };
}

interface Role {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string };
  readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
}

/** `list works` everywhere, `list configmaps team` in one namespace. */
function rightsIn(role = ''): ReadonlySet<string> {
  const roles = parseAllDocuments(role).map((document) => document.toJS() as Role);
  return new Set(
    roles.flatMap(({ rules = [], metadata: { namespace } }) =>
      rules.flatMap(({ resources, verbs }) =>
        verbs.flatMap((verb) =>
          resources.map((resource) => rightOf({ verb, resource, ...(namespace === undefined ? {} : { namespace }) })),
        ),
      ),
    ),
  );
}

function rightOf({ verb, resource, namespace }: Pick<Access, 'verb' | 'resource' | 'namespace'>): string {
  return namespace === undefined ? `${verb} ${resource}` : `${verb} ${resource} ${namespace}`;
}

/** Gives these rights and no other. @returns what is asked for from then on */
function allow(rights: ReadonlySet<string>): Set<string> {
  const asked = new Set<string>();
  hub.faults.denies = (access) => {
    asked.add(rightOf(access));
    return !rights.has(rightOf(access)) && !rights.has(rightOf({ verb: access.verb, resource: access.resource }));
  };
  return asked;
}

/** Runs it until it prints no roles any more: what a placement selects is known only once the placement may be read. */
async function printedRights(argv: readonly string[]): Promise<ReadonlySet<string>> {
  let rights: ReadonlySet<string> = new Set();
  for (let round = 0; round < 3; round += 1) {
    allow(rights);
    const { report } = await ran(argv);
    if (report.doctor?.role === undefined) break;
    rights = rightsIn(report.doctor.role);
  }
  return rights;
}

const TARGET = ['rp/team/shop'];
const GATES: Readonly<Record<string, readonly string[]>> = {
  wait: ['wait', ...TARGET, '--timeout', '60s'],
  'wait with manifests': ['wait', ...TARGET, '--manifests', 'deploy.yaml', '--timeout', '60s'],
  diagnose: ['diagnose', ...TARGET],
};

describe.each(Object.entries(GATES))('%s of a ResourcePlacement', (_, argv) => {
  // SECURITY.md: The ClusterRole it needs is printed
  it('reaches its verdict with exactly the roles that it printed, and requests no more', async () => {
    const rights = await printedRights(argv);
    expect([...rights].filter((right) => right.split(' ').length === 3 && !right.endsWith(' team'))).toEqual([]);
    expect(rights).toContain('watch resourcebindings team');
    expect(rights).not.toContain('list resourceplacements');
    const asked = allow(rights);
    const { exitCode, report, err } = await ran(argv);
    expect(exitCode, err).toBe(0);
    expect(report.doctor).toBeUndefined();
    expect([...asked].filter((right) => !rights.has(right))).toEqual([]);
  });

  it('with one right less names what is missing, and prints the same roles', async () => {
    const rights = await printedRights(argv);
    for (const missing of ['list resourcesnapshots team', 'list works', 'list configmaps team']) {
      expect(rights, missing).toContain(missing);
      allow(new Set([...rights].filter((right) => right !== missing)));
      const { report } = await ran(argv);
      expect(report.doctor?.checks[0]?.evidence.join('\n'), missing).toContain(missing.split(' ')[1]);
      expect(rightsIn(report.doctor?.role), missing).toEqual(rights);
      expect(report.doctor?.roleTitle).toBe('the ClusterRole and the Role in namespace team');
    }
  });
});
