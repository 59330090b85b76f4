import { expect, test } from 'vitest';
import type { HubState, ResourceType, Visibility } from '../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { MemoByReads } from '../../src/gates/memo-by-reads.ts';
import { FollowedHub } from '../support/recordings/followed-hub.ts';

const WORK = { group: 'placement.kubernetes-fleet.io', kind: 'Work' };
const SPACE = { group: '', kind: 'Namespace' };
const NOW = new Date('2026-03-04T10:00:00Z');

test('objects of a type without changes are not requested again', () => {
  const { put, look } = told();
  put(work('a', 1));
  put(space('one', 1));
  look();
  put(space('two', 1));
  expect(look()).toEqual({ answer: 'a1 one1 seen', asked: ['Namespace'] });
  expect(look()).toEqual({ answer: 'a1 one1 seen', asked: [] });
});

test('visibility is requested at each check, because it can change without an object', () => {
  const { put, look } = told();
  put(work('a', 1));
  look();
  expect(look({ kind: 'denied', message: 'not yours' })).toEqual({ answer: 'a1  denied', asked: ['Work', 'Namespace'] });
  expect(look().answer).toBe('a1  seen');
});

test('an answer that was not needed at one check is compared in full at the next one', () => {
  const { put, look, pass } = told();
  put(work('a', 1));
  look();
  put(work('a', 2));
  pass();
  pass();
  expect(look().answer).toBe('a2  seen');
});

test('an object that is added, deleted and added again is noticed each time', () => {
  const { put, remove, look } = told();
  expect(look().answer).toBe('  seen');
  put(work('a', 1));
  expect(look().answer).toBe('a1  seen');
  remove(work('a', 1));
  expect(look().answer).toBe('  seen');
  put(work('a', 1));
  expect(look().answer).toBe('a1  seen');
});

test('all objects of a type are listed once in a check for all results that need them, and each change is noticed', () => {
  const hub = new FollowedHub();
  const known = new MemoByReads<string>();
  let lists = 0;
  const look = (): readonly string[] => {
    const state = hub.state(NOW);
    const list = (type: ResourceType): readonly KubeObject[] => (lists++, state.list(type));
    const names = (seen: HubState): string => seen.list(WORK).map(textOf).join(' ');
    const counted = { ...state, list };
    return ['one', 'two', 'three'].map((key) => known.of(key, counted, (each) => `${key} ${names(each)}`));
  };
  hub.apply({ type: 'ADDED', object: work('a', 1) });
  expect(look()).toEqual(['one a1', 'two a1', 'three a1']);
  lists = 0;
  expect(look()).toEqual(['one a1', 'two a1', 'three a1']);
  expect(lists).toBe(1);
  hub.apply({ type: 'MODIFIED', object: work('a', 2) });
  expect(look()).toEqual(['one a2', 'two a2', 'three a2']);
  hub.apply({ type: 'DELETED', object: work('a', 2) });
  expect(look()).toEqual(['one ', 'two ', 'three ']);
});

interface Told {
  readonly put: (object: KubeObject) => void;
  readonly remove: (object: KubeObject) => void;
  /** The answer, and the kinds of objects that were asked for. */
  readonly look: (visibility?: Visibility) => { readonly answer: string; readonly asked: readonly string[] };
  /** A look that does not need the answer. */
  readonly pass: () => void;
}

function told(): Told {
  const hub = new FollowedHub();
  // So that the types are there from the start.
  for (const object of [work('x', 0), space('x', 0)]) for (const type of ['ADDED', 'DELETED'] as const) hub.apply({ type, object });
  const known = new MemoByReads<string>();
  const asked = new Set<string>();
  const stateOf = (visibility: Visibility): HubState => {
    const state = hub.state(NOW);
    const get: HubState['get'] = (type, namespace, name) => {
      asked.add(type.kind);
      return state.get(type, namespace, name);
    };
    return { ...state, get, visibility: () => visibility };
  };
  return {
    put: (object) => hub.apply({ type: 'MODIFIED', object }),
    remove: (object) => hub.apply({ type: 'DELETED', object }),
    look: (visibility = { kind: 'seen' }) => {
      asked.clear();
      const answer = known.of('it', stateOf(visibility), (each) => {
        const texts = [each.get(WORK, 'n', 'a'), each.get(SPACE, undefined, 'one')].map((object) =>
          object === undefined ? '' : textOf(object),
        );
        return `${texts.join(' ')} ${each.visibility(WORK).kind}`;
      });
      return { answer, asked: [...asked] };
    },
    pass: () => void known.of('other', stateOf({ kind: 'seen' }), () => ''),
  };
}

function textOf({ metadata, spec }: KubeObject & { readonly spec?: unknown }): string {
  return `${metadata.name}${String((spec as { readonly version: number }).version)}`;
}

function work(name: string, version: number): KubeObject {
  return { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'Work', metadata: { name, namespace: 'n' }, spec: { version } };
}

function space(name: string, version: number): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { version } };
}
