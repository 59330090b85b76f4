import { expect, test } from 'vitest';

import type { GateReport } from '../../../src/report.ts';
import { playDiagnose, playWait } from '../../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';

/** Each tolerated cluster is named, and at least one cluster is good. A target that passes anyway has no tolerated cluster. */
test.skipIf(recordingNames().length === 0)(
  'recordings in which all failed clusters but one may be tolerated',
  { timeout: 900_000 },
  async () => {
    const wrong: string[] = [];
    let forgiven = 0;
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      const strict = (await playDiagnose(recording)).report;
      const tolerant = withFlags(recording, '--tolerate-failed', '100%');
      const { report } = await playDiagnose(tolerant);
      const names = forgivenIn(report);
      if (strict.outcome === 'passed' && (report.outcome !== 'passed' || names.length > 0)) wrong.push(`${name}: passes only without`);
      if (strict.outcome === 'passed' || report.outcome !== 'passed') continue;
      forgiven += 1;
      wrong.push(...unexplained(report).map((fault) => `${name}: ${fault}`));
      const required = withFlags(tolerant, '--require-clusters', names[0] ?? 'nobody');
      if ((await playDiagnose(required)).report.outcome === 'passed')
        wrong.push(`${name}: passes without ${names.join(', ')}, which are required`);
      const waited = (await playWait(tolerant)).report;
      if (waited.outcome === 'passed') wrong.push(...unexplained(waited).map((fault) => `${name}, wait: ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(forgiven).toBeGreaterThan(10);
  },
);

function forgivenIn(report: GateReport): readonly string[] {
  return targetsOf(report).flatMap(({ clusters }) => clusters.filter(({ forgiven }) => forgiven === true).map(({ name }) => name));
}

/** Failed clusters that a pass does not name. */
function unexplained(report: GateReport): readonly string[] {
  const faults = forgivenIn(report).length === 0 ? ['nothing is forgiven'] : [];
  for (const { object, clusters, diagnoses, summary } of targetsOf(report)) {
    if (!clusters.some(({ verdict }) => verdict === 'passed' || verdict === 'notVerified')) faults.push(`${object.name} is good nowhere`);
    for (const { name, verdict, forgiven } of clusters) {
      const isNamed = summary.includes(name) && diagnoses.some((entry) => entry.cluster === name && entry.forgiven === true);
      if (forgiven === true && !isNamed) faults.push(`${name} is forgiven without a word`);
      if (forgiven !== true && verdict !== 'passed' && verdict !== 'notVerified') faults.push(`${name} is ${verdict}`);
    }
  }
  return faults;
}

function targetsOf({ placements, runs }: GateReport): GateReport['placements'] {
  return [...placements, ...runs];
}

function withFlags(recording: Recording, ...flags: readonly string[]): Recording {
  return { ...recording, expected: { ...recording.expected, flags: [...(recording.expected.flags ?? []), ...flags] } };
}
