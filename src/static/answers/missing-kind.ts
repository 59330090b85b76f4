import { hubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { BUILT_IN_APIS, type ApiResource } from '../../fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { nearestTypo, onlyMeant } from '../../fleet/text/nearest.ts';
import { knownApis } from '../world/known-apis.ts';
import type { World } from '../world/world.ts';

/** A kind that no API server has in its group. */
export interface MissingKind {
  /** The kind that was probably meant. */
  readonly meant: ApiResource | undefined;
}

/**
 * Whether no API server has the kind: its group is Kubernetes' own, or is one that no CustomResourceDefinition can have although another
 * group has the kind (`core/v1`), or the kind is one keystroke away from a kind of Kubernetes in that group. API servers compare the
 * capitals of a kind, which kubectl ignores. KubeFleet's own kinds have a rule of their own. A hub that does not list a kind is no reason:
 * it may be older.
 */
export function missingKind({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>, world: World): MissingKind | undefined {
  const group = groupOf(apiVersion);
  if (isFleetGroup(group) || knownApis(world).find(group, kind) !== undefined) return undefined;
  const all = BUILT_IN_APIS.all.filter((each) => !isFleetGroup(each.group));
  const ofGroup = all.filter((each) => each.group === group);
  const namesakes = all.filter((each) => each.kind === kind);
  const near = onlyMeant(kind, ofGroup.map(nameOf));
  const isMissing = hubKinds().facts(group, '', kind).mapped === false && (ofGroup.length > 0 || namesakes.length > 0);
  if (!isMissing && near === undefined) return undefined;
  const name = near ?? nearestTypo(kind, ofGroup.map(nameOf));
  return { meant: ofGroup.find((each) => each.kind === name) ?? (namesakes.length === 1 ? namesakes[0] : undefined) };
}

function nameOf({ kind }: ApiResource): string {
  return kind;
}
