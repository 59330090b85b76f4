import { expect, test } from 'vitest';
import { causesOf, clustersOf, objectsText, otherPlaces, outcomeText, placesToShow } from '../../src/report/facts/gate/causes.ts';
import type { Diagnosis } from '../../src/report.ts';

const denied = (cluster: string, name: string, parts: Partial<Diagnosis> = {}): Diagnosis => ({
  id: 'apply-denied',
  title: 'A policy denies the object',
  outcome: 'terminal',
  cluster,
  object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'web', name },
  evidence: [`configmaps "${name}" is forbidden`],
  explain: `The API server of ${cluster} said: configmaps "${name}" is forbidden`,
  remedy: [`Change ConfigMap/web/${name}, or the policy on ${cluster}.`],
  docs: 'https://kubefleet.dev/docs/',
  ...parts,
});

test('one fault at many places is one cause that lists every place', () => {
  const causes = causesOf([denied('m1', 'a'), denied('m1', 'b.c'), denied('m2', 'a')]);
  expect(causes).toHaveLength(1);
  const [cause] = causes;
  if (cause === undefined) return;
  expect(cause.places.map(({ cluster, object }) => `${cluster ?? ''} ${object?.name ?? ''}`)).toEqual(['m1 a', 'm1 b.c', 'm2 a']);
  expect(cause.remedy).toEqual(['Change ConfigMap/web/a, or the policy on m1.']);
  expect(clustersOf(cause)).toEqual(['m1', 'm2']);
  expect(objectsText(cause)).toBe('');
});

test('evidence that differs only in names is shown once', () => {
  const [cause] = causesOf([denied('m1', 'a'), denied('m2', 'b'), denied('m3', 'c', { evidence: ['quota exceeded'] })]);
  if (cause === undefined) throw new Error('no cause');
  const { shown, others } = placesToShow(cause);
  expect(shown.map(({ cluster }) => cluster)).toEqual(['m1', 'm3']);
  expect(others.map(({ cluster }) => cluster)).toEqual(['m2']);
});

test('the Work of another member and another time add no evidence', () => {
  const [cause] = causesOf(
    ['m1', 'm2'].map((cluster, index) =>
      denied(cluster, 'a', { evidence: [`Work fleet-member-${cluster}/a-work: denied`, `so since 2026-11-21T03:0${index}:00Z`] }),
    ),
  );
  expect(cause === undefined ? [] : placesToShow(cause).shown.map(({ cluster }) => cluster)).toEqual(['m1']);
});

test('places that are only named are named as shortly as possible', () => {
  const namesOf = (...diagnoses: readonly Diagnosis[]): ReturnType<typeof otherPlaces> | undefined =>
    causesOf(diagnoses).map((cause) => otherPlaces(cause))[0];
  expect(namesOf(denied('m1', 'a'), denied('m2', 'a'), denied('m3', 'a'))).toEqual({ names: ['m2', 'm3'], more: 0 });
  expect(namesOf(denied('m1', 'a'), denied('m1', 'b'))).toEqual({ on: 'm1', names: ['ConfigMap/web/b'], more: 0 });
  expect(namesOf(denied('m1', 'a'), denied('m2', 'b'), denied('m3', 'c'))).toEqual({
    names: ['m2: ConfigMap/web/b', 'm3: ConfigMap/web/c'],
    more: 0,
  });
});

test('objects are counted if there are more of them than clusters', () => {
  const [cause] = causesOf(['a', 'b', 'c'].map((name) => denied('m1', name)));
  expect(cause === undefined ? '' : objectsText(cause)).toBe('3 objects');
});

test('another remedy, outcome or title is another cause, and the worst comes first', () => {
  const other = denied('m1', 'a', { remedy: ['Something else.'], outcome: 'waiting' });
  const renamed = denied('m1', 'a', { title: 'A webhook denies the object' });
  expect(causesOf([other, denied('m1', 'a'), renamed]).map(({ outcome, title }) => `${outcome} ${title}`)).toEqual([
    'terminal A policy denies the object',
    'terminal A webhook denies the object',
    'waiting A policy denies the object',
  ]);
});

test('a name that is part of another word is not replaced', () => {
  const causes = causesOf([denied('m1', 'a', { remedy: ['Look at m10.'] }), denied('m10', 'a', { remedy: ['Look at m10.'] })]);
  expect(causes).toHaveLength(2);
});

test('a probable cause shows how long until it becomes a failure, or the time if the last check is not known', () => {
  const suspect = { outcome: 'suspect', countsAt: '2026-11-20T03:16:40Z' } as const;
  expect(outcomeText(suspect, '2026-11-20T03:15:52Z')).toBe('probable cause, becomes a failure in 48s');
  expect(outcomeText(suspect, undefined)).toBe('probable cause, becomes a failure at 03:16:40');
});
