/** `fleet-gate doctor`, and its checks in the report of a gate that could not read the hub. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import type { Report } from '../../../src/report.ts';
import { render } from '../../../src/report/render.ts';
import { parseAllDocuments } from 'yaml';
import { fakeIo } from '../../support/process/fake-io.ts';
import { adjustableTime } from '../../support/hubs/embedded-hub-time.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let cwd = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  cwd = temporaryFolder();
  hub = await startEmbeddedHub();
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

interface Ran {
  readonly exitCode: number;
  readonly report: Report;
  readonly out: string;
}

async function ran(argv: readonly string[], more: Partial<Parameters<typeof fakeIo>[0]> = {}): Promise<Ran> {
  const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] }, now: new Date(), ...more });
  const { exitCode, report, closed } = await run([...argv, '--kubeconfig', 'kubeconfig'], io);
  await closed;
  if (report === undefined) throw new Error('no report');
  return { exitCode, report, out: io.out() };
}

const outcomeOf = ({ report }: Ran, id: string): string | undefined => report.doctor?.checks.find((check) => check.id === id)?.outcome;

/** Time passes fast, so no test waits for a time limit. */
function fast(): { readonly clock: ReturnType<typeof adjustableTime>['gate'] } {
  const time = adjustableTime();
  time.setSpeed(20);
  return { clock: time.gate };
}

describe('doctor', () => {
  it('passes if the hub can be read, and counts its warnings', async () => {
    const found = await ran(['doctor']);
    expect(found.exitCode).toBe(0);
    expect(found.out).toMatch(/^PASSED with 1 warning: the hub can be reached and read \(12 checks passed\)\n/);
    expect(found.out).toContain('  warning  member clusters\n');
    expect(found.out).not.toContain('kind: ClusterRole');
    expect(found.report.doctor?.role).toContain('kind: ClusterRole\n');
  });

  it.each([
    ['works', ['csur/v1'], 'warning'],
    ['works', ['csur/v1', '--to-approve'], 'failed'],
    ['memberclusters', ['csur/v1', '--to-approve'], 'failed'],
    ['clusterresourceoverrides', ['csur/v1', '--to-approve'], 'warning'],
  ])('without the right to read %s finds for %j: %s', async (denied, argv, outcome) => {
    hub.faults.denies = ({ resource }) => resource === denied;
    const found = await ran(['doctor', ...argv]);
    expect([outcomeOf(found, 'rights'), found.exitCode], found.out).toEqual([outcome, outcome === 'failed' ? 5 : 0]);
  });

  it('ends with the exit code of the first check that fails', async () => {
    hub.faults.denies = () => true;
    const denied = await ran(['doctor']);
    expect(denied.exitCode).toBe(5);
    expect(denied.out).toMatch(/^ACCESS DENIED: rights: list .* is denied/);
    expect(denied.out).toMatch(/\napiVersion: rbac.authorization.k8s.io\/v1\nkind: ClusterRole\n/);
    expect((await ran(['doctor', '--server', 'https://127.0.0.1:1'])).exitCode).toBe(4);
    const nowhere = await ran(['doctor', '--context', 'prod']);
    expect(nowhere.exitCode).toBe(2);
    expect(nowhere.out).toMatch(/^WRONG CONFIGURATION: context: /);
    expect(nowhere.out).toContain('  not checked  rights\n');
  });

  it('checks what a deploy needs, in its namespace and with the kinds that it selects', async () => {
    const placement = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'shop' },
      spec: { resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' }] },
    };
    writeFileSync(join(cwd, 'deploy.yaml'), JSON.stringify(placement));
    hub.store.put(placement);
    expect((await ran(['doctor', '--manifests', 'deploy.yaml'])).report.doctor?.role).toContain('resources: [deployments]');
    hub.faults.denies = ({ namespace }) => namespace !== 'team';
    expect((await ran(['doctor', 'rp/api', '--namespace', 'team'])).exitCode).toBe(0);
    expect((await ran(['doctor', 'rp/api'])).exitCode).toBe(5);
  });

  it('checks rights for one namespace only in that namespace', async () => {
    hub.store.put({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourcePlacement',
      metadata: { name: 'web', namespace: 'team' },
      spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Secret', name: 'db' }] },
    });
    const role = (await ran(['doctor', 'rp/team/web'])).report.doctor?.role ?? '';
    const printed = parseAllDocuments(role).map((document) => document.toJS() as Record<string, unknown>);
    const subjects = [{ kind: 'User', name: 'fleet-gate', apiGroup: 'rbac.authorization.k8s.io' }];
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', name: 'fleet-gate-reader' };
    expect(printed).toMatchObject([
      { kind: 'ClusterRole', rules: [{ apiGroups: ['cluster.kubernetes-fleet.io'] }, { apiGroups: ['placement.kubernetes-fleet.io'] }] },
      { kind: 'ClusterRoleBinding', roleRef: { ...roleRef, kind: 'ClusterRole' }, subjects },
      {
        kind: 'Role',
        metadata: { name: 'fleet-gate-reader', namespace: 'team' },
        rules: [
          { apiGroups: [''], resources: ['secrets'], verbs: ['list', 'watch'] },
          {
            apiGroups: ['placement.kubernetes-fleet.io'],
            resources: expect.arrayContaining(['resourceplacements', 'resourcebindings']) as unknown,
          },
        ],
      },
      { kind: 'RoleBinding', metadata: { name: 'fleet-gate-reader', namespace: 'team' }, roleRef: { ...roleRef, kind: 'Role' }, subjects },
    ]);
    expect(printed).toHaveLength(4);
  });

  it('prints roles that allow everything it checks, and rights for one namespace only in that namespace', async () => {
    const placement = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ResourcePlacement' };
    const web = { ...placement, metadata: { name: 'web', namespace: 'team' }, spec: {} };
    writeFileSync(
      join(cwd, 'deploy.yaml'),
      [web, { ...web, metadata: { name: 'api', namespace: 'shop' } }].map((object) => JSON.stringify(object)).join('\n---\n'),
    );
    const asked: string[] = [];
    hub.faults.denies = ({ resource, verb, namespace = '' }) => {
      asked.push(`${verb} ${resource} ${namespace}`);
      return false;
    };
    const role = (await ran(['doctor', '--manifests', 'deploy.yaml'])).report.doctor?.role ?? '';
    const allowed = parseAllDocuments(role).flatMap((document) => {
      const { metadata, rules = [] } = document.toJS() as {
        readonly metadata: { readonly namespace?: string };
        readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
      };
      return rules.flatMap(({ resources, verbs }) =>
        resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource} ${metadata.namespace ?? ''}`)),
      );
    });
    expect(new Set(allowed)).toEqual(new Set(asked));
    expect(allowed).toContain('list resourcebindings shop');
    expect(allowed).not.toContain('list resourcebindings ');
  });

  it.each(['rp/team/web', 'stagedupdaterun/team/web'])('ends as diagnose does if the hub does not serve the kind of %s', async (target) => {
    const types = SERVED_TYPES.filter(({ kind }) => kind !== 'ResourcePlacement' && kind !== 'StagedUpdateRun');
    const other = await startEmbeddedHub({ types });
    writeFileSync(join(cwd, 'kubeconfig'), other.kubeconfig());
    const [diagnosed, found, all] = [await ran(['diagnose', target]), await ran(['doctor', target]), await ran(['doctor'])];
    await other.close();
    expect(diagnosed.exitCode).toBe(4);
    expect(found.exitCode).toBe(4);
    expect(found.out).toMatch(/^HUB UNREACHABLE: kinds served: /);
    expect(all.exitCode).toBe(0);
  });

  it('compares token lifetimes with the timeout of a flag or the configuration', async () => {
    const token = ['e30', Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 2400 })).toString('base64url'), 's'].join('.');
    hub.changeToken(token);
    writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
    expect(outcomeOf(await ran(['doctor']), 'credentials')).toBe('ok');
    expect(outcomeOf(await ran(['doctor', '--timeout', '1h']), 'credentials')).toBe('warning');
    writeFileSync(join(cwd, '.fleet-gate.yaml'), 'gate: { timeout: 1h }\n');
    const configured = await ran(['doctor']);
    expect(outcomeOf(configured, 'credentials')).toBe('warning');
    expect(configured.out).not.toContain(token);
  });

  it('writes text, json and markdown, and refuses other formats', async () => {
    expect(JSON.parse((await ran(['doctor', '--format', 'json'])).out)).toMatchObject({
      schema: 'report-v1',
      command: 'doctor',
      outcome: 'passed',
    });
    expect((await ran(['doctor', '--format', 'markdown'])).out).toContain('| ✅ rights |');
    await expect(ran(['doctor', '--format', 'sarif'])).rejects.toThrow('doctor writes text, json, markdown, not sarif');
    await expect(ran(['doctor', 'deployment/web'])).rejects.toThrow('is not a target');
  });

  it('can be cancelled like any other command', async () => {
    const stop = new AbortController();
    hub.faults.answers = () => {
      stop.abort();
      return undefined;
    };
    const ended = await ran(['doctor'], { signal: stop.signal });
    expect(ended.exitCode).toBe(130);
    expect(ended.report.doctor).toBeUndefined();
  });
});

describe.each(['wait', 'diagnose'])('%s', (command) => {
  it('reports why it may not read a hub', async () => {
    hub.faults.denies = ({ resource }) => resource === 'clusterresourceplacements';
    const ended = await ran([command, 'crp/shop']);
    expect(ended.exitCode).toBe(5);
    expect(ended.out).toMatch(/^ACCESS DENIED: ClusterResourcePlacement objects may not be read: /);
    expect(ended.out).toMatch(/\n {2}failed {2}rights: May all/);
    expect(ended.out).toContain('`fleet-gate doctor` prints the ClusterRole that would allow it');
    expect(outcomeOf(ended, 'rights')).toBe('failed');
    const summary = render(ended.report, 'markdown');
    expect(summary).toContain('```yaml\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\n');
    expect(summary).toContain('kind: ClusterRoleBinding');
  });

  it('reports why a hub cannot be reached', async () => {
    const ended = await ran([command, 'crp/shop', '--server', 'https://127.0.0.1:1'], { hubTiming: { startBudgetMs: 100 } });
    expect(ended.exitCode).toBe(4);
    expect(ended.out).toMatch(/^HUB UNREACHABLE: /);
    expect(ended.out).toContain('connection: nothing listens on 127.0.0.1:1');
    expect(outcomeOf(ended, 'reachability')).toBe('failed');
    expect(outcomeOf(ended, 'rights')).toBe('notChecked');
  });

  it('reports no checks if it was cancelled', async () => {
    const stop = new AbortController();
    hub.faults.denies = () => {
      stop.abort();
      return true;
    };
    const ended = await ran([command, 'crp/shop'], { ...fast(), signal: stop.signal });
    expect(ended.report.doctor).toBeUndefined();
  });

  it('reports missing rights of a finished run with the role, in each format except text', async () => {
    hub.faults.denies = ({ resource }) => resource === 'works';
    hub.store.put({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'shop', generation: 1, uid: 'u' },
      spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
    });
    const ended = await ran([command, 'crp/shop', ...(command === 'wait' ? ['--timeout', '20s'] : [])], fast());
    expect(ended.exitCode).toBe(70);
    expect(outcomeOf(ended, 'rights')).toBe('warning');
    expect(render(ended.report, 'markdown')).toContain('kind: ClusterRole\n');
    expect(ended.out).not.toContain('rights');
  });
});

it.each(['diagnose', 'snapshot'])(
  '%s without a target prints the role for all that it reads if the hub refuses everything',
  async (command) => {
    hub.faults.denies = () => true;
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] }, now: new Date() });
    const ended = await run([command, '--kubeconfig', 'kubeconfig'], io).catch((error: unknown) => error);
    expect(ended).toMatchObject(command === 'snapshot' ? { kind: 'notAllowed' } : { exitCode: 5 });
    expect(io.err()).toMatch(/kind: ClusterRole\n(?:note: .*\n)*?note: +- clusterresourcesnapshots\n(?:note: +- .*\n)*?note: +- works\n/);
  },
);

describe('time is limited', () => {
  it('so a gate at its time limit does not wait for the doctor', async () => {
    hub.faults.answers = () => ({ code: 503, body: '{}' });
    const ended = await ran(['wait', 'crp/shop', '--timeout', '1s'], fast());
    if (ended.exitCode !== 4) throw new Error(`exit ${ended.exitCode}`);
    expect(ended.report.doctor?.checks.filter(({ outcome }) => outcome === 'ok').map(({ id }) => id)).not.toContain('rights');
  });
});

describe('lint', () => {
  it('reports the lists that the hub refused, with the role', async () => {
    writeFileSync(
      join(cwd, 'crp.yaml'),
      JSON.stringify({
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ClusterResourcePlacement',
        metadata: { name: 'shop' },
        spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
      }),
    );
    hub.faults.denies = ({ resource }) => resource === 'clusterresourceoverrides';
    const { report } = await ran(['lint', 'crp.yaml']);
    expect(report.doctor).toMatchObject({
      checks: [{ id: 'rights', outcome: 'warning', evidence: ['the hub does not let these be listed: clusterresourceoverrides'] }],
      role: expect.stringContaining('name: fleet-gate-lister') as string,
    });
  });
});
