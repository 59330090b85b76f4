/** `approve` on a real API server: what it writes, what it leaves, and the rights that it prints. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rightsByPurpose } from '../../scripts/gen/sources/rights-by-purpose.ts';
import type { JsonObject } from '../../src/fleet/json/json.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { connectWritableHub } from '../../src/gates/hub/write/connect-writable-hub.ts';
import type { Report } from '../../src/report.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing, truthPath } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { userKubeconfig } from './rig/kubeconfigs.ts';
import { playOn } from './rig/play.ts';
import { type Ended, fleetGate, gateOf, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withHub } from './suite/pool.ts';
import { applyRole, grant, type PolicyRule, rolesIn } from './suite/rights.ts';

const OPEN = 'before-stage-approved';
const RECORDINGS = [
  'v0.3.1/run-empty-stage',
  'v0.3.1/approval-denied',
  'v0.3.1/approval-stale-then-corrected',
  `v0.3.1/${OPEN}`,
  `main/${OPEN}`,
];
const GROUP = '/apis/placement.kubernetes-fleet.io/v1beta1';
const REQUESTS = `${GROUP}/clusterapprovalrequests`;

/** The hub as a recording shows it just before a mark. */
interface Shown {
  readonly hub: Hub;
  readonly folder: string;
  readonly run: string;
  readonly approve: (kubeconfig: string, ...argv: string[]) => Promise<Ended & { readonly report: Report | undefined }>;
}

async function shown(hub: Hub, name: string, mark: string | undefined, use: (at: Shown) => Promise<void>): Promise<void> {
  const { expected } = readRecording(name);
  const folder = workFolder(hub, expected.manifests);
  const lines = readFileSync(truthPath('recordings', name, 'events.jsonl'), 'utf8').split('\n');
  const end =
    mark === undefined ? lines.length : lines.findIndex((line) => line.includes(`"note":"${mark}"`) || line.includes(`"note": "${mark}"`));
  expect(end).toBeGreaterThan(0);
  const events = path.join(folder, 'events.jsonl');
  writeFileSync(
    events,
    `${lines
      .slice(0, end)
      .filter((line) => line !== '')
      .join('\n')}\n`,
  );
  const play = await playOn(hub, events, { atEnd: true });
  const [run = ''] = expected.target;
  const approve: Shown['approve'] = async (kubeconfig, ...argv) => {
    const flags = ['--manifests', 'deploy.json', '--format', 'json', '--kubeconfig', kubeconfig];
    const ended = await fleetGate(['approve', run, ...flags, ...argv], { hub, cwd: folder });
    return { ...ended, report: ended.out === '' ? undefined : (JSON.parse(ended.out) as Report) };
  };
  try {
    await play.played;
    await use({ hub, folder, run: run.split('/').at(-1) ?? '', approve });
  } finally {
    await play.stop();
  }
}

async function get(hub: Hub, at: string): Promise<KubeObject> {
  return (await hub.api.must('GET', at)).body as KubeObject;
}

function conditionsOf(object: KubeObject): readonly JsonObject[] {
  return ((object['status'] as JsonObject | undefined)?.['conditions'] ?? []) as readonly JsonObject[];
}

async function requestsOf(hub: Hub): Promise<readonly KubeObject[]> {
  return (await hub.api.must('GET', REQUESTS)).body.items as readonly KubeObject[];
}

describe.skipIf(isMissing(...RECORDINGS.map((name) => `recordings/${name}`))).concurrent('approve', () => {
  it.each(['v0.3.1', 'main'])('%s takes the approval, with the generation of the request, once', (version) =>
    withHub(version, (hub) =>
      shown(hub, `${version}/${OPEN}`, 'a person approves', async ({ approve }) => {
        const admin = kubeconfigOf(hub, 'admin');
        const dry = await approve(admin, '--dry-run');
        expect(
          dry.report?.approval?.requests.map(({ result }) => result),
          dry.err,
        ).toEqual(['wouldApprove']);
        const [before] = await requestsOf(hub);
        expect(conditionsOf(before as KubeObject)).toEqual([]);
        const ended = await approve(admin);
        expect(ended.code, `${ended.err}\n${ended.out}`).toBe(0);
        const [request] = await requestsOf(hub);
        expect(conditionsOf(request as KubeObject)).toMatchObject([
          { type: 'Approved', status: 'True', observedGeneration: request?.metadata.generation, reason: 'ProvenByFleetGate' },
        ]);
        const managed = request?.metadata['managedFields'] as readonly JsonObject[];
        expect(managed.filter(({ manager }) => manager === 'fleet-gate')).toMatchObject([{ operation: 'Apply', subresource: 'status' }]);
        const again = await approve(admin);
        expect([again.code, again.report?.approval?.requests[0]?.result]).toEqual([0, 'alreadyApproved']);
        expect((await requestsOf(hub))[0]?.metadata.resourceVersion).toBe(request?.metadata.resourceVersion);
      }),
    ),
  );

  it.each(['v0.3.1', 'main'])('%s takes the patch that the steps of an open approval have for kubectl', (version) =>
    withHub(version, (hub) =>
      shown(hub, `${version}/${OPEN}`, 'a person approves', async ({ folder, run, approve }) => {
        const admin = kubeconfigOf(hub, 'admin');
        const asked = ['diagnose', `ClusterStagedUpdateRun/${run}`, '--format', 'json', '--kubeconfig', admin];
        const [judged] = gateOf(await fleetGate(asked, { hub, cwd: folder })).runs;
        const open = judged?.diagnoses.find(({ id }) => id === 'run-waiting-approval');
        const step = open?.remedy.find((each) => each.includes(' patch ')) ?? '';
        // What `kubectl patch --subresource=status --type=merge` sends: the shell fills in the time.
        const [, name = '', argument = ''] = /\/(\S+) --subresource=status --type=merge -p (.*)`$/.exec(step) ?? [];
        const body = JSON.parse(execFileSync('sh', ['-c', `printf %s ${argument}`], { encoding: 'utf8' })) as JsonObject;
        await hub.api.must('PATCH', `${REQUESTS}/${name}/status`, { body, contentType: 'application/merge-patch+json' });
        const [request] = await requestsOf(hub);
        expect(conditionsOf(request as KubeObject)).toMatchObject([
          { type: 'Approved', status: 'True', observedGeneration: request?.metadata.generation },
        ]);
        expect((await approve(admin)).report?.approval?.requests.map(({ result }) => result)).toEqual(['alreadyApproved']);
      }),
    ),
  );

  it('conditions of others stay, and an empty stage is said to be empty', () =>
    withHub('v0.3.1', (hub) =>
      shown(hub, 'v0.3.1/run-empty-stage', undefined, async ({ approve }) => {
        const [request] = await requestsOf(hub);
        const other = {
          type: 'ApprovalAccepted',
          status: 'False',
          reason: 'Later',
          message: '',
          lastTransitionTime: '2026-11-21T03:00:00Z',
        };
        const status = `${REQUESTS}/${request?.metadata.name}/status`;
        await hub.api.must('PATCH', status, { body: { status: { conditions: [other] } }, contentType: 'application/merge-patch+json' });
        const ended = await approve(kubeconfigOf(hub, 'admin'));
        expect(ended.code, ended.err).toBe(0);
        expect(ended.report?.approval?.requests[0]?.proven[0]).toBe('stage staging has no clusters');
        const found = conditionsOf((await requestsOf(hub))[0] as KubeObject).map(({ type }) => String(type));
        expect(found.toSorted()).toEqual(['ApprovalAccepted', 'Approved']);
      }),
    ));

  it('what a person wrote stays: an approval of another generation, and a denial', () =>
    withHub('v0.3.1', async (hub) => {
      await shown(hub, 'v0.3.1/approval-stale-then-corrected', 'corrected', async ({ approve }) => {
        const [before] = await requestsOf(hub);
        const ended = await approve(kubeconfigOf(hub, 'admin'));
        expect([ended.code, ended.report?.approval?.requests[0]?.result], ended.err).toEqual([1, 'notWritten']);
        expect(ended.report?.approval?.message).toContain('Approved is of generation 0');
        expect((await requestsOf(hub))[0]?.metadata.resourceVersion).toBe(before?.metadata.resourceVersion);
      });
    }));

  it('a denial is not overwritten', () =>
    withHub('v0.3.1', (hub) =>
      shown(hub, 'v0.3.1/approval-denied', undefined, async ({ approve }) => {
        const [before] = await requestsOf(hub);
        const ended = await approve(kubeconfigOf(hub, 'admin'));
        expect([ended.code, ended.report?.approval?.requests[0]?.result], ended.err).toEqual([10, 'denied']);
        expect((await requestsOf(hub))[0]?.metadata.resourceVersion).toBe(before?.metadata.resourceVersion);
      }),
    ));

  it('a run is stopped if its stage is not proven, and then asks for nothing', () =>
    withHub('v0.3.1', (hub) =>
      shown(hub, `v0.3.1/${OPEN}`, 'a person approves', async ({ approve, run }) => {
        const admin = kubeconfigOf(hub, 'admin');
        const query = ['--query', 'up', '--prometheus', 'http://127.0.0.1:9', '--min', '1', '--stop-run'];
        const ended = await approve(admin, ...query);
        expect([ended.code, ended.report?.approval?.stop?.result], ended.err).toEqual([1, 'stopped']);
        expect((await get(hub, `${GROUP}/clusterstagedupdateruns/${run}`))['spec']).toMatchObject({ state: 'Stop' });
        const later = await approve(admin);
        expect([later.code, later.report?.approval?.requests], later.err).toEqual([10, []]);
      }),
    ));

  it('the role that it prints is enough, and so are those of the docs', () =>
    withHub('v0.3.1', (hub) =>
      shown(hub, `v0.3.1/${OPEN}`, 'a person approves', async ({ approve }) => {
        const docs = (purpose: string): readonly PolicyRule[] =>
          (parse(rightsByPurpose().find(({ id }) => id === purpose)?.role ?? '') as { readonly rules: readonly PolicyRule[] }).rules;
        const deploy = { apiGroups: [''], resources: ['configmaps', 'namespaces'], verbs: ['list', 'watch'] };
        await grant(hub, 'nobody', [...docs('gate'), deploy]);
        const nobody = userKubeconfig(hub, 'nobody');
        const refused = await approve(nobody);
        expect(refused.code, refused.err).toBe(5);
        expect(refused.report?.approval?.requests[0]?.result).toBe('notWritten');
        await applyRole(hub, rolesIn(refused.report?.doctor?.role ?? ''));
        const allowed = await approve(nobody);
        expect(allowed.code, allowed.err).toBe(0);

        await grant(hub, 'partial', [...docs('gate'), ...docs('stop-run'), deploy]);
        const [request] = await requestsOf(hub);
        await hub.api.must('PATCH', `${REQUESTS}/${request?.metadata.name}/status`, {
          body: { status: { conditions: [] } },
          contentType: 'application/merge-patch+json',
        });
        const stopped = await approve(
          userKubeconfig(hub, 'partial'),
          '--query',
          'up',
          '--prometheus',
          'http://127.0.0.1:9',
          '--min',
          '1',
          '--stop-run',
        );
        expect(stopped.report?.approval?.stop?.result, stopped.err).toBe('stopped');
      }),
    ));

  it('the writer reports each refusal of an API server as what it is', () =>
    withHub('v0.3.1', async (hub) => {
      const namespace = 'team';
      await hub.api.must('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
      const at = `${GROUP}/namespaces/${namespace}/approvalrequests`;
      const name = 'r-after-canary';
      const body = {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ApprovalRequest',
        metadata: { name },
        spec: { parentStageRollout: 'r', targetStage: 'canary' },
      };
      const created = (await hub.api.must('POST', at, { body })).body as KubeObject;
      const ref = { apiVersion: created.apiVersion, kind: created.kind, namespace, name };
      const open = (user: 'admin' | 'reader'): ReturnType<typeof connectWritableHub> =>
        connectWritableHub({ kubeconfig: userKubeconfig(hub, user), env: {}, wallClock: () => Date.now() });
      const { hub: reader, writer } = await open('admin');
      const approval = (version: string | undefined, more: JsonObject = {}): JsonObject => ({
        apiVersion: created.apiVersion,
        kind: created.kind,
        metadata: { name, namespace, resourceVersion: version },
        status: {
          conditions: [
            {
              type: 'Approved',
              status: 'True',
              observedGeneration: 1,
              reason: 'A',
              message: '',
              lastTransitionTime: '2026-11-21T03:00:00Z',
              ...more,
            },
          ],
        },
      });
      const version = created.metadata.resourceVersion;
      const kindOf = async (...asked: Parameters<typeof writer.applyStatus>): Promise<string> => (await writer.applyStatus(...asked)).kind;
      expect(await kindOf(ref, approval(version, { reason: 'two words' }))).toBe('refused');
      expect(await kindOf(ref, approval('1'))).toBe('changed');
      expect(await kindOf({ ...ref, name: 'gone' }, { ...approval(undefined), metadata: { name: 'gone', namespace } })).toBe('changed');
      const other = await open('reader');
      expect((await other.writer.applyStatus(ref, approval(version))).kind).toBe('denied');
      expect(await kindOf(ref, approval(version))).toBe('written');
      const denial = {
        type: 'Approved',
        status: 'False',
        observedGeneration: 1,
        reason: 'No',
        message: '',
        lastTransitionTime: '2026-11-21T03:00:00Z',
      };
      await hub.api.must('PATCH', `${at}/${name}/status`, {
        body: { status: { conditions: [denial] } },
        contentType: 'application/merge-patch+json',
      });
      const now = await get(hub, `${at}/${name}`);
      expect(await kindOf(ref, approval(now.metadata.resourceVersion))).toBe('owned');
      await Promise.all([reader.close(), other.hub.close()]);
    }));
});
