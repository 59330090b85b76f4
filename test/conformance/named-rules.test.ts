/** A report names the rule of `fleet-gate lint` that finds a failure before the deploy. Lint must have a finding of that rule then. */
import { describe, expect, it } from 'vitest';

import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import type { GateState } from '../../src/gates/verdict/gate-state.ts';
import type { GateReport } from '../../src/report.ts';
import { deployOf, deployOnHub, rulesFoundBefore, type Deploy } from '../support/gate/found-before.ts';
import { diagnosesIn } from '../support/gate/gate.ts';
import { hubFixture, judgedFixture } from '../support/hubs/hub-fixture.ts';
import { playWait } from '../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';

const RULED = FAILURES.filter(({ foundBy }) => foundBy !== undefined).map(({ id }) => id);

/** Its run is that of another fixture: only its message names an index. */
const UNLIKE = 'run-snapshot-missing';

describe('the rules that a report names find the failures before the deploy', () => {
  it.skipIf(isMissing('recordings'))('on recorded hubs', async () => {
    const wrong: string[] = [];
    const named = new Set<string>();
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      if (!recording.expected.causes.some(({ id }) => RULED.includes(id))) continue;
      const { report } = await playWait(recording);
      for (const rule of namedIn(report)) named.add(rule);
      wrong.push(...notFound(report, deployOf(recording)).map((text) => `${name}: ${text}`));
    }
    expect(wrong).toEqual([]);
    expect(named.size).toBeGreaterThan(0);
  });

  it.each(RULED.filter((id) => id !== UNLIKE))('on the hub that shows %s', (id) => {
    const { asked, objects } = hubFixture(id);
    expect(notFound(judgedFixture(id), deployOnHub(asked.manifests, objects))).toEqual([]);
  });
});

/** The failures whose rule finds nothing, one in each line. */
function notFound(report: GateReport | GateState, deploy: Deploy): readonly string[] {
  const named = namedIn(report);
  const found = named.size === 0 ? named : rulesFoundBefore(deploy);
  return diagnosesIn(report).flatMap(({ id, seeAlso, object, cluster = '' }) =>
    seeAlso === undefined || found.has(seeAlso)
      ? []
      : [`${id} at ${object === undefined ? '' : displayName(object)} ${cluster} names ${seeAlso}; lint finds ${[...found].join(', ')}`],
  );
}

function namedIn(report: GateReport | GateState): ReadonlySet<string> {
  return new Set(diagnosesIn(report).flatMap(({ seeAlso }) => seeAlso ?? []));
}
