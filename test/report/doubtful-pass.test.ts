/** A pass that depends on unread facts, or lets something through, says so in every format: an empty report would look like a full pass. */
import { expect, test } from 'vitest';
import { headlineOf } from '../../src/report/facts/headline.ts';
import { render, REPORT_FORMATS } from '../../src/report/render.ts';
import type { Diagnosis, GatedPlacement, GateReport, PlannedPlacement, Report } from '../../src/report.ts';

const TOLD = 'told-in-each';

const good: GatedPlacement = {
  object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' },
  verdict: 'passed',
  summary: 'good on 1 cluster',
  freshness: 'proven',
  clusters: [{ name: 'm1', verdict: 'passed', stage: 'Available' }],
  diagnoses: [],
};

function gate(placement: Partial<GatedPlacement>, more: Partial<GateReport> = {}): Report {
  const whole: GateReport = { outcome: 'passed', placements: [{ ...good, ...placement }], runs: [], timeline: [], ...more };
  return {
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '0.1.0' },
    command: 'wait',
    outcome: 'passed',
    exitCode: 0,
    gate: whole,
  };
}

const nothing: Report = {
  schema: 'report-v1',
  tool: { name: 'fleet-gate', version: '0.1.0' },
  command: 'lint',
  outcome: 'nothingToDo',
  exitCode: 0,
  message: `no YAML or JSON file in ${TOLD}`,
};

const shop: PlannedPlacement = {
  object: good.object,
  policy: 'PickAll',
  scheduled: 'True',
  reason: '',
  picked: ['m1'],
  unpicked: [],
  resources: [{ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }],
};

function plan(placement: Partial<PlannedPlacement>): Report {
  const { schema, tool } = nothing;
  const whole = { clusters: 1, placements: [{ ...shop, ...placement }] };
  return { schema, tool, command: 'plan', outcome: 'clean', exitCode: 0, plan: whole };
}

const noted: Diagnosis = {
  id: 'removal-unverified',
  title: TOLD,
  outcome: 'info',
  evidence: ['not read on m1'],
  explain: 'Nobody can tell.',
  remedy: [],
  docs: '',
};

const DOUBTFUL: Readonly<Record<string, Report>> = {
  'let through': gate({ verdict: 'waiting', summary: TOLD }),
  'not verified and let through': gate({ verdict: 'notVerified', summary: TOLD }),
  'content not proven': gate({ freshness: 'assumed', toProve: TOLD }),
  'not seen': gate({ notVerified: [TOLD] }),
  'placed nowhere': gate({}, { unplaced: [{ object: { apiVersion: 'v1', kind: 'ConfigMap', name: TOLD }, selectedBy: [] }] }),
  'failed and tolerated': gate({ clusters: [...good.clusters, { name: TOLD, verdict: 'failed', stage: 'Applied', forgiven: true }] }),
  'told for information': gate({ diagnoses: [noted] }),
  'a plan that is not verified': plan({ notVerified: [TOLD] }),
  'a run of a plan that is not verified': plan({
    runs: [{ object: { ...good.object, kind: 'ClusterStagedUpdateRun' }, errors: [], notVerified: [TOLD], stages: [] }],
  }),
  'a placement that is not planned': plan({ unknown: true, scheduled: 'Pending', reason: TOLD, picked: [] }),
  'a plan that warns': plan({ change: { added: [], removed: [], kept: 1, warnings: [TOLD] } }),
  'nothing to do, and that is allowed': nothing,
};

test.each(Object.entries(DOUBTFUL))('has a note: %s', (_, report) => {
  expect(REPORT_FORMATS.filter((format) => !render(report, format).includes(TOLD))).toEqual([]);
});

test.each([
  ['a gate', gate({ diagnoses: [noted] }), `ClusterResourcePlacement/shop passed on 1 cluster; noted: ${TOLD}`],
  [
    'a plan',
    plan({ notVerified: ['x'] }),
    '1 placement over 1 cluster, all scheduled; not verified in part: ClusterResourcePlacement/shop',
  ],
])('%s is in the first line', (_, report, text) => {
  expect(headlineOf(report).text).toBe(text);
});

test('a pass without notes has no annotation', () => {
  const report = gate({});
  expect((['github', 'azure', 'gitlab'] as const).map((format) => render(report, format).trim())).toEqual(['', '', '[]']);
});

test('if nothing was there to check, nothing passed', () => {
  expect(headlineOf(nothing)).toMatchObject({ tone: 'open', word: 'NOTHING TO DO' });
});
