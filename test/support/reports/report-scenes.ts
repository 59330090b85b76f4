import type { Report } from '../../../src/report.ts';
import { WHOLE_REPORT } from './whole-report.ts';

const { lint, plan, gate, doctor, removals, settings, silenced, notes, message, schema, tool } = WHOLE_REPORT;
const head = { schema, tool };
const [finding] = lint.findings;
const [placement] = gate.placements;
const [run] = gate.runs;
const [planned] = plan.placements;
if (finding === undefined || placement === undefined || run === undefined || planned === undefined) throw new Error('a part is missing');
const { suppressed: _, ...stands } = finding;
const { message: _message, ...told } = gate;
const { refused: _refused, ...taken } = planned;
const { selectedBy: _selectedBy, ...nowhere } = gate.unplaced[0] ?? { selectedBy: [], object: placement.object };
const terminal = placement.diagnoses.map(({ forgiven: _forgiven, countsAt: _countsAt, since: _since, ...each }) => ({
  ...each,
  outcome: 'terminal' as const,
}));

/** More clusters than a report lists one by one. */
const grouped = placement.clusters.flatMap((cluster) =>
  [1, 2, 3, 4].map((number) => ({
    ...cluster,
    name: `${cluster.name}-${number}`,
    group: number === 1 ? 'sweden' : 'norway',
  })),
);

/** Reports that together show every text of the contract. One report cannot, because each outcome leaves out texts of the others. */
export const SCENES: Readonly<Record<string, Report>> = {
  lint: {
    ...head,
    command: 'lint',
    outcome: 'findings',
    exitCode: 1,
    silenced,
    notes,
    removals,
    settings,
    lint: {
      ...lint,
      findings: [stands, { ...finding, rule: 'name-length' }, { ...stands, rule: 'toleration-key', state: 'fixed' }],
      notEvaluated: [...lint.notEvaluated, { file: 'deploy/notes.txt', line: 1, reason: 'no manifest' }],
    },
  },
  'not evaluated': { ...head, command: 'lint', outcome: 'notEvaluated', exitCode: 6, lint: { ...lint, findings: [] } },
  doctor: { ...head, command: 'doctor', outcome: 'notAllowed', exitCode: 5, doctor },
  'doctor beside a gate': {
    ...head,
    command: 'wait',
    outcome: 'notAllowed',
    exitCode: 5,
    gate: { outcome: 'notAllowed', message: 'placements may not be read', placements: [], runs: [], timeline: [] },
    doctor,
  },
  plan: { ...head, command: 'plan', outcome: 'findings', exitCode: 1, plan: { ...plan, placements: [taken, planned] } },
  'quiet plan': {
    ...head,
    command: 'plan',
    outcome: 'clean',
    exitCode: 0,
    plan: {
      clusters: 2,
      placements: [
        {
          ...taken,
          change: { added: [], removed: [], kept: 2 },
          diff: [],
          diffNotVerified: [],
          overrides: [],
          runs: [],
          notVerified: [],
          open: [],
        },
      ],
    },
  },
  gate: {
    ...head,
    command: 'wait',
    outcome: 'failed',
    exitCode: 1,
    gate: { ...told, placements: [{ ...placement, diagnoses: terminal }], runs: [] },
  },
  run: { ...head, command: 'wait', outcome: 'timedOut', exitCode: 70, gate: { ...gate, outcome: 'timedOut', placements: [], runs: [run] } },
  groups: {
    ...head,
    command: 'wait',
    outcome: 'failed',
    exitCode: 1,
    gate: {
      ...told,
      placements: [
        { ...placement, clusters: grouped, diagnoses: [] },
        { ...placement, clusters: grouped },
      ],
      runs: [{ ...run, clusters: grouped }],
    },
  },
  silent: {
    ...head,
    command: 'diagnose',
    outcome: 'stuck',
    exitCode: 12,
    gate: { ...told, outcome: 'stuck', placements: [{ ...placement, diagnoses: [] }], runs: [], unplaced: [], timeline: [] },
  },
  forgiven: { ...head, command: 'wait', outcome: 'passed', exitCode: 0, gate: { ...told, outcome: 'passed', runs: [] } },
  unplaced: {
    ...head,
    command: 'wait',
    outcome: 'failed',
    exitCode: 1,
    gate: { outcome: 'failed', placements: [], runs: [], unplaced: [{ ...nowhere, selectedBy: [] }], timeline: [] },
  },
  unreachable: {
    ...head,
    command: 'wait',
    outcome: 'unreachable',
    exitCode: 4,
    gate: { outcome: 'unreachable', message: gate.message, placements: [], runs: [], timeline: [] },
  },
  usage: { ...head, command: 'lint', outcome: 'usage', exitCode: 2, message },
};
