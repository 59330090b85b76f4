import { apiResources } from '../../fleet/kubefleet/api-resource.ts';
import { NothingToDo } from '../../errors.ts';
import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, withoutDeletion } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { flagTerms, type Terms } from '../../terms.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import type { GateOptions } from '../options.ts';
import { type Reach, REACH_UNKNOWN } from '../reach.ts';
import { inStoredScope } from './stored-scope.ts';
import { isTargetKind, targetName } from './target.ts';
import type { Target } from './target.ts';

/** The state that the gate expects on the hub. */
export interface Expectation {
  readonly targets: readonly Target[];
  /** The objects of the deploy; absent if the deploy was not described. */
  readonly manifests?: readonly KubeObject[];
  /** The paths of these objects, as the user gave them; absent if they are not known. */
  readonly paths?: readonly string[];
  /** Files from which the deploy may have made objects that are not among these. */
  readonly templates?: readonly string[];
  /** The namespace of deployed objects that name none. */
  readonly namespace: string;
  readonly options: GateOptions;
  /** How messages name the user's settings. */
  readonly terms: Terms;
  /** How the user connects to the clusters. */
  readonly reach: Reach;
  /**
   * Judges by the status of placements and update runs alone, for a list. Missing bindings, snapshots and Works then do not delay a
   * verdict, and diagnoses have no explanation and no steps: for 100,000 of them these texts take seconds.
   */
  readonly byStatus?: true;
}

/**
 * @param targets as named by the user; if there are none, the placements and runs among the manifests
 * @param namespace the namespace of deployed objects that name none; `default` if not given, as in kubectl
 * @throws {NothingToDo} if neither names a target to follow
 */
export function expectationOf(input: {
  readonly targets: readonly Target[];
  readonly manifests?: readonly KubeObject[];
  readonly paths?: readonly string[];
  readonly templates?: readonly string[];
  readonly options?: Partial<GateOptions>;
  readonly namespace?: string;
  readonly terms?: Terms;
  readonly reach?: Reach;
}): Expectation {
  const { options, terms = flagTerms, reach = REACH_UNKNOWN, namespace = 'default' } = input;
  const apis = apiResources(input.manifests ?? []);
  const manifests = input.manifests?.map((object) => inStoredScope(withoutDeletion(object), namespace, apis));
  const named = input.targets.length > 0 ? input.targets : targetsAmong(manifests ?? []);
  const targets = [...new Map(named.map((target) => [targetName(target), target])).values()];
  if (targets.length === 0) {
    throw new NothingToDo(
      `nothing to wait for: name a placement or an update run (crp/NAME, rp/NAMESPACE/NAME), or give ${terms('manifests')} that hold one`,
    );
  }
  const known = {
    ...(input.paths === undefined ? {} : { paths: input.paths }),
    ...(input.templates === undefined ? {} : { templates: input.templates }),
  };
  const judged = { targets, namespace, options: { ...DEFAULT_OPTIONS, ...options }, terms, reach, ...known };
  return manifests === undefined ? judged : { ...judged, manifests };
}

function targetsAmong(manifests: readonly KubeObject[]): readonly Target[] {
  return manifests.flatMap((object): readonly Target[] => {
    const { kind, metadata } = object;
    if (groupOf(object.apiVersion) !== PLACEMENT_GROUP || !isTargetKind(kind)) return [];
    if (fleetKind(kind)?.namespaced !== true) return [{ kind, name: metadata.name }];
    return [{ kind, namespace: metadata.namespace ?? 'default', name: metadata.name }];
  });
}
