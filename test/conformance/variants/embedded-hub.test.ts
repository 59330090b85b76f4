/** Recorded hubs, played over HTTPS at the original speed, and gated through the live reader and the real wait loop. */
import { expect, test } from 'vitest';
import { playRecording } from '../../support/recordings/embedded-hub-play.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

/** Short ones: what the snapshot files cannot show is the transport and time, not each diagnosis. */
const RECORDINGS = [
  'v0.3.1/first-rollout-green',
  'v0.3.1/rp-image-change',
  'v0.3.1/image-change-gate-at-once',
  'v0.3.1/takeover-never',
  'v0.3.1/pickfixed-unknown',
  'v0.3.1/rp-partial-namespace',
  'v0.3.1/init-run-cluster-in-no-stage',
  'v0.3.1/crash-after-fix',
  'main/foreign-owner',
];

test.skipIf(isMissing('recordings'))(
  'the gate is right about recordings that are played to it over HTTPS, all at the same time',
  async () => {
    const played = await Promise.all(
      RECORDINGS.map(async (name) => [name, (await playRecording(truthPath('recordings', name))).faults] as const),
    );
    process.stdout.write(
      `embedded hub: ${played.length} recordings played, ${played.filter(([, faults]) => faults.length === 0).length} matched\n`,
    );
    expect(Object.fromEntries(played)).toEqual(Object.fromEntries(RECORDINGS.map((name) => [name, []])));
  },
);
