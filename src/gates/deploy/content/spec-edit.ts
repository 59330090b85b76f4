import { field, isObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { missingFrom } from './equal.ts';
import { extraIn } from './extra-in.ts';
import { typeRules } from './type-rules.ts';

/**
 * Whether the manifest of one of KubeFleet's objects asks for another spec than the hub has. All defaults of these kinds are known, so a
 * field that only the hub has, and that is not a default, is one that the manifest removes.
 * @param parts the fields of the spec to compare; default: all
 */
export function isSpecEdited(live: KubeObject, manifest: KubeObject, parts?: readonly string[]): boolean {
  const [held, wanted] = [live, manifest].map((object) => partsOf(object['spec'], parts));
  const type = typeRules(live);
  return (missingFrom(held, wanted, '/spec', type) ?? extraIn(held, wanted, '/spec', type)) !== undefined;
}

function partsOf(spec: unknown, parts: readonly string[] | undefined): unknown {
  if (parts === undefined || !isObject(spec)) return spec;
  return Object.fromEntries(parts.flatMap((part) => (Object.hasOwn(spec, part) ? [[part, field(spec, part)]] : [])));
}
