import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import { listed } from '../../../fleet/text/listed.ts';

/** A resource by group and plural, as RBAC names it; in all namespaces, or in one. */
export interface RbacResource {
  readonly group: string;
  readonly plural: string;
  readonly namespace?: string | undefined;
}

/** Roles that allow the reads. */
export interface RbacRule {
  /** YAML for `kubectl apply -f -`. */
  readonly yaml: string;
  /** The roles as the beginning of a heading: `the ClusterRole and the Role in namespace team`. */
  readonly title: string;
}

/** The permissions that reading an interest needs. */
export function resourceOf({ group, namespace }: Interest, { plural, namespaced }: ServedAs): RbacResource {
  return namespaced && namespace !== undefined ? { group, plural, namespace } : { group, plural };
}

interface ServedAs {
  readonly plural: string;
  readonly namespaced: boolean;
}

/** The line before a rule in a notice. */
export function wouldAllow({ title }: RbacRule): string {
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)} that would allow it:`;
}

/**
 * Returns the roles that allow these to be listed and watched (`get` is not needed), only listed, or only patched: a ClusterRole, and for
 * each named namespace a Role with what the ClusterRole lacks. Each has its binding if the subject is known from a refusal of the hub.
 */
export function rbacRuleFor(
  resources: readonly RbacResource[],
  subject?: string,
  verbs: readonly ('get' | 'list' | 'watch' | 'patch')[] = ['list', 'watch'],
): RbacRule {
  // Each has a name of its own. Under the name of the role that watches, another one would remove the right to watch.
  const name = verbs.includes('watch') ? 'fleet-gate-reader' : verbs.includes('patch') ? 'fleet-gate-approver' : 'fleet-gate-lister';
  const everywhere = new Set(resources.filter(({ namespace }) => namespace === undefined).map(resourceKey));
  const least = resources.filter((resource) => resource.namespace === undefined || !everywhere.has(resourceKey(resource)));
  const byPlace = Map.groupBy(least, ({ namespace }) => namespace ?? '');
  if (byPlace.size === 0) byPlace.set('', []);
  const places = [...byPlace].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const yaml = places
    .map(([namespace, ofPlace]) => {
      const place: Place = { kind: namespace === '' ? 'ClusterRole' : 'Role', metadata: metadataOf(name, namespace) };
      const role = [API_VERSION, `kind: ${place.kind}`, ...place.metadata, 'rules:', ...rulesFor(ofPlace, verbs)];
      return [...role, ...(subject === undefined ? [] : binding(name, place, subject))].join('\n');
    })
    .join('\n---\n');
  return { yaml, title: titleOf(places.map(([namespace]) => namespace)) };
}

function resourceKey({ group, plural }: RbacResource): string {
  return `${group}/${plural}`;
}

/** Namespaces in a heading. */
const NAMED = 3;

function titleOf(places: readonly string[]): string {
  const namespaces = places.filter((namespace) => namespace !== '');
  const roles =
    namespaces.length === 1 ? `the Role in namespace ${namespaces.join('')}` : `the Roles in namespaces ${listed(namespaces, NAMED)}`;
  return [...(places.includes('') ? ['the ClusterRole'] : []), ...(namespaces.length === 0 ? [] : [roles])].join(' and ');
}

const API_VERSION = 'apiVersion: rbac.authorization.k8s.io/v1';

/** The scope of a role. */
interface Place {
  readonly kind: 'ClusterRole' | 'Role';
  /** Lines that the role and its binding share. */
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
        ...listLines('  - apiGroups:', [JSON.stringify(group)]),
        ...listLines('    resources:', plurals.map(word)),
        `    verbs: [${verbs.join(', ')}]`,
      ];
    });
}

/** A list of YAML, which a comment shows on a phone: in one line only if it has one item, and the line fits there. */
function listLines(key: string, items: readonly string[]): readonly string[] {
  const line = `${key} [${items.join('')}]`;
  return items.length === 1 && line.length <= PHONE ? [line] : [key, ...items.map((item) => `      - ${item}`)];
}

/** Columns of a block of code where a page is 390 pixels wide. */
const PHONE = 45;

/** Quotes a resource name of the hub for YAML; it may hold any characters. */
function word(plural: string): string {
  return /^[a-z][a-z0-9-]*(?:\/status)?$/.test(plural) ? plural : JSON.stringify(plural);
}

/** The user that a `forbidden` message names. */
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
