import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { conditionsAt, findCondition } from '../../src/fleet/kubernetes/condition.ts';
import { field, isObject, listAt, objectAt, stringAt } from '../../src/fleet/json/json.ts';
import { displayName, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { ObjectStore } from '../../src/demo/hub/object-store.ts';
import type { StoryEvent } from '../../src/demo/hub/player.ts';
import { SERVED_TYPES } from '../../src/demo/hub/served-types.ts';
import { SAMPLE_REPO } from '../../src/demo/sample-repo.gen.ts';
import { objectsOf, shopStory } from '../../src/demo/story/shop-story.ts';
import { openStorybook } from '../../src/demo/story/storybook.ts';
import { configMap } from '../support/hubs/embedded-hub-client.ts';
import { isMissing, truthPath } from '../support/truth.ts';

const P = 'placement.kubernetes-fleet.io';
const PLACEMENTS = ['storefront', 'billing'];

/** The hub after each write, from the deploy on. */
function* states(): Generator<{ readonly seconds: number; readonly store: ObjectStore }> {
  const store = new ObjectStore(SERVED_TYPES);
  const story = shopStory();
  const deploy = story.findLastIndex((event) => event.type === 'MARK' && event.note === 'deploy');
  for (const [index, event] of story.entries()) {
    if (event.type === 'MARK') continue;
    store.put(event.object);
    if (index > deploy) yield { seconds: (Date.parse(event.t) - Date.parse(story[deploy]?.t ?? '')) / 1000, store };
  }
}

function ofKind(store: ObjectStore, group: string, kind: string): readonly KubeObject[] {
  const type = SERVED_TYPES.find((candidate) => candidate.group === group && candidate.kind === kind);
  return type === undefined ? [] : store.list(type);
}

function finalHub(): ObjectStore {
  const store = new ObjectStore(SERVED_TYPES);
  for (const event of shopStory()) if (event.type !== 'MARK') store.put(event.object);
  return store;
}

/** What `kubectl wait --for=condition=…Available` asks. */
function looksAvailable(store: ObjectStore, name: string): boolean {
  const placement = store.find(P, 'ClusterResourcePlacement', undefined, name);
  const available = findCondition(conditionsAt(placement, 'status', 'conditions'), 'ClusterResourcePlacementAvailable');
  return available?.status === 'True' && available.observedGeneration === placement?.metadata.generation;
}

describe('the shop’s two deploys', () => {
  test('are played in order and end within six seconds', () => {
    const times = shopStory().map(({ t }) => Date.parse(t));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect([...states()].at(-1)?.seconds).toBeLessThan(6);
  });

  test('storefront looks available on the old image for two seconds, then is in progress, then is available on the new one', () => {
    const phases: { readonly at: number; readonly look: string }[] = [];
    for (const { seconds, store } of states()) {
      const index = stringAt(store.find(P, 'ClusterResourcePlacement', undefined, 'storefront'), 'status', 'observedResourceIndex');
      const look = `${looksAvailable(store, 'storefront') ? 'available' : 'under way'} ${index}`;
      if (phases.at(-1)?.look !== look) phases.push({ at: seconds, look });
    }
    expect(phases).toEqual([
      { at: 0.02, look: 'available 0' },
      { at: 2, look: 'under way 1' },
      { at: 5, look: 'available 1' },
    ]);
  });

  test('storefront updates one cluster at a time', () => {
    for (const { store } of states()) {
      const moving = ofKind(store, P, 'ClusterResourceBinding').filter(
        (binding) =>
          binding.metadata.name.startsWith('storefront') &&
          conditionsAt(binding, 'status', 'conditions').some(
            ({ type, status, observedGeneration }) =>
              type === 'Available' && (status !== 'True' || observedGeneration !== binding.metadata.generation),
          ),
      );
      expect(moving.length).toBeLessThanOrEqual(1);
    }
  });

  test('billing is refused only on oslo, with another text at each retry', () => {
    const refusals = new Set<string>();
    for (const { store } of states()) {
      const failed = ofKind(store, P, 'ClusterResourceBinding').filter(
        (binding) => listAt(binding, 'status', 'failedPlacements').length > 0,
      );
      for (const binding of failed) {
        expect(stringAt(binding, 'spec', 'targetCluster')).toBe('oslo');
        refusals.add(stringAt(binding, 'status', 'failedPlacements', 0, 'condition', 'message') ?? '');
      }
    }
    expect(refusals.size).toBe(3);
    expect(new Set([...refusals].map((text) => text.replaceAll(/0x[0-9a-f]+/g, '0x'))).size).toBe(1);
    expect(looksAvailable(finalHub(), 'billing')).toBe(false);
  });

  test('bindings, works and snapshots refer to each other at all times', () => {
    for (const { store } of states()) {
      const snapshots = new Set(ofKind(store, P, 'ClusterResourceSnapshot').map(({ metadata }) => metadata.name));
      const bindings = new Map(ofKind(store, P, 'ClusterResourceBinding').map((binding) => [binding.metadata.name, binding]));
      for (const binding of bindings.values()) {
        const snapshot = stringAt(binding, 'spec', 'resourceSnapshotName') ?? '';
        expect(snapshot === '' || snapshots.has(snapshot)).toBe(true);
      }
      for (const work of ofKind(store, P, 'Work')) {
        const binding = bindings.get(work.metadata.labels?.['kubernetes-fleet.io/parent-resource-binding'] ?? '');
        expect(work.metadata.namespace).toBe(`fleet-member-${stringAt(binding, 'spec', 'targetCluster')}`);
        const snapshot = store.find(
          P,
          'ClusterResourceSnapshot',
          undefined,
          work.metadata.annotations?.['kubernetes-fleet.io/parent-resource-snapshot-name'] ?? '',
        );
        expect(field(work, 'spec', 'workload', 'manifests')).toEqual(field(snapshot, 'spec', 'selectedResources'));
      }
      for (const name of PLACEMENTS) {
        const latest = ofKind(store, P, 'ClusterResourceSnapshot').filter(
          ({ metadata: { labels = {} } }) =>
            labels['kubernetes-fleet.io/parent-CRP'] === name && labels['kubernetes-fleet.io/is-latest-snapshot'] === 'true',
        );
        expect(latest.length).toBeLessThanOrEqual(1);
      }
    }
  });

  test('no condition has a generation that its object has not reached', () => {
    for (const { store } of states()) {
      for (const kind of ['ClusterResourcePlacement', 'ClusterResourceBinding', 'ClusterSchedulingPolicySnapshot', 'Work']) {
        for (const object of ofKind(store, P, kind)) {
          for (const { observedGeneration = 0 } of conditionsAt(object, 'status', 'conditions')) {
            expect([displayName({ kind, ...object.metadata }), observedGeneration <= (object.metadata.generation ?? 0)]).toContain(true);
          }
        }
      }
    }
  });
});

test('a storybook keeps uid, creation time and the transition time of a condition whose status does not change', () => {
  const book = openStorybook('2026-01-01T00:00:10Z');
  const ready = (status: string): KubeObject => ({
    ...configMap('ns', 'a'),
    status: { conditions: [{ type: 'Ready', status, lastTransitionTime: book.now }] },
  });
  book.at(0);
  book.put(ready('True'));
  book.at(5);
  book.put(ready('True'));
  book.at(9);
  book.put(ready('False'));
  const seen = book.events.map((event) =>
    event.type === 'MARK' ? '' : stringAt(event.object, 'status', 'conditions', 0, 'lastTransitionTime'),
  );
  expect(seen).toEqual(['2026-01-01T00:00:10Z', '2026-01-01T00:00:10Z', '2026-01-01T00:00:19Z']);
  expect(new Set(book.events.map((event) => (event.type === 'MARK' ? '' : `${event.type} ${event.object.metadata.uid}`))).size).toBe(2);
  expect(() => book.at(8)).toThrow(/cannot go back/);
});

test('every file of the sample repository is embedded and parses', () => {
  expect(SAMPLE_REPO.length).toBeGreaterThan(8);
  for (const { path: file, text } of SAMPLE_REPO) {
    expect(text).toBe(readFileSync(path.resolve('fixtures/demo/repo', file), 'utf8'));
    for (const object of objectsOf(file)) expect(stringAt(object, 'kind')).toBeDefined();
  }
});

test.skipIf(isMissing('recordings/v0.3.1'))('every field of the story is one that real hubs write', () => {
  const real = new Map<string, Set<string>>();
  for (const name of ['fresh-image-change', 'foreign-owner']) {
    const lines = readFileSync(truthPath('recordings/v0.3.1', name, 'events.jsonl'), 'utf8')
      .trim()
      .split('\n');
    for (const line of lines) collect(JSON.parse(line) as StoryEvent, real);
  }
  const told = new Map<string, Set<string>>();
  for (const event of shopStory()) collect(event, told);
  for (const kind of [
    'ClusterResourcePlacement',
    'ClusterResourceBinding',
    'ClusterResourceSnapshot',
    'ClusterSchedulingPolicySnapshot',
    'Work',
    'MemberCluster',
  ]) {
    const known = real.get(kind) ?? new Set();
    expect([kind, [...(told.get(kind) ?? [])].filter((entry) => !known.has(entry))]).toEqual([kind, []]);
  }
});

/** Paths of an object's fields, list places and free maps left out; with conditions, their type, status and reason. */
function collect(event: StoryEvent, into: Map<string, Set<string>>): void {
  if (event.type === 'MARK') return;
  const paths = into.get(event.object.kind) ?? new Set<string>();
  into.set(event.object.kind, paths);
  walk(event.object, '');

  function walk(value: unknown, at: string): void {
    if (/^\.spec\.(selectedResources|workload)|^\.status\.(resourceUsage|properties)|^\.metadata\.(labels|annotations)/.test(at)) return;
    if (Array.isArray(value)) for (const item of value) walk(item, `${at}[]`);
    if (!isObject(value)) return;
    if (typeof value['reason'] === 'string' && typeof value['type'] === 'string')
      paths.add(`${at} ${value['type']} ${String(value['status'])} ${value['reason']}`);
    for (const [key, child] of Object.entries(value)) {
      paths.add(`${at}.${key}`);
      walk(child, `${at}.${key}`);
    }
  }
  for (const [key] of Object.entries(objectAt(event.object, 'metadata', 'labels') ?? {}))
    if (event.object.kind !== 'MemberCluster') paths.add(`label ${key}`);
  for (const [key] of Object.entries(objectAt(event.object, 'metadata', 'annotations') ?? {})) paths.add(`annotation ${key}`);
}
