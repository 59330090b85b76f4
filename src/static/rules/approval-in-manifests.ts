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
  why: 'The hub creates the request when a stage reaches its approval, and names it after run and stage. The condition `Approved` in its status approves it. Applying a manifest does not write a status, so the request in git is never approved. If a request of that name exists before the run asks for it, it does not belong to any run.',
  remedy: 'Remove it from git, and approve with `kubectl fleet approve` or a patch of the status subresource when the run asks.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ kind }) => `This ${kind} in git approves nothing: the hub creates it, and applying a manifest does not write its status.`,
  *check({ object }) {
    yield { at: '/kind', data: { kind: object.kind } };
  },
});
