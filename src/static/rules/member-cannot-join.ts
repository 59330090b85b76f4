/**
 * The hub agent prepares the hub for a member: a namespace `fleet-member-NAME`, a Role, a RoleBinding with `spec.identity` as its subject,
 * and then the InternalMemberCluster that the member agent waits for. If the API server refuses one of them, the agent tries again for
 * ever. Source: `pkg/controllers/membercluster/v1beta1/membercluster_controller.go` (join), `NamespaceNameFormat` in `pkg/utils/common.go`,
 * and ValidateRoleBindingSubject in `pkg/apis/rbac/validation` of Kubernetes. The CRD only limits the name to 63 characters.
 */
import { subjectViolations } from '../../admission/kubernetes/violations/access.ts';
import { objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { takesPart } from '../answers/admission.ts';
import { isReplaceable } from '../answers/malformed.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { MEMBER_NAMESPACE } from '../../fleet/kubefleet/cluster-of-work.ts';

interface Unprepared {
  readonly message: string;
  readonly remedy: string;
}

const LIMIT = 63 - MEMBER_NAMESPACE.length;

export const memberCannotJoin = defineRule<Unprepared>({
  id: 'member-cannot-join',
  summary: 'The hub cannot prepare this member cluster, so it never joins',
  effect: 'fails',
  otherwise: { misbehaves: 'the identity is a ServiceAccount without a namespace' },
  kinds: ['MemberCluster'],
  why: `The hub creates the namespace \`${MEMBER_NAMESPACE}NAME\` for a MemberCluster, with a RoleBinding that has \`spec.identity\` as its subject. The name of a namespace has at most 63 characters and no dots, so the name of the member has at most ${LIMIT}. A subject is a User, a Group or a ServiceAccount. The hub accepts the MemberCluster in any case. It then fails to create these objects again and again: \`ReadyToJoin\` is never True, the member never joins, and the member agent has no rights. A ServiceAccount without a namespace is searched in \`${MEMBER_NAMESPACE}NAME\`.`,
  remedy: 'Correct the name or the identity.',
  docs: 'https://kubefleet.dev/docs/how-tos/clusters/',
  message: ({ message }) => message,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const { object } = manifest;
    const name = isNamed(manifest) && isResolved(manifest, '/metadata/name') ? nameOf(manifest) : undefined;
    if (name !== undefined && takesPart(manifest, '/metadata/name', world) && (name.includes('.') || name.length > LIMIT)) {
      const why = name.includes('.') ? 'has a dot' : `has ${name.length} characters`;
      const message = `The name ${why}, so the hub cannot create the namespace \`${MEMBER_NAMESPACE}${name}\`, and the member never joins.`;
      const remedy = name.includes('.') ? 'Write a hyphen instead of the dot.' : `Shorten it to ${LIMIT} characters.`;
      yield { at: '/metadata/name', data: { message, remedy } };
    }
    const identity = objectAt(object, 'spec', 'identity');
    if (identity === undefined || !isResolved(manifest, '/spec/identity') || !takesPart(manifest, '/spec/identity', world)) return;
    for (const { at, says, remedy } of faultsOf(identity)) {
      const field = at.slice(1).replaceAll('/', '.');
      yield { at, data: { message: `\`${field}\` ${says}. The hub cannot grant the member its rights, so it never joins.`, remedy } };
    }
    if (stringAt(identity, 'kind') !== 'ServiceAccount' || (stringAt(identity, 'namespace') ?? '') !== '') return;
    const where = `\`${MEMBER_NAMESPACE}${name ?? 'NAME'}\``;
    const message = `The ServiceAccount has no namespace, so the hub grants the rights of the member to one in ${where}.`;
    const remedy = 'Write the namespace of the ServiceAccount that the member agent uses, such as `fleet-system`.';
    yield { at: '/spec/identity', part: 'key', data: { message, remedy }, effect: 'misbehaves' };
  },
});

/** An API server treats an empty text as a missing one. */
function faultsOf(identity: JsonObject): readonly { readonly at: string; readonly says: string; readonly remedy: string }[] {
  const empty = ['kind', 'name'].filter((name) => identity[name] === '');
  return [
    ...empty.map((name) => ({ at: `/spec/identity/${name}`, says: 'must not be empty', remedy: 'Write a value.' })),
    ...[...subjectViolations(identity, '/spec/identity', true)]
      .filter(({ values }) => !values.some(isReplaceable))
      .map(({ pointer, says, remedy }) => ({ at: pointer, says, remedy })),
  ];
}
