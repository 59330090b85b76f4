import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, isObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { withDefaults } from '../../../schedule/override/hub-defaults.ts';
import { pointerPath } from './pointer-path.ts';
import { typeRules } from './type-rules.ts';

/**
 * The manifest with the known defaults of Kubernetes' own kinds instead of null. An apply of `replicas: null`, on the client or on the server,
 * removes the value of the hub, also one that another tool wrote. The API server then fills in the default.
 */
export const withNullsFilled = oncePer((manifest: KubeObject): KubeObject => {
  if (!hasNulls(manifest)) return manifest;
  return filled(manifest, withDefaults(manifest)) as KubeObject;
});

/** Few manifests have one, and each event causes a comparison. */
export const hasNulls = oncePer((manifest: KubeObject): boolean => nullsIn(manifest, '').next().done !== true);

function filled(written: unknown, defaulted: unknown): unknown {
  if (written === null) return defaulted ?? null;
  if (Array.isArray(written)) return written.map((item: unknown, index) => filled(item, field(defaulted, String(index))));
  if (!isObject(written)) return written;
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, filled(value, field(defaulted, key))]));
}

/** The places, as JSON pointers, in which the manifest has null, and the hub a value of which nothing shows whether it is the default. */
export function uncomparedNulls(live: KubeObject, wanted: unknown): readonly string[] {
  const type = typeRules(live);
  return [...nullsIn(wanted, '')].filter((pointer) => type.isUnset(pointerPath(pointer, live, wanted).at(-1)?.live, pointer) === 'unknown');
}

function* nullsIn(value: unknown, pointer: string): Generator<string> {
  if (value === null) yield pointer;
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* nullsIn(item, `${pointer}/${index}`);
  else if (isObject(value)) for (const key of Object.keys(value)) yield* nullsIn(value[key], childPointer(pointer, key));
}
