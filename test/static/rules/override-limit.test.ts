/** A hub and a namespace accept a hundred overrides. Which ones are refused depends on those that exist. */
import { describe, expect, it } from 'vitest';
import { overrideLimit } from '../../../src/static/rules/override-limit.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

function overrides(from: number, to: number, namespace?: string): string {
  const [kind, field] =
    namespace === undefined ? ['ClusterResourceOverride', 'clusterResourceSelectors'] : ['ResourceOverride', 'resourceSelectors'];
  const names = Array.from({ length: to - from + 1 }, (_, index) => `o-${String(from + index).padStart(3, '0')}`);
  const policy = { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: 'Delete' }] };
  return names
    .map((name) => {
      const spec = { [field ?? '']: [{ group: 'x.example', version: 'v1', kind: 'Thing', name }], policy };
      return JSON.stringify({ apiVersion: 'placement.kubernetes-fleet.io/v1', kind, metadata: { name, namespace }, spec });
    })
    .join('\n---\n');
}

interface Given {
  readonly files: Readonly<Record<string, string>>;
  readonly base?: string;
  readonly hub?: string;
}

function told({ files, base, hub }: Given): readonly string[] {
  const tree = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { findings } = lintTexts({ files: tree, base, hub }, [overrideLimit]);
  return findings.map(
    ({ effect, file, object, message }) => `${effect} ${file} ${object?.name ?? ''} ${/would be (\d+)/.exec(message)?.[1] ?? ''}`,
  );
}

describe('the number of overrides', () => {
  it('is counted for each namespace and each kind', () => {
    expect(told({ files: { 'a.yaml': [overrides(1, 100), overrides(1, 100, 'a'), overrides(1, 100, 'b')].join('\n---\n') } })).toEqual([]);
    expect(told({ files: { 'a.yaml': overrides(1, 102, 'a') } })).toEqual(['fails a.yaml o-101 102', 'fails a.yaml o-102 102']);
  });

  it('includes an override that is declared twice only once', () => {
    expect(told({ files: { 'a.yaml': overrides(1, 100), 'b.yaml': overrides(50, 100) } })).toEqual([]);
  });

  it('is less certain across folders, which may be for different hubs', () => {
    expect(told({ files: { 'dev/a.yaml': overrides(1, 100), 'prod/a.yaml': overrides(101, 101) } })).toEqual([
      'misbehaves prod/a.yaml o-101 101',
    ]);
    expect(told({ files: { 'dev/a.yaml': overrides(1, 100), 'prod/a.yaml': overrides(1, 100) } })).toEqual([]);
  });
});

describe('an override that existed before', () => {
  it('remains, under any name', () => {
    expect(told({ files: { 'a.yaml': overrides(1, 101) }, base: overrides(2, 101) })).toEqual(['fails a.yaml o-001 101']);
  });

  it('is not on one hub with the others if there were more than a hundred', () => {
    expect(told({ files: { 'a.yaml': overrides(1, 103) }, base: overrides(1, 102) })).toEqual(['misbehaves a.yaml o-103 103']);
  });
});

describe('an override that the change removes', () => {
  it('may exist until the others have been created', () => {
    const files = { 'a.yaml': overrides(2, 101) };
    expect(told({ files, base: overrides(1, 100) })).toEqual(['misbehaves a.yaml o-101 101']);
    expect(told({ files, base: overrides(1, 100), hub: overrides(2, 100) })).toEqual([]);
    expect(told({ files, base: overrides(1, 100), hub: overrides(1, 100) })).toEqual(['misbehaves a.yaml o-101 101']);
  });
});

describe('an override on the hub', () => {
  it('is counted although no manifest has it', () => {
    expect(told({ files: { 'a.yaml': overrides(200, 201) }, hub: overrides(1, 99) })).toEqual(['fails a.yaml o-201 101']);
    expect(told({ files: { 'a.yaml': overrides(200, 200) }, hub: overrides(1, 99) })).toEqual([]);
  });

  it('is not created again', () => {
    expect(told({ files: { 'a.yaml': overrides(1, 2) }, hub: overrides(1, 100) })).toEqual([]);
    expect(told({ files: { 'a.yaml': overrides(100, 101) }, hub: overrides(1, 100) })).toEqual(['fails a.yaml o-101 101']);
  });

  it('of another namespace is not counted', () => {
    expect(told({ files: { 'a.yaml': overrides(200, 201, 'a') }, hub: overrides(1, 100, 'b') })).toEqual([]);
  });
});
