/**
 * A JSON patch that adds an existing map replaces it, and keys that only the old map has are lost. Source: RFC 6902, 4.1 ("If the target
 * location specifies an object member that does exist, that member's value is replaced"); KubeFleet applies overrides as JSON patches
 * (`pkg/controllers/workgenerator/override.go`).
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';

import { childPointer, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field, isObject } from '../../fleet/json/json.ts';
import { displayName, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { deliveriesChangedBy, overridesIn, type OverriddenDelivery } from '../delivery/overridden-deliveries.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import type { Fault, FaultsOf } from '../delivery/faults-within.ts';
import { defineRule } from '../world/rule.ts';

interface Replaced {
  readonly path: string;
  readonly resource: string;
  /** Keys that the object has and the patch does not have. */
  readonly lost: readonly string[];
  /** The patch that adds one key and keeps the others. */
  readonly example: string;
}

export const overrideReplacesMap = defineRule<Replaced>({
  id: 'override-replaces-map',
  summary: 'A patch replaces all labels or annotations of an object',
  effect: 'advice',
  kinds: OVERRIDE_KINDS,
  why: 'Overrides are JSON patches. A patch with the path `/metadata/labels` sets the whole map, also with `op: add`: labels that the object has but the patch does not have are removed on the clusters. Selectors that use them no longer match the object. The same applies to annotations.',
  remedy: 'Give the key in the path, such as `/metadata/labels/tier`, to add a label beside the others.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ path, resource, lost }) =>
    `The patch of ${path} replaces the whole map: ${listed(lost, 3)} of ${resource} ${lost.length === 1 ? 'is' : 'are'} removed on the clusters.`,
  remedyFor: ({ example }) => `To keep the others, give the key in the path (\`path: ${example}\`), and the text as the value.`,
  *check(manifest, world) {
    const override = overridesIn(world).get(manifest);
    if (override === undefined) return;
    const lost = patchFaults(manifest, lostEntries(deliveriesChangedBy(override, world)), world).filter(({ place }) => {
      const operation = override.rules[place.rule]?.operations[place.operation];
      return operation !== undefined && operation.op !== 'remove' && MAP.test(operation.path) && isObject(operation.value);
    });
    for (const group of Map.groupBy(lost, ({ patch }) => patch).values()) {
      const [first] = group;
      if (first === undefined) continue;
      const { path, value } = override.rules[first.place.rule]?.operations[first.place.operation] ?? { path: '', value: undefined };
      const [key = 'key'] = Object.keys(isObject(value) ? value : {});
      const resource = displayName(first.delivery.target.resource.ref);
      const data = { path, resource, lost: [...new Set(group.map(({ fault }) => fault.entry))], example: childPointer(path, key) };
      yield { at: first.patch.replace(/value$/, 'path'), data, about: first.delivery.item };
    }
  },
});

/** Also the maps of a template. */
const MAP = /\/metadata\/(?:labels|annotations)$/;

/** The labels and annotations that objects have as they are written, and not as a cluster gets them. */
function lostEntries(deliveries: readonly OverriddenDelivery[]): FaultsOf<Fault & { readonly entry: string }> {
  const written = new Map(
    deliveries.flatMap(({ target }) =>
      objectsWithin(target.resource.object).map(({ object }) => [nameOf(object), mapsIn(object, '')] as const),
    ),
  );
  return (object) =>
    (written.get(nameOf(object)) ?? []).flatMap(({ at, entries }) => {
      const now = field(object, ...pointerKeys(at));
      const lost = entries.filter((entry) => !isObject(now) || !Object.hasOwn(now, entry));
      return lost.map((entry) => ({ key: `${at} ${entry}`, at, entry }));
    });
}

function nameOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name}`;
}

function mapsIn(value: unknown, at: string): readonly { readonly at: string; readonly entries: readonly string[] }[] {
  if (!isObject(value)) return [];
  if (MAP.test(at)) return [{ at, entries: Object.keys(value) }];
  return Object.entries(value).flatMap(([key, inner]) => mapsIn(inner, childPointer(at, key)));
}
