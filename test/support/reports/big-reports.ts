import { DIFF_LIMITS, DiffBudget } from '../../../src/cli/tree/diff-budget.ts';
import type { Report } from '../../../src/report.ts';
import { SCENES } from './report-scenes.ts';
import { WHOLE_REPORT } from './whole-report.ts';

/** Reports with `count` entries in each of their lists, as a hostile tree or a large fleet produces them. */
export function bigReports(count: number): Readonly<Record<string, Report>> {
  const { lint, plan, gate } = SCENES;
  const [finding] = lint?.lint?.findings ?? [];
  const [placement] = gate?.gate?.placements ?? [];
  const [planned] = plan?.plan?.placements ?? [];
  if (lint?.lint === undefined || plan?.plan === undefined || gate?.gate === undefined) throw new Error('a scene is gone');
  if (finding === undefined || placement === undefined || planned?.change === undefined) throw new Error('a part of a scene is gone');
  const [cluster] = placement.clusters;
  const [diagnosis] = placement.diagnoses;
  if (cluster === undefined || diagnosis === undefined) throw new Error('a part of a scene is gone');
  const many = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: count }, (_, index) => make(index));
  const names = many((index) => `member-${index}`);
  const reasons = names.map((name) => ({ cluster: name, plugin: 'TaintToleration', reason: `taint ${name}` }));
  const changed = names.map((name) => ({
    resource: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name },
    reason: 'x',
    clusters: names.slice(0, 3),
  }));
  // A plan never shows more than this, regardless of the change.
  const budget = new DiffBudget(DIFF_LIMITS);
  const lines = names.map((name) => `+${name}`);
  const diffs = changed.flatMap(({ resource }) => budget.cut({ resource, clusters: names, what: 'changed', lines }) ?? []);
  return {
    'findings of one object': { ...lint, lint: { ...lint.lint, findings: many(() => finding) } },
    'findings of as many files': { ...lint, lint: { ...lint.lint, findings: names.map((file) => ({ ...finding, file })) } },
    'inputs that were not evaluated': {
      ...lint,
      lint: { ...lint.lint, notEvaluated: names.map((file) => ({ file, line: 1, reason: 'x', fleetObject: true })) },
    },
    'notes and what a change silences': {
      ...lint,
      notes: names,
      silenced: names,
      removals: many(() => WHOLE_REPORT.removals[0]).flatMap((each) => each ?? []),
    },
    placements: { ...plan, plan: { ...plan.plan, placements: many(() => planned), assumptions: names } },
    'clusters that a plan moves': {
      ...plan,
      plan: {
        ...plan.plan,
        placements: [
          {
            ...planned,
            picked: names,
            unpicked: reasons,
            change: { ...planned.change, added: names, removed: names, reasons, resources: { added: changed, changed, removed: changed } },
          },
        ],
      },
    },
    'clusters that fail': {
      ...gate,
      gate: {
        ...gate.gate,
        placements: [
          {
            ...placement,
            clusters: names.map((name) => ({ ...cluster, name })),
            diagnoses: names.map((name) => ({ ...diagnosis, cluster: name, evidence: [`${name} says no`] })),
          },
        ],
        timeline: names.map((name) => ({
          at: '2026-11-20T03:11:40Z',
          object: placement.object,
          cluster: name,
          stage: 'Applied',
          to: 'failed',
        })),
      },
    },
    'failures of one cluster': {
      ...gate,
      gate: {
        ...gate.gate,
        placements: [{ ...placement, diagnoses: names.map((name) => ({ ...diagnosis, title: name, evidence: [name] })) }],
      },
    },
    'objects that are placed nowhere': {
      ...gate,
      gate: {
        ...gate.gate,
        unplaced: changed.map(({ resource }) => ({ object: resource, selectedBy: [resource] })),
        runs: [],
        placements: [],
      },
    },
    'objects that change on clusters': {
      ...plan,
      plan: {
        ...plan.plan,
        diff: { notVerified: [], ...plan.plan.diff, ...budget.numbers() },
        placements: [
          {
            ...planned,
            diff: diffs,
            diffNotVerified: changed.map(({ resource }) => ({ resource, clusters: names.slice(0, 3), reason: 'Nobody knows.' })),
          },
        ],
      },
    },
  };
}
