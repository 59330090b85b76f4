import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { connected, kubeconfigFile, until } from '../../support/hubs/connected-hub.ts';

const WORK = { group: 'placement.kubernetes-fleet.io', kind: 'Work' };
const work = (name: string) => ({
  apiVersion: `${WORK.group}/v1beta1`,
  kind: WORK.kind,
  metadata: { name, namespace: 'fleet-member-m1' },
  spec: {},
});

let server: EmbeddedHub;
beforeEach(async () => {
  server = await startEmbeddedHub({});
});
afterEach(() => server.close());

const config = (): string =>
  kubeconfigFile(server.url, { token: server.token }, { 'certificate-authority-data': Buffer.from(server.certificate).toString('base64') });

// A real API server that restarts answers 403 to everybody until it has read its roles.
describe('a right that was granted', () => {
  it('is not lost if the server refuses for a moment', async () => {
    server.store.put(work('one'));
    const hub = await connected(config());
    await hub.follow([WORK]);
    server.faults.denies = () => true;
    server.dropWatches();
    const refreshed = hub.refresh();
    await expect.poll(() => server.requests.filter(({ path }) => path.includes('/works')).length).toBeGreaterThan(3);
    expect(hub.state().visibility(WORK)).toEqual({ kind: 'seen' });
    server.store.put(work('two'));
    server.faults.denies = () => false;
    await refreshed;
    await until(hub, (state) => state.list(WORK).length === 2);
    await hub.close();
  });

  it('is lost if the server keeps refusing', async () => {
    server.store.put(work('one'));
    const hub = await connected(config(), { timing: { revokedGraceMs: 200 } });
    await hub.follow([WORK]);
    server.faults.denies = () => true;
    server.dropWatches();
    await hub.refresh();
    expect(hub.state().visibility(WORK)).toMatchObject({ kind: 'denied' });
    await hub.close();
  });
});
