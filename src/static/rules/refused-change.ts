/**
 * Some fields cannot change after the hub has them. Earlier defaults that `kubectl apply` keeps may make a valid manifest invalid. Source:
 * the CRDs' CEL rules with `oldSelf` and KubeFleet's validating webhooks, as `src/admission` executes them.
 */
import type { Denial } from '../../admission/judge.ts';
import { AUTHORED_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { hubAnswer } from '../answers/admission.ts';
import { defineRule } from '../world/rule.ts';

export const refusedChange = defineRule<Denial>({
  id: 'refused-change',
  summary: 'The hub refuses the change: the existing object cannot be changed this way',
  effect: 'rejected',
  ofEdits: true,
  kinds: AUTHORED_KINDS.map(({ kind }) => kind),
  why: 'The placement type is immutable, an External strategy cannot be changed back, tolerations can only be added, and the states of an update run have a fixed order. `kubectl apply` merges: a default that the hub wrote earlier, such as `rollingUpdate`, stays beside the new fields and can contradict them. A `null` in the manifest deletes such a field with client-side `kubectl apply`; server-side apply, which Flux uses, ignores it. Checked only if the old object is known: from a base (`{--base}`, `{--base-dir}`) or from the hub (`{--kubeconfig}`).',
  remedy:
    'Keep the old value, or delete the object and create it again. With a placement its objects are deleted from every cluster, with all that they hold.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ message }) => message,
  remedyFor: ({ hint }) => hint,
  serverMessageFor: ({ serverMessage }) => serverMessage,
  *check(manifest, world) {
    for (const denial of hubAnswer(manifest, world).change)
      yield { at: denial.pointer, part: denial.part, later: denial.later === true, data: denial };
  },
});
