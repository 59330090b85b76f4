/** A recorded hub with faults of the connection: the verdict must be the same as without them. */
import { expect, test } from 'vitest';
import type { Clock } from '../../../src/gates/clock.ts';
import { playRecording, type Disturbance } from '../../support/recordings/embedded-hub-play.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

/** False green on the old snapshot first, then three clusters one after the other. */
const GREEN = 'v0.3.1/rp-image-change';
const RED = 'v0.3.1/takeover-never';

const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  'watches are cut again and again': (hub, clock, signal) => repeatedly(clock, 400, signal, () => hub.dropWatches()),
  'watches are cut and history is compacted': (hub, clock, signal) =>
    repeatedly(clock, 500, signal, () => {
      hub.store.compact();
      hub.dropWatches();
    }),
  'the same with HTTP 410': (hub, clock, signal) => {
    hub.faults.expiredWatch = 'http';
    return repeatedly(clock, 500, signal, () => {
      hub.store.compact();
      hub.dropWatches();
    });
  },
  'bindings and works are initializing at first': (hub, clock, signal) => {
    hub.faults.initializes = ({ kind }) => /Binding$|^Work$/.test(kind);
    return clock.sleep(2500, signal).then(() => (hub.faults.initializes = () => false));
  },
  'watch is denied, list is not': (hub) => {
    hub.faults.denies = ({ verb }) => verb === 'watch';
  },
  'bodies arrive in pieces': (hub) => {
    hub.faults.pieceBytes = 4093;
  },
  'every third answer is a 503': (hub) => {
    let count = 0;
    hub.faults.answers = () => {
      count += 1;
      return count % 3 === 0 ? { code: 503, body: '<html>busy</html>', contentType: 'text/html' } : undefined;
    };
  },
  'the clock of the hub is ten minutes ahead': skewedBy(600_000),
  'the clock of the hub is ten minutes behind': skewedBy(-600_000),
};

test.skipIf(isMissing('recordings'))('a hub with faults gets the same verdict as one without', async () => {
  const runs = Object.entries(DISTURBANCES).flatMap(([name, disturb]) =>
    [GREEN, RED].map((recording) => ({ name: `${recording}: ${name}`, recording, disturb })),
  );
  const played = await Promise.all(
    runs.map(
      async ({ name, recording, disturb }) => [name, (await playRecording(truthPath('recordings', recording), disturb)).faults] as const,
    ),
  );
  expect(Object.fromEntries(played)).toEqual(Object.fromEntries(runs.map(({ name }) => [name, []])));
});

async function repeatedly(clock: Clock, ms: number, signal: AbortSignal, act: () => void): Promise<void> {
  for (;;) {
    await clock.sleep(ms, signal);
    if (signal.aborted) return;
    act();
  }
}

/** Only the `Date` header is off; what KubeFleet writes is not. */
function skewedBy(ms: number): Disturbance {
  return (hub) => {
    hub.faults.clockSkewMs = ms;
  };
}
