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
  summary: 'The hub refuses the change: the object it has cannot become this one',
  effect: 'rejected',
  ofEdits: true,
  kinds: AUTHORED_KINDS.map(({ kind }) => kind),
  why: 'A placement keeps its type, an External strategy stays External, tolerations can only be added, an update run follows the order of its states. And `kubectl apply` merges: a default the hub once wrote, such as `rollingUpdate`, stays beside the new fields and can contradict them. Found only where it is known what the object was: from a base (`{--base}`, `{--base-dir}`) or from the hub itself (`{--kubeconfig}`).',
  remedy: 'Keep the old value, or delete the object and create it anew.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ message }) => message,
  remedyFor: ({ hint }) => hint,
  serverMessageFor: ({ serverMessage }) => serverMessage,
  *check(manifest, world) {
    for (const denial of hubAnswer(manifest, world).change)
      yield { at: denial.pointer, part: denial.part, later: denial.later === true, data: denial };
  },
});
