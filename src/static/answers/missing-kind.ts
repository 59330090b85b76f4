import { kubernetesFacts } from '../../admission/kubernetes/facts.ts';
import { hubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { BUILT_IN_APIS, type ApiResource } from '../../fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { nearestTypo, onlyMeant } from '../../fleet/text/nearest.ts';
import { knownApis } from '../world/known-apis.ts';
import type { World } from '../world/world.ts';

/** A kind that no API server has in its group, or in this version of its group. */
export interface MissingKind {
  /** The kind that was probably meant. */
  readonly meant: ApiResource | undefined;
}

/**
 * Whether no API server has the kind: its group is Kubernetes' own, or is one that no CustomResourceDefinition can have although another
 * group has the kind (`core/v1`), or the kind is one keystroke away from a kind of Kubernetes in that group, or the group from that of the
 * kind. API servers compare the
 * capitals of a kind, which kubectl ignores. A kind of Kubernetes is missing in versions that no release has (`apps/v2`); for versions that
 * were removed, there is the rule `api-version-removed`. KubeFleet's own kinds have a rule of their own. A hub that does not list a kind is
 * no reason: it may be older.
 */
export function missingKind({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>, world: World): MissingKind | undefined {
  const group = groupOf(apiVersion);
  if (isFleetGroup(group)) return undefined;
  const listed = knownApis(world).find(group, kind);
  const builtIn = BUILT_IN_APIS.find(group, kind);
  if (builtIn !== undefined) {
    const version = versionOf(apiVersion);
    const isServed = listed?.preferred === version || listed?.versions?.includes(version) === true;
    return isServed || !hasNeverHad(builtIn, apiVersion) ? undefined : { meant: builtIn };
  }
  if (listed !== undefined || world.contracts?.definition(group, kind) !== undefined) return undefined;
  const all = BUILT_IN_APIS.all.filter((each) => !isFleetGroup(each.group));
  const ofGroup = all.filter((each) => each.group === group);
  const namesakes = all.filter((each) => each.kind === kind);
  const groupOfKind = nearGroup(group, namesakes);
  if (groupOfKind !== undefined) return { meant: groupOfKind };
  const near = onlyMeant(kind, ofGroup.map(nameOf));
  const isOfKubernetes = hubKinds().facts(group, '', kind).mapped === false || (group === 'extensions' && !wasRemoved(apiVersion, kind));
  const isMissing = isOfKubernetes && (ofGroup.length > 0 || namesakes.length > 0);
  if (!isMissing && near === undefined) return undefined;
  const name = near ?? nearestTypo(kind, ofGroup.map(nameOf));
  return { meant: ofGroup.find((each) => each.kind === name) ?? (namesakes.length === 1 ? namesakes[0] : undefined) };
}

/**
 * The kind of the same name whose group was meant: one keystroke away, or a few in the domain of Kubernetes, where other projects have no
 * group without its approval. Its subprojects have theirs below `x-k8s.io`.
 */
function nearGroup(group: string, namesakes: readonly ApiResource[]): ApiResource | undefined {
  const groups = namesakes.map((each) => each.group).filter((each) => each.includes('.'));
  const near = onlyMeant(group, groups) ?? (group.endsWith('.k8s.io') ? nearestTypo(group, groups) : undefined);
  return namesakes.find((each) => each.group === near);
}

/** Whether no supported release of Kubernetes serves a kind, or only other versions of it. */
export function isServedByNoRelease(type: Pick<KubeObject, 'apiVersion' | 'kind'>, world: World): boolean {
  return wasRemoved(type.apiVersion, type.kind) || missingKind(type, world) !== undefined;
}

/**
 * Whether no release of Kubernetes has a kind in a version. Kubernetes serves a stable version for ever once a release had it. An alpha or
 * beta version of a newer kind is known only to hubs that enable it, but the kinds of the oldest groups have no such version today.
 * Source: https://kubernetes.io/docs/reference/using-api/deprecation-policy/
 */
function hasNeverHad({ group, kind, preferred }: ApiResource, apiVersion: string): boolean {
  const version = versionOf(apiVersion);
  if (version === preferred || Object.hasOwn(kubernetesFacts().kinds, `${apiVersion}/${kind}`) || wasRemoved(apiVersion, kind))
    return false;
  return !/^v\d+(?:alpha|beta)\d+$/.test(version) || OLDEST_GROUPS.has(group);
}

const OLDEST_GROUPS: ReadonlySet<string> = new Set(['', 'apps', 'autoscaling', 'batch', 'policy', 'rbac.authorization.k8s.io']);

function wasRemoved(apiVersion: string, kind: string): boolean {
  const { removed } = kubernetesFacts();
  return Object.hasOwn(removed, apiVersion) && Object.hasOwn(removed[apiVersion] ?? {}, kind);
}

function nameOf({ kind }: ApiResource): string {
  return kind;
}
