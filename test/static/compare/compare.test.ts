/** Findings of overlays in the base, and whether those of the head go beyond them. */
import { describe, expect, it, test } from 'vitest';
import type { Finding, NotEvaluated, Severity } from '../../../src/finding.ts';
import type { LintReport } from '../../../src/report.ts';
import { compareWithBase, comparedUnevaluated } from '../../../src/static/compare/compare.ts';
import { hubsBetween } from '../../../src/static/compare/hubs-of.ts';
import type { Manifest } from '../../../src/static/world/manifest.ts';

/** Each finding by the overlays that it was found in; none of a plain file. */
type Told = readonly (readonly string[])[];

function reportOf(told: Told): LintReport {
  const findings = told.map((overlays, index) => ({
    rule: 'refused-content',
    message: 'No.',
    file: `${String(index)}.yaml`,
    object: { apiVersion: 'v1', kind: 'Namespace', name: 'shop' },
    ...(overlays.length === 0 ? {} : { rendered: { overlays, command: 'kustomize build' } }),
  }));
  return { findings: findings as unknown as readonly Finding[], notEvaluated: [] } as unknown as LintReport;
}

type Tree = Parameters<typeof hubsBetween>[0];

/** A tree with an object in each of these overlays. */
function treeOf(names: readonly string[], notEvaluated: readonly NotEvaluated[] = []): Tree {
  const manifests = names.map(
    (overlay) =>
      ({
        file: 'a.yaml',
        overlay,
        object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
        unresolved: [],
      }) as unknown as Manifest,
  );
  return { manifests, notEvaluated };
}

/** Both trees have overlays of these names. */
function states(
  head: Told,
  base: Told,
  now: readonly string[] = ['dev', 'prod'],
  before: readonly string[] = ['dev', 'prod'],
): readonly unknown[] {
  const hubs = hubsBetween(treeOf(now), treeOf(before));
  return compareWithBase(reportOf(head), reportOf(base), hubs).findings.map(({ state }) => state);
}

describe('a finding of two overlays', () => {
  it.each<[string, Told, Told, readonly string[]]>([
    ['that were the same before', [['dev', 'prod']], [['dev', 'prod']], ['unchanged']],
    ['of which one had none before', [['dev', 'prod']], [['dev']], ['new']],
    ['was in another one before', [['prod']], [['dev']], ['new', 'fixed']],
    ['left one of them', [['dev']], [['dev', 'prod']], ['unchanged']],
    ['is in two files now', [['dev'], ['prod']], [['dev', 'prod']], ['unchanged', 'unchanged']],
    ['was in two files before', [['dev', 'prod']], [['dev'], ['prod']], ['unchanged']],
    ['is there twice now', [['dev'], ['dev']], [['dev']], ['unchanged', 'new']],
    ['was in a plain file before, which neither of them listed', [['dev', 'prod']], [[]], ['new']],
    ['is in a plain file now, and so applies to all', [[]], [['dev']], ['new', 'fixed']],
  ])('is compared with the base: %s', (_, head, base, expected) => {
    expect(states(head, base)).toEqual(expected);
  });

  it.each<[string, Told, Told, readonly string[], readonly string[], readonly string[]]>([
    ['got another name', [['test', 'prod']], [['dev', 'prod']], ['test', 'prod'], ['dev', 'prod'], ['unchanged']],
    ['got another name, beside one that is new', [['stage', 'test']], [['dev']], ['stage', 'test'], ['dev'], ['new']],
    ['is new, beside one that had it', [['dev', 'prod']], [['dev']], ['dev', 'prod'], ['dev'], ['new']],
    ['alone had it and is gone', [['prod']], [['dev']], ['prod'], ['dev', 'prod'], ['new', 'fixed']],
    ['is gone, and became a plain file', [[]], [['dev']], ['prod'], ['dev', 'prod'], ['unchanged']],
  ])('is compared with the base if one of them %s', (_, head, base, now, before, expected) => {
    expect(states(head, base, now, before)).toEqual(expected);
  });
});

test.each<[Severity, Severity, string]>([
  ['warning', 'error', 'new'],
  ['notice', 'warning', 'new'],
  ['error', 'error', 'unchanged'],
  ['error', 'warning', 'unchanged'],
])('a finding that was of severity %s and is of severity %s is %s', (before, now, state) => {
  const withSeverity = (severity: Severity): LintReport => {
    const report = reportOf([['prod']]);
    return { ...report, findings: report.findings.map((finding) => ({ ...finding, severity })) };
  };
  expect(compareWithBase(withSeverity(now), withSeverity(before)).findings).toMatchObject([{ state }]);
});

describe('a note about what was not checked', () => {
  const TEMPLATE = 'A template.';

  function left(overlays: readonly string[], file: string, object?: NotEvaluated['object']): NotEvaluated {
    return {
      file,
      line: 1,
      reason: TEMPLATE,
      ...(object === undefined ? {} : { object }),
      ...(overlays.length === 0 ? {} : { rendered: { overlays } }),
    };
  }

  /** Entries for one object, each in a separate file. */
  function entries(told: Told): readonly NotEvaluated[] {
    return told.map((overlays, index) => left(overlays, `${String(index)}.yaml`, { apiVersion: 'v1', kind: 'Namespace', name: 'shop' }));
  }

  function statesOf(head: Tree, base: Tree): readonly unknown[] {
    return comparedUnevaluated(head.notEvaluated, base.notEvaluated, hubsBetween(head, base)).map(({ state }) => state);
  }

  const BOTH = ['dev', 'prod'];

  it.each<[string, Told, Told, readonly string[], readonly string[], readonly string[]]>([
    ['in the same overlays before', [['dev', 'prod']], [['dev', 'prod']], BOTH, BOTH, ['unchanged']],
    ['in one of its overlays before', [['dev', 'prod']], [['dev']], BOTH, BOTH, ['new']],
    ['in another overlay before', [['prod']], [['dev']], BOTH, BOTH, ['new']],
    ['in more overlays before', [['dev']], [['dev', 'prod']], BOTH, BOTH, ['unchanged']],
    ['in another file of its overlay before', [['prod'], ['dev']], [['dev'], ['prod']], BOTH, BOTH, ['unchanged', 'unchanged']],
    ['in a plain file of a base without overlays', [['dev', 'prod']], [[]], BOTH, [], ['unchanged']],
    ['in an overlay with another name', [['test']], [['dev']], ['test'], ['dev'], ['unchanged']],
    ['in an overlay with another name, beside a new one', [['stage', 'test']], [['dev']], ['stage', 'test'], ['dev'], ['new']],
    ['in a plain file that stays, beside its copy', [['dev'], []], [[]], BOTH, BOTH, ['new', 'unchanged']],
    ['only in overlays that are left, and reaches all now', [[]], [['dev']], BOTH, BOTH, ['new']],
    ['once, and is there twice now', [['dev'], ['dev']], [['dev']], BOTH, BOTH, ['unchanged', 'new']],
  ])('is compared with the base: %s', (_, head, base, now, before, expected) => {
    expect(statesOf(treeOf(now, entries(head)), treeOf(before, entries(base)))).toEqual(expected);
  });

  it('of an overlay without other facts is not matched with an overlay under a new name', () => {
    // Neither could be rendered, so no manifest shows `dev` in the head: it still exists, and `prod` is new.
    const base = treeOf([], [left(['dev'], 'a.yaml')]);
    const head = treeOf([], [left(['dev'], 'b.yaml'), left(['prod'], 'a.yaml')]);
    expect(statesOf(head, base)).toEqual(['new', 'new']);
    expect(statesOf(treeOf([], [left(['prod'], 'a.yaml')]), base)).toEqual(['unchanged']);
  });
});
