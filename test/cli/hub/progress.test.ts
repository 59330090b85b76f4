import { expect, test } from 'vitest';

import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { showProgress } from '../../../src/cli/hub/progress.ts';
import type { Progress } from '../../../src/gates/loop/progress.ts';
import { EMPTY_MEMORY } from '../../../src/gates/memory.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';

const suspect = (cluster: string, countsAt: string): Diagnosis => ({
  id: 'workload-image-pull',
  title: 'The image cannot be pulled',
  outcome: 'suspect',
  cluster,
  countsAt,
  evidence: [],
  explain: '',
  remedy: [],
  docs: '',
});

/** One check of a wait, with these probable causes. */
function seen(...diagnoses: readonly Diagnosis[]): Progress {
  const object = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const placement = { object, verdict: 'waiting', summary: '', freshness: 'proven', clusters: [], diagnoses } as const;
  const state = { ...EMPTY_STATE, placements: [placement] };
  return { at: new Date('2026-03-04T01:11:26Z'), state, changes: [], awaiting: 'x' };
}

const EMPTY_STATE: Progress['state'] = {
  at: '2026-03-04T01:11:26Z',
  outcome: 'waiting',
  complete: false,
  placements: [],
  runs: [],
  unplaced: [],
  unjudged: [],
  idleOverrides: [],
  removals: [],
  running: [],
  awaiting: '',
  memory: EMPTY_MEMORY,
};

/** The lines of a log about probable causes after these checks. */
function logged(...looks: readonly Progress[]): readonly string[] {
  const io = fakeIo({ cwd: '.' });
  const progress = showProgress(parseArgv(['wait', 'crp/shop']), io, { targets: [], timeout: 900_000 });
  for (const look of looks) progress.update(look);
  progress.end();
  return io
    .err()
    .split('\n')
    .filter((line) => line.includes('probable cause'));
}

const EARLY = '2026-03-04T01:16:26Z';
const LINE = '01:11:26  ClusterResourcePlacement/shop probable cause: west: The image cannot be pulled; becomes a failure at 01:16:26';

test('a log names a probable cause once', () => {
  expect(logged(seen(suspect('west', EARLY)), seen(suspect('west', EARLY)), seen(suspect('west', '2026-03-04T01:16:27Z')))).toEqual([LINE]);
});

test('a log names it again if its time has moved, or another cluster has it too', () => {
  expect(logged(seen(suspect('west', EARLY)), seen(suspect('west', '2026-03-04T01:18:00Z')))).toHaveLength(2);
  expect(logged(seen(suspect('west', EARLY)), seen(suspect('west', EARLY), suspect('east', EARLY)))).toHaveLength(2);
});

test('a log has no line if one of several recovers', () => {
  const both = seen(suspect('west', EARLY), suspect('east', EARLY));
  expect(logged(both, seen(suspect('west', EARLY)), seen())).toHaveLength(1);
});
