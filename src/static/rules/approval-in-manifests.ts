/**
 * The hub creates an approval request when a stage waits. A person approves it through its status, which applying a manifest does not
 * write. Source: `pkg/controllers/updaterun/execution.go` (name `<run>-before-<stage>`, `<run>-after-<stage>`), `apis/placement/v1beta1`
 * (subresource status of ClusterApprovalRequest and ApprovalRequest).
 */
import { defineRule } from '../world/rule.ts';

export const approvalInManifests = defineRule<{ readonly kind: string }>({
  id: 'approval-in-manifests',
  summary: 'An approval request is kept in git, where it approves nothing',
  effect: 'misbehaves',
  kinds: ['ClusterApprovalRequest', 'ApprovalRequest'],
  why: 'The hub makes the request itself when a stage comes to its approval, and names it after run and stage. It is approved by the condition `Approved` in its status, and applying a manifest does not write a status: what git holds is a request that nobody has approved. A request of that name which is there before the run asks for it belongs to no run.',
  remedy: 'Take it out of git, and approve with `kubectl fleet approve` or a patch of the status subresource when the run asks.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ kind }) => `A ${kind} in git approves nothing: the hub makes it, and its status is not applied.`,
  *check({ object }) {
    yield { at: '/kind', data: { kind: object.kind } };
  },
});
