import { isObject } from '../../src/fleet/json/json.ts';
import { childPointer, pointerKeys } from '../../src/fleet/json/json-pointer.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { setOwn } from '../../src/fleet/json/set-own.ts';
import type { KubeApi } from '../../test/hub/rig/kube-api.ts';
import type { FoundField, Structures } from './structures.ts';

/**
 * Sends dry runs to an API server for each field in the samples: without the field if it is required, with an unlisted value if values are
 * listed, and with values of other types. Counts the refusals; a type that the server also accepts in another form becomes `*`.
 * @throws {Error} the server refuses a sample as written
 */
export async function probe(api: KubeApi, samples: readonly KubeObject[], found: Structures): Promise<void> {
  const seen = new Set<string>();
  let asked = 0;
  for (const sample of samples) {
    const key = `${sample.apiVersion}/${sample.kind}`;
    const [root, path] = [found.kinds.get(key), found.paths.get(key)];
    if (root === undefined || path === undefined) throw new Error(`the server has no ${key}`);
    const isRefused = async (object: unknown): Promise<boolean> => {
      asked += 1;
      const { code, body } = await api.ask('POST', path, { body: object });
      if (code >= 500 && !/cannot|unmarshal|unable to|decod|parse/.test(String(body.message)))
        throw new Error(`${key}: ${String(body.message)}`);
      return code >= 400;
    };
    const { code, body } = await api.ask('POST', path, { body: sample });
    if (code >= 400 && code !== 409) throw new Error(`the server refuses ${key} ${sample.metadata.name}: ${String(body.message)}`);
    for (const [pointer, struct, name, entry] of places(sample, root, found)) {
      const where = `${struct}.${name}`;
      if (entry.required !== undefined) {
        if (await isRefused(changed(sample, pointer, undefined))) entry.required.refused += 1;
        else entry.required.accepted += 1;
        if (entry.required.accepted > 0) console.log(`not required after all: ${where}`);
      }
      if (entry.values !== undefined) {
        if (await isRefused(changed(sample, pointer, 'NoSuchValue'))) entry.values.refused += 1;
        else entry.values.accepted += 1;
        if (entry.values.accepted > 0) console.log(`takes other values: ${where}`);
      }
      if (seen.has(where)) continue;
      seen.add(where);
      for (const other of OTHERS.filter((value) => !fits(value, entry.type))) {
        if (await isRefused(changed(sample, pointer, other))) continue;
        console.log(`takes ${JSON.stringify(other)} for ${entry.type}: ${where}`);
        entry.type = '*';
      }
    }
  }
  console.log(`${String(asked)} dry runs; ${String(seen.size)} fields shown by samples`);
}

const OTHERS: readonly unknown[] = ['a text, no number', 7, 7.5, true, [{ a: 1 }], { a: { b: [1] } }];

/** Whether a value of this kind could be valid, so that its acceptance shows nothing. */
function fits(value: unknown, type: string): boolean {
  if (type === '*') return true;
  if (type.startsWith('[')) return Array.isArray(value);
  if (type.startsWith('{') || type.startsWith('io.')) return isObject(value);
  if (type === 's' || type === 't' || type === 'y') return typeof value === 'string' || (type === 'y' && Array.isArray(value));
  if (type === 'b') return typeof value === 'boolean';
  if (type === 'q') return typeof value === 'number';
  if (type === 'x') return typeof value === 'string' || value === 7;
  return type === 'f' ? typeof value === 'number' : value === 7;
}

type Place = readonly [pointer: string, struct: string, name: string, entry: FoundField];

function* places(value: unknown, struct: string, found: Structures, at = ''): Iterable<Place> {
  if (!isObject(value)) return;
  for (const [name, child] of Object.entries(value)) {
    const entry = found.byName.get(struct)?.get(name);
    if (entry === undefined) continue;
    const pointer = childPointer(at, name);
    yield [pointer, struct, name, entry];
    yield* below(child, entry.type, found, pointer);
  }
}

function* below(value: unknown, type: string, found: Structures, at: string): Iterable<Place> {
  if (type.startsWith('io.')) yield* places(value, type, found, at);
  else if (type.startsWith('[') && Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* below(entry, type.slice(1), found, childPointer(at, index));
  } else if (type.startsWith('{') && isObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* below(entry, type.slice(1), found, childPointer(at, key));
  }
}

function changed(object: KubeObject, pointer: string, value: unknown): unknown {
  const copy = structuredClone(object) as unknown;
  const keys = pointerKeys(pointer);
  const last = keys.at(-1) ?? '';
  let at = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else setOwn(at, last, value);
  return copy;
}
