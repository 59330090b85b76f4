import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { expectationFor } from '../../support/recordings/play-recording.ts';
import { RecordedHub } from '../../support/recordings/recorded-hub.ts';
import { readRecording, recordingNames } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

interface MemberCause {
  readonly id: string;
  readonly cluster: string;
  readonly object: string;
}

const memberFile = (name: string): string => truthPath('recordings', name, 'member-m2.json');
const names = recordingNames().filter((name) => existsSync(memberFile(name)));

describe.skipIf(isMissing('recordings'))('recordings with access to a member', () => {
  test.each(names.length === 0 ? ['recordings'] : names)('%s', async (name) => {
    const recording = readRecording(name);
    const causes = (recording.expected as { readonly memberCauses?: readonly MemberCause[] }).memberCauses ?? [];
    const { items } = JSON.parse(readFileSync(memberFile(name), 'utf8')) as { readonly items: readonly KubeObject[] };
    const members: MemberReader = { clusters: new Set(['m2']), read: () => Promise.resolve(items) };
    expect(causes.length).toBeGreaterThan(0);
    for (const report of [await waited(recording, members), await looked(recording, members)]) {
      const given = [...report.placements, ...report.runs].flatMap((gated) => gated.diagnoses);
      const said = given.map(({ id, cluster, object }) => `${id} ${cluster ?? ''} ${object === undefined ? '' : displayName(object)}`);
      expect(said).toEqual(expect.arrayContaining(causes.map((cause) => `${cause.id} ${cause.cluster} ${cause.object}`)));
      const known = new Set([...causes, ...recording.expected.causes].map((cause) => cause.id).concat('workload-not-available'));
      expect(given.filter((entry) => !known.has(entry.id)).map((entry) => entry.id)).toEqual([]);
    }
  });
});

function waited(recording: Recording, members: MemberReader): Promise<GateReport> {
  const clock = new SimClock();
  const reader = new RecordedHub(recording, clock);
  return clock.play(wait({ reader, clock, members, expectation: expectationFor(recording.expected) }));
}

function looked(recording: Recording, members: MemberReader): Promise<GateReport> {
  const reader = new RecordedHub({ ...recording, startedAt: recording.endedAt }, new SimClock());
  return diagnose({ reader, members, expectation: expectationFor(recording.expected) });
}
