import { dump } from 'js-yaml';
import type { HubState } from '../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { objectKey, refOf } from '../../src/fleet/kubernetes/object.ts';
import type { Expectation } from '../../src/gates/deploy/expectation.ts';
import { coverageDocument } from '../../src/gates/hub/dump/coverage.ts';
import { dumpText } from '../../src/gates/hub/dump/dump.ts';
import { filesReader } from '../../src/gates/hub/dump/files-reader.ts';
import { interestsOf } from '../../src/gates/loop/needed-types.ts';
import { parseObjects } from '../../src/yaml/objects.ts';
import { FollowedHub } from './followed-hub.ts';
import { memoryHub } from './memory-hub.ts';
import type { RecordedEvent } from './recording.ts';

/** A hub that tells its state in each form in which a gate gets one. */
export class HubInForms {
  readonly #live = new FollowedHub();
  readonly #objects = new Map<string, KubeObject>();

  apply(event: RecordedEvent): void {
    this.#live.apply(event);
    const key = objectKey(refOf(event.object));
    if (event.type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, event.object);
  }

  /** As plain objects, each map of which is there once. */
  plain(now: Date): HubState {
    return memoryHub([...this.#objects.values()].map(parsedAnew), now);
  }

  /** As the live reader keeps it. */
  live(now: Date): HubState {
    return this.#live.state(now);
  }

  /** As a reader would give it that keeps equal values once over all objects. It can be read, and not changed. */
  interned(now: Date): HubState {
    const known = new Map<string, unknown>();
    return memoryHub(
      [...this.#objects.values()].map((object) => interned(object, known) as KubeObject),
      now,
    );
  }

  /** As files written by hand or by a library: what an object holds several times stands there once, with aliases. */
  dump(now: Date, expectation: Expectation): HubState {
    const coverage = coverageDocument(this.plain(now), interestsOf(expectation, this.plain(now)), []);
    const texts = [coverage, ...this.#objects.values()].map((object) => dump(interned(object, new Map()), { lineWidth: -1 }));
    return filesReader(read(texts.join('---\n')), now).state();
  }

  /** As `fleet-gate snapshot` writes it. */
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

/** Equal maps and lists are one and the same, and frozen: to change one throws. */
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
