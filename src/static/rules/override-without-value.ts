/**
 * KubeFleet encodes a patch without a value as one with `"value": null` (`JSON` of `k8s.io/apiextensions-apiserver`, MarshalJSON), and
 * `evanphx/json-patch` v5 writes that null. Its webhook checks only that `remove` has no value
 * (`pkg/utils/validator/resourceoverride.go`). A value that is spelled out as null is the same for the hub; it is not reported, because
 * it can be meant.
 */
import { shown } from '../../fleet/text/shown.ts';
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import { defineRule } from '../world/rule.ts';

interface Unset {
  readonly op: string;
  readonly path: string;
}

export const overrideWithoutValue = defineRule<Unset>({
  id: 'override-without-value',
  summary: 'A patch of the override writes no value',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'The hub accepts `add` and `replace` without `value`, and clusters then get null: the field is unset, and its default applies. A Deployment with `replicas: null` runs one replica. If the field is required, API servers refuse the object.',
  remedy: 'Add `value`. To unset the field, write `op: remove`.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ op, path }) => `The \`${op}\` of ${shown(path)} has no \`value\`, and writes null.`,
  *check({ object }) {
    for (const [index, rule] of listAt(object, 'spec', 'policy', 'overrideRules').entries()) {
      for (const [operation, patch] of listAt(rule, 'jsonPatchOverrides').entries()) {
        const op = stringAt(patch, 'op');
        if (!isObject(patch) || Object.hasOwn(patch, 'value') || (op !== 'add' && op !== 'replace')) continue;
        const at = `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${operation}`;
        yield { at: `${at}/op`, data: { op, path: stringAt(patch, 'path') ?? '' }, givesWayTo: { schema: at } };
      }
    }
  },
});
