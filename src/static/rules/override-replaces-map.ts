/**
 * A JSON patch that adds an existing map replaces it, and keys that only the old map has are lost. Source: RFC 6902, 4.1 ("If the target
 * location specifies an object member that does exist, that member's value is replaced"); KubeFleet applies overrides as JSON patches
 * (`pkg/controllers/workgenerator/override.go`).
 */

import { childPointer, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field, isObject } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { overrideTargets } from '../delivery/override-targets.ts';
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
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'Overrides are JSON patches. A patch with the path `/metadata/labels` sets the whole map, also with `op: add`: labels that the object has but the patch does not have are removed on the clusters. Selectors that use them no longer match the object. The same applies to annotations.',
  remedy: 'Give the key in the path, such as `/metadata/labels/tier`, to add a label beside the others.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ path, resource, lost }) =>
    `The patch of ${path} replaces the whole map: ${listed(lost, 3)} of ${resource} ${lost.length === 1 ? 'is' : 'are'} removed on the clusters.`,
  remedyFor: ({ example }) => `To keep the others, give the key in the path (\`path: ${example}\`), and the text as the value.`,
  *check(manifest, world) {
    const told = new Set<string>();
    for (const { resource, override, earlier } of overrideTargets(manifest, world)) {
      // The state of the object before this patch is not known.
      if (earlier.length > 0 || resource.unresolved.length > 0) continue;
      for (const [rule, { operations }] of override.rules.entries())
        for (const [index, { op, path, value }] of operations.entries()) {
          const at = `/spec/policy/overrideRules/${rule}/jsonPatchOverrides/${index}/path`;
          if (op === 'remove' || !MAP.test(path) || !isObject(value) || told.has(at)) continue;
          const before = field(resource.object, ...pointerKeys(path));
          const lost = isObject(before) ? Object.keys(before).filter((key) => !Object.hasOwn(value, key)) : [];
          if (lost.length === 0) continue;
          told.add(at);
          const [key = 'key'] = Object.keys(value);
          const example = childPointer(path, key);
          yield { at, data: { path, resource: displayName(resource.ref), lost, example } };
        }
    }
  },
});

/** Also the maps of a template. */
const MAP = /\/metadata\/(?:labels|annotations)$/;
