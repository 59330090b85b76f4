import { isEnvelope } from '../../../src/fleet/kubefleet/envelope.ts';
import { isObject, listAt, objectAt } from '../../../src/fleet/json/json.ts';
import { isKubeObject, objectKey, refOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Recording } from './recording.ts';

/**
 * The same story with objects in which every map and list, also an empty one, occurs three times: each placed object has an additional
 * field that repeats its original content twice. The addition is the same at every place and time: in the deploy, on the hub, in snapshots,
 * in envelopes, and in Works, in which overrides have changed the rest.
 */
export function withExtraFields(recording: Recording): Recording {
  const { expected, events } = recording;
  const decoration = new Decoration();
  return {
    ...recording,
    expected: { ...expected, manifests: expected.manifests.map((manifest) => decoration.of(manifest)) },
    events: events.map((event) => ({ ...event, object: decoration.of(event.object) })),
  };
}

class Decoration {
  /** What is repeated, for each object. */
  readonly #repeated = new Map<string, readonly unknown[]>();

  of(object: KubeObject): KubeObject {
    const spec = objectAt(object, 'spec');
    if (isEnvelope(object)) return { ...object, data: this.#values(objectAt(object, 'data') ?? {}) };
    if (object.kind === 'Work') {
      const manifests = listAt(spec, 'workload', 'manifests').map((manifest) => this.#placed(manifest));
      return { ...object, spec: { ...spec, workload: { ...objectAt(spec, 'workload'), manifests } } };
    }
    if (/^(Cluster)?ResourceSnapshot$/.test(object.kind)) {
      return { ...object, spec: { ...spec, selectedResources: listAt(spec, 'selectedResources').map((each) => this.#placed(each)) } };
    }
    return object.apiVersion.includes('kubernetes-fleet.io/') || object.kind === 'Event' ? object : (this.#placed(object) as KubeObject);
  }

  #values(data: object): object {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, this.#placed(value)]));
  }

  #placed(value: unknown): unknown {
    if (!isKubeObject(value)) return value;
    if (isEnvelope(value)) return this.of(value);
    const key = objectKey(refOf(value));
    const { status: _status, ...specified } = value;
    const repeated = this.#repeated.get(key) ?? Object.values(specified).flatMap(insideOf);
    this.#repeated.set(key, repeated);
    return { ...value, repeated: [...repeated, ...repeated, {}, {}, [], []] };
  }
}

/** The value, and all maps and lists within it. */
function insideOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) || isObject(value) ? [value, ...Object.values(value).flatMap(insideOf)] : [];
}
