import { describe, expect, test } from 'vitest';

import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { greenFleet, NOW, objectsOf } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const green = objectsOf(greenFleet());

interface Gated {
  readonly report: GateReport;
  readonly seconds: number;
  /** What was said while the kind was not served. */
  readonly said: readonly string[];
}

/** Gates a green fleet whose hub serves no placements in these spans, in seconds of the gate. */
async function gate(absent: readonly (readonly [from: number, to: number])[], hold = 0, cancelAt?: number): Promise<Gated> {
  const clock = new SimClock();
  const stop = new AbortController();
  if (cancelAt !== undefined) void clock.until(cancelAt * 1000).then(() => stop.abort());
  const scenes = absent.flatMap(([from, to]) => [from, to]).filter(Number.isFinite);
  const hub = new (class extends ScriptedHub {
    override state(): HubState {
      const seconds = clock.now() / 1000;
      if (!absent.some(([from, to]) => from <= seconds && seconds < to)) return super.state();
      const notServed = { kind: 'notServed', message: 'no such kind' } as const;
      return memoryHub([], NOW, { ClusterResourcePlacement: notServed });
    }
  })(
    clock,
    NOW,
    [0, ...scenes].map((at) => ({ at: at * 1000, objects: green })),
  );
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { hold } });
  const said: string[] = [];
  const onUnserved = (message: string, within: number): void => void said.push(`${within / 1000} s: ${message}`);
  const report = await clock.play(wait({ reader: hub, clock, expectation, signal: stop.signal, onUnserved }));
  return { report, seconds: clock.now() / 1000, said };
}

describe('R37 a kind that is not served', () => {
  test('is waited for, because its CRD may just have been installed, and that is reported once', async () => {
    const { report, seconds, said } = await gate([[0, 12]]);
    expect(report.outcome).toBe('passed');
    expect(seconds).toBeGreaterThanOrEqual(12);
    expect(seconds).toBeLessThan(16);
    expect(said).toEqual(['30 s: the server knows no ClusterResourcePlacement: is this a KubeFleet hub? no such kind']);
  });

  test('ends the gate after half a minute, not at the timeout', async () => {
    const { report, seconds } = await gate([[0, FOREVER]]);
    expect(report).toMatchObject({ outcome: 'unreachable', message: expect.stringContaining('knows no ClusterResourcePlacement') });
    expect(seconds).toBe(30);
  });

  test('may be missing midway for a while, and nothing is checked meanwhile', async () => {
    const { report, seconds, said } = await gate([[20, 40]], 60_000);
    expect(report.outcome).toBe('passed');
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(said).toHaveLength(1);
  });

  test('does not delay a cancelled gate', async () => {
    const { report, seconds } = await gate([[0, FOREVER]], 0, 5);
    expect(report.outcome).toBe('cancelled');
    expect(seconds).toBe(5);
  });
});
