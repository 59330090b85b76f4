import { dump } from 'js-yaml';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { coverageDocument } from '../../../src/gates/hub/dump/coverage.ts';
import { dumpText } from '../../../src/gates/hub/dump/dump.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import { interestsOf } from '../../../src/gates/loop/needed-types.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';
import { FollowedHub } from './followed-hub.ts';
import { memoryHub } from '../hubs/memory-hub.ts';
import type { RecordedEvent } from './recording.ts';

/** A hub whose state is available in every form in which a gate can get one. */
export class HubInForms {
  readonly #live = new FollowedHub();
  readonly #objects = new Map<string, KubeObject>();

  apply(event: RecordedEvent): void {
    this.#live.apply(event);
    const key = objectKey(refOf(event.object));
    if (event.type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, event.object);
  }

  /** Plain objects that share no map or list. */
  plain(now: Date): HubState {
    return memoryHub([...this.#objects.values()].map(parsedAnew), now);
  }

  /** The form that the live reader keeps. */
  live(now: Date): HubState {
    return this.#live.state(now);
  }

  /** The form of a reader that stores equal values once for all objects. It is frozen: a change to it throws. */
  interned(now: Date): HubState {
    const known = new Map<string, unknown>();
    return memoryHub(
      [...this.#objects.values()].map((object) => interned(object, known) as KubeObject),
      now,
    );
  }

  /** Files as a person or a library writes them: equal parts of an object are written once and repeated by aliases. */
  dump(now: Date, expectation: Expectation): HubState {
    const coverage = coverageDocument(this.plain(now), interestsOf(expectation, this.plain(now)), []);
    const texts = [coverage, ...this.#objects.values()].map((object) => dump(interned(object, new Map()), { lineWidth: -1 }));
    return filesReader(read(texts.join('---\n')), now).state();
  }

  /** The form that `fleet-gate snapshot` writes. */
  snapshot(now: Date, expectation: Expectation): HubState {
    const hub = this.plain(now);
    return filesReader(read(dumpText(hub, interestsOf(expectation, hub), { key: 'k', format: 'json' })), now).state();
  }
}

function parsedAnew(object: KubeObject): KubeObject {
  return JSON.parse(JSON.stringify(object)) as KubeObject;
}

function read(text: string): readonly KubeObject[] {
  const { objects, problems } = parseObjects(text, 'dump');
  if (problems.length > 0) throw new Error(problems[0]?.message);
  return objects;
}

/** Makes equal maps and lists identical, and freezes them so that a change throws. */
function interned(value: unknown, known: Map<string, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  const held = known.get(text);
  if (held !== undefined) return held;
  const made: unknown = Object.freeze(
    Array.isArray(value)
      ? value.map((entry) => interned(entry, known))
      : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, interned(entry, known)])),
  );
  known.set(text, made);
  return made;
}
