import { describe, expect, it } from 'vitest';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { DEFAULT_GRACES } from '../../../src/gates/graces.ts';
import { renewingCredential } from '../../../src/gates/hub/http/credentials.ts';
import type { Credential } from '../../../src/gates/hub/http/credentials.ts';
import { LoginFailed } from '../../../src/gates/hub/http/login-failed.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { json, silence, virtualHub, type VirtualAnswer } from '../../support/hubs/virtual-hub.ts';

const PLACEMENTS = '/apis/placement.kubernetes-fleet.io/v1beta1';

const PLACEMENT = { metadata: { name: 'shop', uid: 'u', generation: 1, resourceVersion: '1' }, spec: {} };

/** A hub whose placement is never scheduled, so a gate without a limit continues to wait. */
function answers(url: URL): VirtualAnswer {
  if (url.searchParams.has('watch')) return { body: silence() };
  if (url.pathname === '/apis/placement.kubernetes-fleet.io') return json({ versions: [{ version: 'v1beta1' }] });
  if (url.pathname === PLACEMENTS) return json({ resources: [{ name: 'clusterresourceplacements', kind: 'ClusterResourcePlacement' }] });
  if (url.pathname === `${PLACEMENTS}/clusterresourceplacements`) return json({ metadata: { resourceVersion: '1' }, items: [PLACEMENT] });
  return json({ kind: 'Status', message: 'not found', code: 404 }, 404);
}

/** Waits for a placement with a login that answers so often, for two minutes each, and then is ended each time after the minute it has. */
async function waited(logins: number, timeout: number): Promise<{ readonly report: GateReport; readonly asked: number }> {
  const clock = new SimClock();
  let left = logins;
  const obtain = async (): Promise<Credential> => {
    if (left-- > 0) return { headers: {}, expiresAt: clock.now() + 120_000 };
    await clock.sleep(60_000);
    throw new LoginFailed('kubelogin, which logs in user u, gave no credential within 60 s');
  };
  const credentials = renewingCredential(obtain, {
    hint: '',
    from: 'kubelogin, which logs in user u,',
    skewMs: 0,
    wallClock: () => clock.now(),
  });
  const { hub, asked } = virtualHub(clock, answers, { credentials });
  const expectation = expectationOf({
    targets: [parseTarget('crp/shop')],
    options: { timeout, grace: { ...DEFAULT_GRACES, scheduling: 3_600_000 } },
  });
  const report = await clock.play(wait({ reader: hub, clock, expectation }));
  await clock.play(hub.close());
  return { report, asked: asked.length };
}

describe('a login that hangs', () => {
  it('is reported instead of the hub, which received no request', async () => {
    const { report, asked } = await waited(0, 3000);
    expect(asked).toBe(0);
    expect(report).toMatchObject({
      outcome: 'notAllowed',
      message: 'kubelogin, which logs in user u, gave no credential within the timeout of 3 s, and without one the hub is not asked',
    });
  });

  it.each([250_000, 300_000, 311_000, 318_000, 440_000, 900_000])('is reported if it hangs midway in a wait of %d ms', async (timeout) => {
    const { report, asked } = await waited(1, timeout);
    expect(asked).toBeGreaterThan(5);
    expect(report).toMatchObject({
      outcome: 'notAllowed',
      message: expect.stringMatching(/^kubelogin, which logs in user u, (gave|has given) no credential/),
    });
  });

  it('is not reported if it does not hang', async () => {
    const { report } = await waited(3, 200_000);
    expect(report.outcome).not.toBe('notAllowed');
    expect(report.outcome).not.toBe('unreachable');
  });
});
