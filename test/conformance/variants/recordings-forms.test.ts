import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';

import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import type { GateReport } from '../../../src/report.ts';
import { withExtraFields } from '../../support/recordings/with-extra-fields.ts';
import { HubInForms } from '../../support/recordings/hub-forms.ts';
import { expectationFor } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import { IS_FULL } from '../../support/sampled.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

/** A verdict does not depend on how the objects reached the gate. */
describe.skipIf(isMissing('recordings'))('recordings give the same report in every form', () => {
  test('from the live store, from files, from a snapshot, and by a reader that keeps equal values once', async () => {
    const wrong: string[] = [];
    for (const name of sampledRecordings()) wrong.push(...(await unlikeForms(name, readRecording(name))));
    expect(wrong).toEqual([]);
  });

  test('also if everything that is placed contains equal maps, lists and empty maps several times', async () => {
    const wrong: string[] = [];
    for (const name of sampledRecordings()) wrong.push(...(await unlikeForms(name, withExtraFields(readRecording(name)))));
    expect(wrong).toEqual([]);
  });
});

/** One of this many states is checked. One of this many checked states is also written to files, which is the slowest form. */
const STRIDE = IS_FULL ? 1 : 27;
const FILES = IS_FULL ? 9 : 1;

async function unlikeForms(name: string, recording: Recording): Promise<readonly string[]> {
  const { events, startedAt, endedAt, expected } = recording;
  const expectation = expectationFor(expected);
  const hub = new HubInForms();
  const moments = [...new Set([startedAt, ...events.map(({ at }) => at).filter((at) => at > startedAt)])];
  const wrong: string[] = [];
  let next = 0;
  for (const [index, at] of moments.entries()) {
    for (let event = events[next]; event !== undefined && event.at <= at; event = events[next]) {
      hub.apply(event);
      next += 1;
    }
    if (index % STRIDE !== 0 && at !== endedAt) continue;
    const now = new Date(at);
    const plain = await reported(hub.plain(now), expectation);
    const isWritten = index % (STRIDE * FILES) === 0 || at === endedAt;
    const forms = {
      live: hub.live(now),
      interned: hub.interned(now),
      ...(isWritten ? { dump: hub.dump(now, expectation), snapshot: hub.snapshot(now, expectation) } : {}),
    };
    for (const [form, state] of Object.entries(forms)) {
      if (!isDeepStrictEqual(await reported(state, expectation), plain))
        wrong.push(`${name} ${form} at ${String((at - startedAt) / 1000)} s`);
    }
  }
  return wrong;
}

function reported(hub: HubState, expectation: Expectation): Promise<GateReport> {
  const nothing = (): Promise<void> => Promise.resolve();
  const reader = { state: () => hub, follow: nothing, changed: nothing, refresh: nothing, close: nothing };
  return diagnose({ reader, expectation });
}
