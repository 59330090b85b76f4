import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Hub } from '../rig/hub.ts';
import type { User } from '../rig/users.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** A printed role or binding. */
export interface PrintedRole {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly PolicyRule[];
}

/** A rule for one resource; in all namespaces, or in one. */
export interface PlacedRule extends PolicyRule {
  readonly namespace?: string;
}

/** Grants a user rights, in all namespaces or in one. */
export async function grant(hub: Hub, user: User, rules: readonly PolicyRule[], namespace?: string): Promise<void> {
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const at = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`;
  const plural = namespace === undefined ? 'clusterrole' : 'role';
  await hub.api.must('POST', `${at}/${plural}s`, { body: { metadata: { name: user }, rules } });
  await hub.api.must('POST', `${at}/${plural}bindings`, {
    body: {
      metadata: { name: user },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: user },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
    },
  });
}

/** Grants a user these rights, each at its place. @returns the roles and bindings, for `revoke` */
export async function grantPlaced(hub: Hub, user: User, rules: readonly PlacedRule[]): Promise<readonly PrintedRole[]> {
  const byPlace = Map.groupBy(rules, ({ namespace }) => namespace);
  for (const [namespace, ofPlace] of byPlace)
    await grant(
      hub,
      user,
      ofPlace.map(({ apiGroups, resources, verbs }) => ({ apiGroups, resources, verbs })),
      namespace,
    );
  return [...byPlace.keys()].map((namespace) =>
    namespace === undefined ? { kind: 'ClusterRole', metadata: { name: user } } : { kind: 'Role', metadata: { name: user, namespace } },
  );
}

/** The roles and bindings in the output, as an administrator would copy them; empty if there are none. */
export function rolesIn(printed: string): readonly PrintedRole[] {
  const lines = printed.split('\n').map((line) => line.replace(/^note: /, ''));
  const from = lines.findIndex((line) => line.startsWith('apiVersion: rbac.authorization.k8s.io'));
  if (from === -1) return [];
  const end = lines.findIndex((line, index) => index > from && !/^(\s|---|[a-zA-Z]+:( |$)|- )/.test(line));
  const text = lines.slice(from, end === -1 ? undefined : end).join('\n');
  const roles = parseAllDocuments(text).map((document) => document.toJS() as PrintedRole | null);
  const kinds = roles.map((role) => role?.kind ?? '');
  const roleKinds = kinds.filter((kind) => kind === 'ClusterRole' || kind === 'Role');
  expect(roleKinds.length, text).toBeGreaterThan(0);
  expect(kinds, text).toEqual(roleKinds.flatMap((kind) => [kind, `${kind}Binding`]));
  return roles.filter((role) => role !== null);
}

/** Replaces existing objects, as `kubectl apply` does. The namespace of a Role is created as well. */
export async function applyRole(hub: Hub, roles: readonly PrintedRole[]): Promise<void> {
  await revoke(hub, roles);
  for (const namespace of new Set(roles.flatMap(({ metadata }) => metadata.namespace ?? [])))
    await hub.api.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
  for (const role of roles) await hub.api.must('POST', `${placeOf(role)}/${role.kind.toLowerCase()}s`, { body: role });
}

/** Deletes the role and the binding of each name. */
export async function revoke(hub: Hub, roles: readonly PrintedRole[]): Promise<void> {
  for (const role of roles) {
    const kind = role.metadata.namespace === undefined ? 'clusterrole' : 'role';
    for (const plural of [`${kind}bindings`, `${kind}s`]) await hub.api.ask('DELETE', `${placeOf(role)}/${plural}/${role.metadata.name}`);
  }
}

function placeOf({ metadata: { namespace } }: PrintedRole): string {
  return namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`;
}

/** One rule for each resource. */
export function rulesOf(roles: readonly PrintedRole[]): readonly PlacedRule[] {
  return roles.flatMap(({ rules = [], metadata: { namespace } }) =>
    rules.flatMap((rule) =>
      rule.resources.map((resource) => ({ ...rule, resources: [resource], ...(namespace === undefined ? {} : { namespace }) })),
    ),
  );
}
