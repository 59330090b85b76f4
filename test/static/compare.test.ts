/** What a base said of overlays, and whether a finding of the head is more than that. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/finding.ts';
import type { LintReport } from '../../src/report.ts';
import { compareWithBase } from '../../src/static/compare.ts';
import { hubsOfPlaces } from '../../src/static/hubs-of.ts';
import type { Manifest } from '../../src/static/manifest.ts';

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
  // What nobody could judge is held against the base in the same way.
  const notEvaluated = findings.map(({ file, object, ...more }) => ({ file, line: 1, reason: 'Not known.', object, ...more }));
  return { findings: findings as unknown as readonly Finding[], notEvaluated } as unknown as LintReport;
}

function inOverlays(names: readonly string[]): readonly Manifest[] {
  return names.map(
    (overlay) => ({ file: 'a.yaml', overlay, object: { kind: 'Namespace', metadata: { name: 'shop' } } }) as unknown as Manifest,
  );
}

/** Both trees have overlays of these names. */
function states(
  head: Told,
  base: Told,
  now: readonly string[] = ['dev', 'prod'],
  before: readonly string[] = ['dev', 'prod'],
): readonly unknown[] {
  const hubsOf = hubsOfPlaces(inOverlays(now), inOverlays(before));
  const { findings, notEvaluated } = compareWithBase(reportOf(head), reportOf(base), hubsOf);
  const found = findings.map(({ state }) => state);
  expect(notEvaluated.map(({ state }) => state)).toEqual(found.filter((state) => state !== 'fixed'));
  return found;
}

describe('a finding of overlays', () => {
  it.each<[string, Told, Told, readonly string[]]>([
    ['that were the same before', [['dev', 'prod']], [['dev', 'prod']], ['unchanged']],
    ['of which one had none before', [['dev', 'prod']], [['dev']], ['new']],
    ['was in another one before', [['prod']], [['dev']], ['new', 'fixed']],
    ['left one of them', [['dev']], [['dev', 'prod']], ['unchanged']],
    ['stands in two files now', [['dev'], ['prod']], [['dev', 'prod']], ['unchanged', 'unchanged']],
    ['stood in two files before', [['dev', 'prod']], [['dev'], ['prod']], ['unchanged']],
    ['stands there twice now', [['dev'], ['dev']], [['dev']], ['unchanged', 'new']],
    ['stood in a plain file before', [['dev', 'prod']], [[]], ['unchanged']],
    ['stands in a plain file now, and so reaches all', [[]], [['dev']], ['new', 'fixed']],
  ])('%s', (_, head, base, expected) => {
    expect(states(head, base)).toEqual(expected);
  });

  it.each<[string, Told, Told, readonly string[], readonly string[], readonly string[]]>([
    ['got another name', [['test', 'prod']], [['dev', 'prod']], ['test', 'prod'], ['dev', 'prod'], ['unchanged']],
    ['got another name, beside one that is new', [['stage', 'test']], [['dev']], ['stage', 'test'], ['dev'], ['new']],
    ['is new, beside one that had it', [['dev', 'prod']], [['dev']], ['dev', 'prod'], ['dev'], ['new']],
    ['alone had it and is gone', [['prod']], [['dev']], ['prod'], ['dev', 'prod'], ['new', 'fixed']],
    ['is gone, and became a plain file', [[]], [['dev']], ['prod'], ['dev', 'prod'], ['unchanged']],
  ])('of which one %s', (_, head, base, now, before, expected) => {
    expect(states(head, base, now, before)).toEqual(expected);
  });
});
