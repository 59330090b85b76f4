import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HubError } from '../../../src/errors.ts';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { AccessGrace } from '../../../src/gates/hub/access/access-grace.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { connected, kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { greenFleet, NOW, objectsOf } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { startScriptedServer, status } from '../../support/hubs/scripted-server.ts';
import type { ScriptedServer } from '../../support/hubs/scripted-server.ts';
import { SimClock } from '../../support/sim-clock.ts';

const GREEN = objectsOf(greenFleet());
const expectation = expectationOf({ targets: [parseTarget('crp/shop')] });

/** A good hub whose role for this user arrives at a moment; these kinds are denied until then. */
class RoleComing extends ScriptedHub {
  readonly #clock: SimClock;
  readonly #at: number;
  readonly #kinds: readonly string[];

  constructor(clock: SimClock, at: number, kinds: readonly string[]) {
    super(clock, NOW, [{ at: 0, objects: GREEN }]);
    this.#clock = clock;
    this.#at = at;
    this.#kinds = kinds;
  }

  override state(): HubState {
    const denied = { kind: 'denied', message: 'forbidden' } as const;
    const hidden = this.#clock.now() >= this.#at ? {} : Object.fromEntries(this.#kinds.map((kind) => [kind, denied]));
    return memoryHub(GREEN, new Date(NOW.getTime() + this.#clock.now()), hidden);
  }
}

interface Played {
  readonly report: GateReport;
  readonly reported: readonly [string, number][];
  readonly seconds: number;
}

async function play(roleAt: number, grace: number, how = wait, kinds = ['ClusterResourcePlacement', 'Work']): Promise<Played> {
  const clock = new SimClock();
  const reported: [string, number][] = [];
  const access = new AccessGrace({ ms: grace, clock, onRefused: (message, within) => reported.push([message, within]) });
  const report = await clock.play(how({ reader: new RoleComing(clock, roleAt, kinds), clock, expectation, access }));
  return { report, reported, seconds: clock.now() / 1000 };
}

describe('a hub that refuses at the start (403)', () => {
  it.each([
    ['wait', wait],
    ['diagnose', ({ reader, access }: Parameters<typeof wait>[0]) => diagnose({ reader, expectation, ...(access && { access }) })],
  ] as const)('is tried again during the grace: %s', async (_, how) => {
    const late = await play(120_000, 180_000, how);
    expect([late.report.outcome, late.seconds]).toEqual(['passed', 120]);
    expect(late.reported).toEqual([['ClusterResourcePlacement objects may not be read: forbidden', 180_000]]);
    const never = await play(Number.POSITIVE_INFINITY, 180_000, how);
    expect([never.report.outcome, never.seconds, never.reported.length]).toEqual(['notAllowed', 180, 1]);
    const none = await play(120_000, 0, how);
    expect([none.report.outcome, none.seconds, none.reported]).toEqual(['notAllowed', 0, []]);
  });

  it('does not delay the gate for kinds that a verdict does not need', async () => {
    const { report, seconds, reported } = await play(Number.POSITIVE_INFINITY, 180_000, wait, ['Secret', 'ClusterResourceOverride']);
    expect([report.outcome, reported]).toEqual(['passed', []]);
    expect(seconds).toBeLessThan(180);
  });

  it('is not tried again for any other answer', async () => {
    const clock = new SimClock();
    const access = new AccessGrace({ ms: 60_000, clock });
    const lost = (): never => {
      throw new HubError('unreachable', 'no route');
    };
    await expect(clock.play(access.retry(lost, { again: () => Promise.resolve() }))).rejects.toMatchObject({ kind: 'unreachable' });
    expect(clock.now()).toBe(0);
  });
});

describe('a hub that refuses the credentials at the start (401)', () => {
  const WIDGET = { group: 'demo.example', kind: 'Widget' };
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());

  /** @param refusals how many requests the hub answers with 401 */
  async function follow(refusals: number, ms: number): Promise<{ readonly reported: readonly string[]; readonly error: unknown }> {
    let left = refusals;
    server.intercept = (_, response) => {
      if (left-- <= 0) return false;
      status(response, 401, 'Unauthorized', 'Unauthorized');
      return true;
    };
    const reported: string[] = [];
    const access = new AccessGrace({ ms, clock: systemClock, askAgainMs: 5, onRefused: (message) => reported.push(message) });
    const hub = await connected(kubeconfigFile(server.url, { token: 'new' }), { access });
    const error = await hub.follow([WIDGET]).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await hub.close();
    return { reported, error };
  }

  it('is tried again during the grace, and reported once', async () => {
    expect(await follow(12, 60_000)).toEqual({ reported: [expect.stringContaining('refuses the credentials')], error: undefined });
  });

  it('fails when the grace is over, and at once without a grace', async () => {
    expect((await follow(Number.POSITIVE_INFINITY, 40)).error).toMatchObject({ kind: 'notAllowed' });
    const asked = server.asked.length;
    expect(await follow(Number.POSITIVE_INFINITY, 0)).toMatchObject({ reported: [], error: { kind: 'notAllowed' } });
    expect(server.asked.length - asked).toBe(2);
  });
});
