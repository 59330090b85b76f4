import { describe, expect, it } from 'vitest';
import { originFinder, type Places } from '../../../src/static/compare/origins.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { keyOfManifest } from '../../../src/static/world/manifest-key.ts';

/** Each overlay has one object of the same name, with this text, and one with the text behind a plus, if there is one. */
function places(texts: Readonly<Record<string, string>>): Places {
  return new Map(
    Object.entries(texts).map(([overlay, text]) => {
      const yaml = text
        .split('+')
        .map((value, at) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c${String(at)} }\ndata: { a: "${value}" }\n`);
      return [overlay, parseManifests(yaml.join('---\n'), `${overlay}/c.yaml`).manifests.map((manifest) => ({ ...manifest, overlay }))];
    }),
  );
}

/** From where the first object of each place may have come. */
function origins(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string>>,
  isPossible?: (from: string, to: string) => boolean,
): Readonly<Record<string, readonly string[]>> {
  const [before, now] = [places(base), places(head)];
  const isOrigin = originFinder(before, now, isPossible);
  const [key = ''] = [...before.values()].flat().map(keyOfManifest);
  return Object.fromEntries([...now.keys()].map((to) => [to, [...before.keys()].filter((from) => isOrigin(key, from, to))]));
}

describe('an object of a new place has come from', () => {
  it('the only place that no longer has it', () => {
    expect(origins({ a: '1', b: '1' }, { b: '1', c: '2' })).toEqual({ b: [], c: ['a'] });
  });

  it('the place with equal objects, whatever the names are', () => {
    expect(origins({ 'x/dev': '1', 'x/prod': '2' }, { 'y/dev': '2', 'y/prod': '1' })).toEqual({ 'y/dev': ['x/prod'], 'y/prod': ['x/dev'] });
  });

  it('of several with equal objects, the one with the same last name', () => {
    expect(origins({ 'x/eu': '1', 'x/us': '1' }, { 'y/eu': '1', 'y/us': '2' })).toEqual({ 'y/eu': ['x/eu'], 'y/us': ['x/us'] });
  });

  it('the place with the same last names', () => {
    const base = { 'x/dev/eu': '1', 'x/prod/eu': '2' };
    expect(origins(base, { 'y/dev/eu': '3', 'y/prod/eu': '4' })).toEqual({ 'y/dev/eu': ['x/dev/eu'], 'y/prod/eu': ['x/prod/eu'] });
  });

  it('the release of a chart with the same values', () => {
    const base = { 'charts/a (charts/a/dev.yaml)': '1', 'charts/a (charts/a/prod.yaml)': '2' };
    expect(origins(base, { 'charts/b (charts/b/prod.yaml)': '3' })).toEqual({
      'charts/b (charts/b/prod.yaml)': ['charts/a (charts/a/prod.yaml)'],
    });
  });

  it('the place with more equal objects', () => {
    const base = { 'x/dev': '1+5', 'x/prod': '2+6' };
    expect(origins(base, { 'y/p': '3+6', 'y/d': '4+5' })).toEqual({ 'y/p': ['x/prod'], 'y/d': ['x/dev'] });
  });

  it('each of those that are equally like it', () => {
    expect(origins({ a: '1', b: '2' }, { c: '3' })).toEqual({ c: ['a', 'b'] });
    expect(origins({ a: '1' }, { b: '2', c: '3' })).toEqual({ b: ['a'], c: ['a'] });
  });

  it('each of those that are only similar, if these have gone nowhere else', () => {
    expect(origins({ a: '1+5', b: '2+6' }, { c: '3+6' })).toEqual({ c: ['b', 'a'].toSorted() });
  });

  it('no place that another one has come from for certain', () => {
    expect(origins({ 'x/prod': '1' }, { 'y/prod': '1', 'y/test': '2' })).toEqual({ 'y/prod': ['x/prod'], 'y/test': [] });
  });

  it('no place for another hub', () => {
    expect(origins({ 'x/dev': '1', 'x/prod': '2' }, { 'y/dev': '1' }, (from) => from === 'x/prod')).toEqual({ 'y/dev': ['x/prod'] });
  });
});
