import { describe, expect, test } from 'vitest';

import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { exitCodeOf } from '../../../src/report.ts';
import { playWait, type Played } from '../../support/recordings/play-recording.ts';
import { recordingIn, recordingNames, type Expected } from '../../support/recordings/recording.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

/**
 * Stories made at random on real hubs, each judged by the API servers of its members. A story names its first cause alone, and lacks
 * objects of kinds that were not recorded (see TRUTH_DIR/random/README.md): the suites of the recordings ask for more than it has.
 */
describe.skipIf(isMissing('random'))('a random story of a real hub', () => {
  const names = recordingNames('random');
  test.each(names)('%s ends as the members showed', async (name) => {
    const recording = recordingIn(truthPath('random', name), name);
    expect(missesOf(recording.expected, await playWait(recording))).toEqual([]);
  });
});

function missesOf({ outcome, exitCode, causes, mayAlso = [], clusters = {} }: Expected, { report }: Played): readonly string[] {
  const gated = [...report.runs, ...report.placements];
  const diagnoses = gated.flatMap((each) => each.diagnoses);
  const given = diagnoses.filter((each) => each.outcome === 'terminal');
  const [first] = causes;
  const known = new Set([...causes.map(({ id }) => id), ...mayAlso]);
  const isFirst = ({ id, cluster, object }: (typeof diagnoses)[number]): boolean =>
    id === first?.id &&
    (first.cluster === undefined || cluster === first.cluster) &&
    (first.object === undefined || (object !== undefined && displayName(object) === first.object));
  const lead = gated.map((each) => each.diagnoses[0]).filter((each) => each !== undefined);
  return [
    ...(report.outcome === outcome && exitCodeOf(report.outcome) === exitCode
      ? []
      : [`${report.outcome}, not ${outcome}: ${report.message ?? gated.map(({ summary }) => summary).join(' · ')}`]),
    ...(first === undefined || lead.some(isFirst)
      ? []
      : [`first ${lead.map(({ id, cluster = '' }) => `${id} ${cluster}`).join(', ')}, not ${first.id} ${first.cluster ?? ''}`]),
    ...given.filter(({ id }) => !known.has(id)).map(({ id, cluster = '' }) => `${id} ${cluster}, which no right gate named`),
    ...Object.entries(clusters)
      .filter(([name, verdict]) => !gated.some((each) => each.clusters.some((row) => row.name === name && row.verdict === verdict)))
      .map(([name, verdict]) => `${name} is not ${verdict}`),
  ];
}
