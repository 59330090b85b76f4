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

/** A ClusterRole or its binding, as it was printed. */
export interface PrintedRole {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: readonly PolicyRule[];
}

/** Gives a user rights, everywhere or in one namespace. */
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

/** The ClusterRole and its binding in what was printed, as an administrator would copy them; none where none was printed. */
export function rolesIn(printed: string): readonly PrintedRole[] {
  const lines = printed.split('\n').map((line) => line.replace(/^note: /, ''));
  const from = lines.findIndex((line) => line.startsWith('apiVersion: rbac.authorization.k8s.io'));
  if (from === -1) return [];
  const end = lines.findIndex((line, index) => index > from && !/^(\s|---|[a-zA-Z]+:( |$)|- )/.test(line));
  const text = lines.slice(from, end === -1 ? undefined : end).join('\n');
  const roles = parseAllDocuments(text).map((document) => document.toJS() as PrintedRole | null);
  expect(
    roles.map((role) => role?.kind),
    text,
  ).toEqual(['ClusterRole', 'ClusterRoleBinding']);
  return roles.filter((role) => role !== null);
}

/** As `kubectl apply` does: what is there already is replaced. */
export async function applyRole(hub: Hub, roles: readonly PrintedRole[]): Promise<void> {
  await revoke(hub, roles);
  for (const role of roles) await hub.api.must('POST', `${RBAC}/${role.kind.toLowerCase()}s`, { body: role });
}

/** Takes the role and the binding of each name away. */
export async function revoke(hub: Hub, roles: readonly PrintedRole[]): Promise<void> {
  for (const name of new Set(roles.map(({ metadata }) => metadata.name)))
    for (const plural of ['clusterrolebindings', 'clusterroles']) await hub.api.ask('DELETE', `${RBAC}/${plural}/${name}`);
}

/** One rule a resource. */
export function rulesOf(roles: readonly PrintedRole[]): readonly PolicyRule[] {
  const rules = roles.flatMap((role) => role.rules ?? []);
  return rules.flatMap((rule) => rule.resources.map((resource) => ({ ...rule, resources: [resource] })));
}
