import { pointerKeys } from '../../../fleet/json/json-pointer.ts';
import { field } from '../../../fleet/json/json.ts';

/** A step from an object into one of its fields or items. */
interface Step {
  /** Name of the field, or position in the deployed list. */
  readonly key: string;
  /** The hub's value there; `undefined` if there is none. */
  readonly live: unknown;
  readonly wanted: unknown;
}

/**
 * The path in the hub's object and in the deployed one to a difference that `missingFrom` found. Named items are matched by name, as there.
 */
export function pointerPath(pointer: string, live: unknown, wanted: unknown): readonly Step[] {
  const steps: Step[] = [];
  let at = { live, wanted };
  for (const key of pointerKeys(pointer)) {
    const next = field(at.wanted, key);
    const name = field(next, 'name');
    const named = Array.isArray(at.live) && name !== undefined ? at.live.find((item) => field(item, 'name') === name) : undefined;
    at = { live: named ?? field(at.live, key), wanted: next };
    steps.push({ key, ...at });
  }
  return steps;
}
