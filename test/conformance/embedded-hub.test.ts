/** Recorded hubs, played at real pace over HTTPS, gated through the live reader and the real wait loop. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { playRecording } from '../support/embedded-hub-play.ts';

const root = path.resolve(process.env['TRUTH_DIR'] ?? '../shared', 'recordings');

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

const there = existsSync(root);
test(there ? `${RECORDINGS.length} recordings, all at once` : `recordings: not played, no ${root}`, { timeout: 90_000 }, async () => {
  if (!there) return;
  const played = await Promise.all(RECORDINGS.map(async (name) => [name, (await playRecording(path.join(root, name))).faults] as const));
  expect(Object.fromEntries(played)).toEqual(Object.fromEntries(RECORDINGS.map((name) => [name, []])));
});
