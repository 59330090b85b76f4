/**
 * The hub agent writes these objects. The member agent applies the content of every Work in the namespace of its cluster, with its own
 * rights (cluster-admin by default). Source: KubeFleet v0.3.1 `pkg/controllers/workgenerator`, `pkg/controllers/workapplier`,
 * `charts/member-agent/templates/rbac.yaml`. A hub with the guard rail denies such writes to all accounts except its own
 * (`pkg/webhook/fleetresourcehandler`).
 */
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import { isFleetGroup, isSystemKind, POLICY_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, isFromServer, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { knownApis } from '../world/known-apis.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';
import { MEMBER_NAMESPACE } from '../../fleet/kubefleet/cluster-of-work.ts';

interface Written {
  readonly kind: string;
  /** The objects that a Work applies on its cluster; empty for other kinds and for an empty Work. */
  readonly content: readonly string[];
  readonly cluster: string | undefined;
}

export const controllerObjectInManifests = defineRule<Written>({
  id: 'controller-object-in-manifests',
  summary: "An object that only KubeFleet's controllers write is kept in git",
  effect: 'misbehaves',
  severity: 'error',
  // The kind Work exists in two groups of KubeFleet.
  kinds: '*',
  why: "KubeFleet writes bindings, snapshots, Works and InternalMemberClusters itself, from placements, overrides and MemberClusters. An object that is applied by hand bypasses them: the member agent applies the content of a Work with its own rights, regardless of the placements, overrides and policies of the hub. The controllers overwrite or delete objects that they do not expect. A hub with KubeFleet's guard rail refuses such a write, unless it comes from KubeFleet.",
  remedy: 'Remove the object from the manifests, and use a placement to deliver its content.',
  docs: 'https://kubefleet.dev/docs/concepts/components/',
  message({ kind, content, cluster }) {
    if (content.length === 0) return `Only KubeFleet's controllers write objects of kind ${kind}; they do not belong in manifests.`;
    const where = cluster === undefined ? 'a cluster' : `cluster ${cluster}`;
    return `This ${kind} puts ${listed(content, 3)} on ${where}, bypassing every placement; only KubeFleet's controllers write this kind.`;
  },
  concerns: ({ object }, world) => isWrittenByControllers(object, world),
  *check({ object, namespace = '' }) {
    if (isFromServer(object)) return;
    const content = listAt(object, 'spec', 'workload', 'manifests').map(nameOf);
    const cluster = namespace.startsWith(MEMBER_NAMESPACE) ? namespace.slice(MEMBER_NAMESPACE.length) : undefined;
    yield { at: '/kind', data: { kind: object.kind, content, cluster } };
  },
});

/** Kinds that the hub may have. Another rule reports kinds that only main has. */
function isWrittenByControllers(object: KubeObject, world: World): boolean {
  const group = groupOf(object.apiVersion);
  if (!isFleetGroup(group) || !isSystemKind(object)) return false;
  return group !== POLICY_GROUP || world.target === 'main' || knownApis(world).find(group, object.kind) !== undefined;
}

function nameOf(manifest: unknown): string {
  const kind = stringAt(manifest, 'kind') ?? 'an object';
  const name = isObject(manifest) ? stringAt(manifest, 'metadata', 'name') : undefined;
  return name === undefined ? kind : `${kind}/${name}`;
}
