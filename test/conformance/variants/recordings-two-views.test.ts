import { expect, test } from 'vitest';

import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import type { GatedCluster, GateReport } from '../../../src/report.ts';
import { expectationFor } from '../../support/recordings/play-recording.ts';
import { RecordedHub } from '../../support/recordings/recorded-hub.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';
import { SimClock } from '../../support/sim-clock.ts';

/** A report that shows one cluster as passed and as waiting must explain it at every time. */
test.skipIf(isMissing('recordings'))('recordings of a run with its placement explain why the two differ about a cluster', async () => {
  const untold: string[] = [];
  let compared = 0;
  for (const name of sampledRecordings()) {
    const recording = readRecording(name);
    const targets = targetsOf(recording);
    if (targets.length < 2) continue;
    const expectation = { ...expectationFor(recording.expected), targets: targets.map((text) => parseTarget(text)) };
    for (const at of new Set(recording.events.map((event) => event.at))) {
      if (at < recording.startedAt) continue;
      const report = await diagnose({ reader: new RecordedHub({ ...recording, startedAt: at }, new SimClock()), expectation });
      const passed = passedUnderRuns(report);
      compared += passed.size;
      for (const row of waitingUnderPlacements(report))
        if (passed.has(row.name) && row.note === undefined)
          untold.push(`${name} at ${String((at - recording.startedAt) / 1000)} s: ${row.name}`);
    }
  }
  expect(untold).toEqual([]);
  expect(compared).toBeGreaterThan(0);
});

/** The runs of a recording, and the placements they name. */
function targetsOf({ events, expected }: Recording): readonly string[] {
  const runs = expected.target.filter((target) => /StagedUpdateRun\//.test(target));
  const placements = runs.flatMap((target) => {
    const { kind, namespace, name } = parseTarget(target);
    const run = events.find(
      ({ object }) => object.kind === kind && object.metadata.namespace === namespace && object.metadata.name === name,
    );
    const spec = run?.object['spec'] as { readonly placementName?: string } | undefined;
    if (spec?.placementName === undefined) return [];
    return [namespace === undefined ? `crp/${spec.placementName}` : `rp/${namespace}/${spec.placementName}`];
  });
  return [...new Set([...runs, ...placements])];
}

function passedUnderRuns({ runs }: GateReport): ReadonlySet<string> {
  return new Set(runs.flatMap(({ clusters }) => clusters.filter(({ verdict }) => verdict === 'passed').map(({ name }) => name)));
}

function waitingUnderPlacements({ placements }: GateReport): readonly GatedCluster[] {
  return placements.flatMap(({ clusters }) => clusters.filter(({ verdict }) => verdict === 'waiting'));
}
