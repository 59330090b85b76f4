/**
 * The hub patches an object for each cluster and sends the result unread; the API server of the member is the first to decode it.
 * Source: `pkg/controllers/workgenerator/override.go` (the patched JSON goes into the Work). What an API server refuses: see `object-malformed`.
 */
import { listed } from '../../fleet/text/listed.ts';
import { malformedVariants, type MalformedVariant } from '../answers/malformed-variants.ts';
import { deliveriesChangedBy, overridesIn } from '../delivery/overridden-deliveries.ts';
import { defineRule } from '../world/rule.ts';

interface Refused extends Pick<MalformedVariant, 'says' | 'remedy' | 'isCertain' | 'object'> {
  /** The clusters that get it; empty if they are not known. */
  readonly clusters: readonly string[];
}

export const overrideResultMalformed = defineRule<Refused>({
  id: 'override-result-malformed',
  summary: 'A patch makes an object of it that every member refuses',
  effect: 'fails',
  otherwise: {
    misbehaves: 'another choice of clusters, or another rule that may match the same ones, would not make the fault',
    advice: 'the word is like none the field may have, and a newer Kubernetes may know it',
  },
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'The hub applies a patch to the JSON of an object and does not validate the result. The API server of the member is the first to read it, and refuses there what it refuses in any object: a value of another type than its field (`value: "3"` for replicas), a word the field cannot have, a required field that is removed, two containers of one name, a mount without its volume, labels that the selector does not match. `Applied` is then False on every cluster the rule matches. A variable in quotes is a text, whatever the label holds. Patches meet the defaults of the hub: `Recreate` stands beside the `rollingUpdate` that the hub has filled in. All patches that a cluster gets are applied before the result is checked, and the finding is at the last one that makes the fault. It checks the kinds of Kubernetes.',
  remedy: 'Write the value as the API reference of the kind has the field.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ object, clusters, says, isCertain }) =>
    `${isCertain ? 'No API server takes' : 'API servers may not take'} ${object} with this patch${clusters.length === 0 ? '' : ` (${listed(clusters, 3)})`}: ${says}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const override = overridesIn(world).get(manifest);
    if (override === undefined) return;
    const told = new Set<string>();
    for (const delivery of deliveriesChangedBy(override, world))
      for (const { fault, place, clusters, isCertain } of malformedVariants(delivery, world)) {
        if (place.override !== override) continue;
        const op = override.rules[place.rule]?.operations[place.operation]?.op;
        const at = `/spec/policy/overrideRules/${place.rule}/jsonPatchOverrides/${place.operation}/${op === 'remove' ? 'path' : 'value'}`;
        if (told.has(at)) continue;
        told.add(at);
        const { object, says, remedy } = fault;
        const effect = fault.isCertain ? (isCertain ? undefined : 'misbehaves') : 'advice';
        yield { at, data: { object, says, remedy, clusters, isCertain: fault.isCertain }, ...(effect === undefined ? {} : { effect }) };
      }
  },
});
