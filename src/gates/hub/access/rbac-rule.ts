/** A resource by group and plural, as RBAC names it. */
export interface RbacResource {
  readonly group: string;
  readonly plural: string;
}

/** The line before a rule, in a notice. */
export const WOULD_ALLOW = 'This rule would allow it:';

/**
 * A ClusterRole that lets these be listed and watched (no `get` is needed), or only listed, ready for `kubectl apply -f -`. It comes with the
 * binding when the subject is known from a refusal of the hub.
 */
export function rbacRuleFor(
  resources: readonly RbacResource[],
  subject?: string,
  verbs: readonly ('list' | 'watch')[] = ['list', 'watch'],
): string {
  const groups = Map.groupBy(resources, ({ group }) => group);
  const rules = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, ofGroup]) => {
      const plurals = [...new Set(ofGroup.map(({ plural }) => plural))].toSorted();
      return [
        `  - apiGroups: [${JSON.stringify(group)}]`,
        `    resources: [${plurals.map(word).join(', ')}]`,
        `    verbs: [${verbs.join(', ')}]`,
      ];
    });
  // A role of its own: applied over the one that watches, it would take the watching away.
  const name = verbs.includes('watch') ? 'fleet-gate-reader' : 'fleet-gate-lister';
  const role = ['apiVersion: rbac.authorization.k8s.io/v1', 'kind: ClusterRole', 'metadata:', `  name: ${name}`, 'rules:', ...rules];
  return [...role, ...(subject === undefined ? [] : binding(name, subject))].join('\n');
}

/** What a hub calls a resource, as YAML has it; it may be anything. */
function word(plural: string): string {
  return /^[a-z][a-z0-9-]*$/.test(plural) ? plural : JSON.stringify(plural);
}

/** The user a `forbidden` message speaks of. */
export function subjectOf(message: string): string | undefined {
  return /User "([^"]+)" cannot/.exec(message)?.[1];
}

function binding(role: string, subject: string): readonly string[] {
  const [, namespace, account] = /^system:serviceaccount:([a-z0-9-]+):([a-z0-9.-]+)$/.exec(subject) ?? [];
  const who =
    namespace !== undefined && account !== undefined
      ? ['  - kind: ServiceAccount', `    name: ${account}`, `    namespace: ${namespace}`]
      : ['  - kind: User', `    name: ${JSON.stringify(subject)}`, '    apiGroup: rbac.authorization.k8s.io'];
  return [
    '---',
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRoleBinding',
    'metadata:',
    `  name: ${role}`,
    'roleRef:',
    '  apiGroup: rbac.authorization.k8s.io',
    '  kind: ClusterRole',
    `  name: ${role}`,
    'subjects:',
    ...who,
  ];
}
