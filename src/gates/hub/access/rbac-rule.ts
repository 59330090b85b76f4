/** A resource by group and plural, as RBAC names it; everywhere, or in one namespace. */
export interface RbacResource {
  readonly group: string;
  readonly plural: string;
  readonly namespace?: string | undefined;
}

/** The line before a rule, in a notice. */
export const WOULD_ALLOW = 'This rule would allow it:';

/**
 * What lets these be listed and watched (no `get` is needed), or only listed, ready for `kubectl apply -f -`: a ClusterRole, and a Role for each
 * namespace that is named. Each comes with its binding when the subject is known from a refusal of the hub.
 */
export function rbacRuleFor(
  resources: readonly RbacResource[],
  subject?: string,
  verbs: readonly ('list' | 'watch')[] = ['list', 'watch'],
): string {
  // A role of its own: applied over the one that watches, it would take the watching away.
  const name = verbs.includes('watch') ? 'fleet-gate-reader' : 'fleet-gate-lister';
  const places = Map.groupBy(resources, ({ namespace }) => namespace ?? '');
  if (places.size === 0) places.set('', []);
  return [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, ofPlace]) => {
      const place: Place = { kind: namespace === '' ? 'ClusterRole' : 'Role', metadata: metadataOf(name, namespace) };
      const role = [API_VERSION, `kind: ${place.kind}`, ...place.metadata, 'rules:', ...rulesFor(ofPlace, verbs)];
      return [...role, ...(subject === undefined ? [] : binding(name, place, subject))].join('\n');
    })
    .join('\n---\n');
}

const API_VERSION = 'apiVersion: rbac.authorization.k8s.io/v1';

/** Where a role counts. */
interface Place {
  readonly kind: 'ClusterRole' | 'Role';
  /** Lines, the same for the role and its binding. */
  readonly metadata: readonly string[];
}

function metadataOf(name: string, namespace: string): readonly string[] {
  return ['metadata:', `  name: ${name}`, ...(namespace === '' ? [] : [`  namespace: ${JSON.stringify(namespace)}`])];
}

function rulesFor(resources: readonly RbacResource[], verbs: readonly string[]): readonly string[] {
  const groups = Map.groupBy(resources, ({ group }) => group);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, ofGroup]) => {
      const plurals = [...new Set(ofGroup.map(({ plural }) => plural))].toSorted();
      return [
        `  - apiGroups: [${JSON.stringify(group)}]`,
        `    resources: [${plurals.map(word).join(', ')}]`,
        `    verbs: [${verbs.join(', ')}]`,
      ];
    });
}

/** What a hub calls a resource, as YAML has it; it may be anything. */
function word(plural: string): string {
  return /^[a-z][a-z0-9-]*$/.test(plural) ? plural : JSON.stringify(plural);
}

/** The user a `forbidden` message speaks of. */
export function subjectOf(message: string): string | undefined {
  return /User "([^"]+)" cannot/.exec(message)?.[1];
}

function binding(role: string, { kind, metadata }: Place, subject: string): readonly string[] {
  const [, namespace, account] = /^system:serviceaccount:([a-z0-9-]+):([a-z0-9.-]+)$/.exec(subject) ?? [];
  const who =
    namespace !== undefined && account !== undefined
      ? ['  - kind: ServiceAccount', `    name: ${account}`, `    namespace: ${namespace}`]
      : ['  - kind: User', `    name: ${JSON.stringify(subject)}`, '    apiGroup: rbac.authorization.k8s.io'];
  return [
    '---',
    API_VERSION,
    `kind: ${kind}Binding`,
    ...metadata,
    'roleRef:',
    '  apiGroup: rbac.authorization.k8s.io',
    `  kind: ${kind}`,
    `  name: ${role}`,
    'subjects:',
    ...who,
  ];
}
