/** Faults between a gate and a real API server while a recording plays: the verdict must stay the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';
import { requestsOf } from './rig/audit.ts';
import { installCrds, readCrds } from './rig/crds.ts';
import { compactEtcd, type Hub } from './rig/hub.ts';
import { execPlugin, writeKubeconfig } from './rig/kubeconfigs.ts';
import { shortToken } from './rig/users.ts';
import { cuttable } from './suite/cuttable.ts';
import { kubeconfigOf } from './suite/fleet-gate.ts';
import { gateRecording, pause } from './suite/gate-run.ts';
import { withOwnHub } from './suite/own-hub.ts';
import { withHub } from './suite/pool.ts';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** Passes about 15 s after the deploy; until then every condition changes. */
const SLOW = 'v0.3.1/denied-by-webhook-down-heals';
/** Passes about 29 s after the deploy. */
const SLOWEST = 'v0.3.1/fresh-image-change';
/** Is decided within a few seconds. */
const QUICK = 'v0.3.1/first-rollout-green';
const RECORDINGS = [SLOW, SLOWEST, QUICK].map((name) => `recordings/${name}`);

/** Tokens live 8 s here. The API server caches a valid one for 10 s more and keeps open watches; at this time it refuses the token. */
const AFTER_EXPIRY = 22_000;

describe.skipIf(isMissing(...RECORDINGS)).concurrent('a gate has the right verdict with', () => {
  it('a watch that is cut again and again', () =>
    withHub('v0.3.1', async (hub) => {
      const wire = await cuttable(hub.url);
      const { misses, ended } = await gateRecording(hub, readRecording(SLOW), {
        kubeconfig: kubeconfigOf(hub, 'read-only'),
        extra: ['--server', wire.url],
        meanwhile: async () => {
          for (let round = 0; round < 6; round += 1) {
            await pause(2000);
            await wire.cut(round % 2 === 0 ? 0 : 1500);
          }
        },
      });
      wire.close();
      expect(misses, ended.err).toEqual([]);
      expect(wire.accepted()).toBeGreaterThan(6);
    }));

  it('a token that expires during the wait, which is named, and nothing passes', () =>
    withHub('v0.3.1', async (hub) => {
      const kubeconfig = writeKubeconfig(hub, 'short', { token: await shortToken(hub.api, hub.certs, 8) });
      const wire = await cuttable(hub.url);
      const { ended } = await gateRecording(hub, readRecording(SLOWEST), {
        kubeconfig,
        extra: ['--server', wire.url],
        meanwhile: async () => {
          await pause(AFTER_EXPIRY);
          await wire.cut();
        },
      });
      wire.close();
      expect(ended.code, ended.err).toBe(5);
      expect(ended.out + ended.err).toMatch(/expired/);
    }));

  it('a plugin whose tokens expire during the wait, which is called again', () =>
    withHub('v0.3.1', async (hub) => {
      const { body } = await hub.api.must('GET', '/api/v1/namespaces/default/serviceaccounts/ci');
      const calls = path.join(hub.folder, 'plugin-calls');
      const kubeconfig = writeKubeconfig(hub, 'plugin', execPlugin(hub, String(body.metadata.uid), 8, calls));
      const wire = await cuttable(hub.url);
      const { misses, ended } = await gateRecording(hub, readRecording(SLOWEST), {
        kubeconfig,
        extra: ['--server', wire.url],
        meanwhile: async () => {
          await pause(AFTER_EXPIRY);
          await wire.cut();
        },
      });
      wire.close();
      expect(misses, ended.err).toEqual([]);
      expect(readFileSync(calls, 'utf8').trim().split('\n').length).toBeGreaterThan(1);
    }));

  it('a client certificate', () =>
    withHub('v0.3.1', async (hub) => {
      const { misses, ended } = await gateRecording(hub, readRecording(QUICK), { kubeconfig: kubeconfigOf(hub, 'client-certificate') });
      expect(misses, ended.err).toEqual([]);
    }));

  it('an API server that restarts', () =>
    withOwnHub({ name: 'restarted', version: 'v0.3.1', audit: true }, async ({ hub, restart }) => {
      const { misses, ended } = await gateRecording(hub, readRecording(SLOW), {
        kubeconfig: kubeconfigOf(hub, 'read-only'),
        meanwhile: async () => {
          await gateReads(hub);
          await restart(1000);
        },
      });
      expect(misses, ended.err).toEqual([]);
    }));

  it('an API server that restarts after etcd was compacted, so that watches end with 410', () =>
    withOwnHub({ name: 'compacted', version: 'v0.3.1', audit: true }, async ({ hub, restart }) => {
      const placements = '/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements';
      const { body } = await hub.api.must('GET', `${placements}?limit=1`);
      const { misses, ended } = await gateRecording(hub, readRecording(SLOW), {
        kubeconfig: kubeconfigOf(hub, 'read-only'),
        meanwhile: async () => {
          await gateReads(hub);
          await compactEtcd(hub);
          await restart(1500);
        },
      });
      expect(misses, ended.err).toEqual([]);
      // As for the gate: the revision of the start does not exist any more.
      const old = await hub.api.ask(
        'GET',
        `${placements}?watch=true&resourceVersion=${String(body.metadata.resourceVersion)}&timeoutSeconds=2`,
      );
      expect(JSON.stringify(old.body)).toMatch(/410|too old resource version/);
    }));

  it('CRDs that are changed, so that their storage is initialized again and answers 429 meanwhile', () =>
    withOwnHub({ name: 'changed', version: 'v0.3.1', audit: true }, async ({ hub }) => {
      const { misses, ended } = await gateRecording(hub, readRecording(SLOW), {
        kubeconfig: kubeconfigOf(hub, 'read-only'),
        meanwhile: async () => {
          for (let round = 0; round < 3; round += 1) {
            await pause(3000);
            await changeCrds(hub, round);
          }
        },
      });
      expect(misses, ended.err).toEqual([]);
      const pauses = pausesAfter429(hub);
      expect(pauses.length).toBeGreaterThan(0);
      // The API server asks for this pause: Retry-After 1.
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(990);
    }));

  it('CRDs that have just been created', () =>
    withOwnHub({ name: 'fresh', version: '' }, async ({ hub }) => {
      await installCrds(hub.api, readCrds('v0.3.1'), false);
      const { misses, ended } = await gateRecording(hub, readRecording(QUICK), { kubeconfig: kubeconfigOf(hub, 'read-only') });
      expect(misses, ended.err).toEqual([]);
    }));

  it('KubeFleet that is installed after the gate started', () =>
    withOwnHub({ name: 'afterwards', version: '' }, async ({ hub }) => {
      const { misses, ended } = await gateRecording(hub, readRecording(QUICK), {
        kubeconfig: kubeconfigOf(hub, 'read-only'),
        meanwhile: async () => {
          await pause(3000);
          await installCrds(hub.api, readCrds('v0.3.1'), false);
        },
      });
      expect(misses, ended.err).toEqual([]);
      expect(ended.err).toMatch(/waiting up to \d+s: the server knows no ClusterResourcePlacement/);
    }));

  it('CRDs of single kinds that are installed after the gate started', () =>
    withOwnHub({ name: 'later', version: 'v0.3.1', crds: isOld }, async ({ hub }) => {
      const { misses, ended } = await gateRecording(hub, readRecording(SLOW), {
        kubeconfig: kubeconfigOf(hub, 'read-only'),
        meanwhile: async () => {
          await pause(4000);
          await installCrds(
            hub.api,
            readCrds('v0.3.1', (name) => !isOld(name)),
          );
        },
      });
      expect(misses, ended.err).toEqual([]);
    }));

  it('a hub without KubeFleet, which is reported', () =>
    withOwnHub({ name: 'bare', version: '' }, async ({ hub }) => {
      const { ended } = await gateRecording(hub, readRecording(QUICK), { kubeconfig: kubeconfigOf(hub, 'read-only') });
      expect(ended.code, ended.err).toBe(4);
      expect(ended.out + ended.err).toMatch(/is KubeFleet installed/);
    }));

  it('kinds that the hub does not have', () =>
    withOwnHub({ name: 'older', version: 'v0.3.1', crds: isOld }, async ({ hub }) => {
      const { misses, ended } = await gateRecording(hub, readRecording(QUICK), { kubeconfig: kubeconfigOf(hub, 'read-only') });
      expect(misses, ended.err).toEqual([]);
    }));
});

/** Adds a category to every CRD, as an upgrade would. The API server then ends their watches and creates their storage again. */
async function changeCrds(hub: Hub, round: number): Promise<void> {
  const body = [{ op: 'add', path: '/spec/names/categories', value: [`round-${round}`] }];
  const change = { body, contentType: 'application/json-patch+json' };
  await Promise.all(readCrds('v0.3.1').map(({ metadata }) => hub.api.must('PATCH', `${CRDS}/${metadata.name}`, change)));
}

/** A server that has just started refuses logins, which a gate takes for missing rights if it has read nothing before. */
async function gateReads(hub: Hub): Promise<void> {
  const isWatching = (): boolean => requestsOf(hub).some(({ user, verb }) => user === 'reader' && verb === 'watch');
  // Not `expect.poll`, which needs the test that runs now: others run beside it.
  await vi.waitUntil(isWatching, { timeout: 60_000, interval: 200 });
  await pause(2000);
}

/** Milliseconds between a 429 and the next request for that type, if it repeats the same request. */
function pausesAfter429(hub: Hub): readonly number[] {
  const asked = requestsOf(hub).filter(({ user }) => user === 'reader');
  return asked.flatMap((refused) => {
    if (refused.code !== 429) return [];
    const later = asked.filter(({ resource, receivedAt }) => resource === refused.resource && receivedAt > refused.receivedAt);
    const [again] = later.toSorted((a, b) => a.receivedAt - b.receivedAt);
    // A watch that was given up in favour of a list may still be refused, but its answer is not used.
    if (again !== undefined && again.receivedAt < refused.answeredAt) return [];
    return again?.verb === refused.verb ? [again.receivedAt - refused.answeredAt] : [];
  });
}

/** Whether KubeFleet had the CRD before update runs, namespaced placements, envelopes and overrides. */
function isOld(name: string): boolean {
  return /^(clusterresource(placements|bindings|snapshots)|clusterschedulingpolicysnapshots|works|memberclusters|internalmemberclusters)\./.test(
    name,
  );
}
