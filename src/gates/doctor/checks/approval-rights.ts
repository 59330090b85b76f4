import { field } from '../../../fleet/json/json.ts';
import { fleetKind, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { rbacRuleFor } from '../../hub/access/rbac-rule.ts';
import { failed, ok, type Check } from '../check.ts';
import type { StepwiseHub } from '../stepwise-hub.ts';
import { applyStep } from './rights.ts';

/** The rights of `approve` to write. This check is made only if it is asked for: no other command writes. */
export const approvalRights: Check = {
  id: 'approval-rights',
  title: 'approval rights',
  asks: 'May approvals of update runs be written?',
  needs: ['kinds'],
  remedy: ['See the rights for approve in docs/rbac.md.'],
  run: async (way) => {
    const places = [...new Map(placesOf(way).map((place) => [JSON.stringify(place), place])).values()];
    const answers = await Promise.all(places.map(async (place) => ({ place, allowed: await mayPatch(place, way) })));
    const denied = answers.filter(({ allowed }) => !allowed).map(({ place }) => place);
    if (denied.length === 0) return ok(...places.map((place) => `patch ${textOf(place)} is allowed`));
    const who = await way.identity().catch(() => undefined);
    const resources = denied.map(({ plural, namespace }) => ({ group: PLACEMENT_GROUP, plural: `${plural}/status`, namespace }));
    const missing = rbacRuleFor(resources, who?.user, ['patch']);
    const reads = way.rule();
    way.keepRule(reads === undefined ? missing : { ...reads, yaml: `${reads.yaml.trimEnd()}\n---\n${missing.yaml}` });
    return failed(
      'notAllowed',
      denied.map((place) => `patch ${textOf(place)} is denied`),
      applyStep(way.needs.reach),
    );
  },
};

interface Place {
  readonly plural: string;
  readonly namespace?: string;
}

function placesOf({ needs }: StepwiseHub): readonly Place[] {
  return needs.approves.map(({ kind, namespace }) => {
    const plural = fleetKind(kind === 'StagedUpdateRun' ? 'ApprovalRequest' : 'ClusterApprovalRequest')?.plural ?? '';
    return namespace === undefined ? { plural } : { plural, namespace };
  });
}

async function mayPatch({ plural, namespace }: Place, { post }: StepwiseHub): Promise<boolean> {
  const place = namespace === undefined ? {} : { namespace };
  const answer = await post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb: 'patch', group: PLACEMENT_GROUP, resource: plural, subresource: 'status', ...place } },
  });
  return field(answer, 'status', 'allowed') === true;
}

function textOf({ plural, namespace }: Place): string {
  return namespace === undefined ? `${plural}/status` : `${plural}/status in ${namespace}`;
}
