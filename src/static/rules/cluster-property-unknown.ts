/**
 * A property that a cluster does not report matches no expression, and a sorter by it gives no score. Source:
 * `pkg/scheduler/framework/plugins/clusteraffinity/types.go` (retrievePropertyValueFrom), evaluated as in `src/schedule/plugins`.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { resourcePropertyNameError } from '../../fleet/kubefleet/member-cluster.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { takesPart } from '../answers/admission.ts';
import { propertiesOfClusters } from '../world/cluster-facts.ts';
import { clusterQuestions, type ClusterQuestion } from '../placing/cluster-selectors.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Unknown {
  readonly property: string;
  readonly role: ClusterQuestion['role'];
  readonly meant: string | undefined;
  /** No cluster reports any property. */
  readonly none: boolean;
}

export const clusterPropertyUnknown = defineRule<Unknown>({
  id: 'cluster-property-unknown',
  summary: 'The policy asks for a property that none of the member clusters reports',
  effect: 'misbehaves',
  otherwise: { advice: 'no cluster reports any property: the list of clusters may omit them' },
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'Properties such as cost, node count and free memory are reported by the property provider of each member agent, which can be off. A cluster without a property does not match any expression about it, and a preference that sorts by it has no effect. The hub does not report an error. If no cluster reports any property, the finding is advice: the list of clusters may omit them.',
  remedy:
    'Write a property as the member clusters report it in `status.properties` and `status.resourceUsage`: `kubectl get membercluster NAME -o yaml` shows them.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ property, role, none }) => {
    const what = none
      ? `No member cluster reports any property, so ${property} is not there either`
      : `No member cluster reports ${property}`;
    return `${what}: ${role === 'required' ? 'no cluster meets this requirement' : 'this preference has no effect'}.`;
  },
  remedyFor: ({ meant, none }) => {
    if (none) return 'Turn the property provider of the member agents on, or choose clusters by their labels.';
    return meant === undefined ? undefined : `Did you mean ${meant}?`;
  },
  *check(manifest, world) {
    const known = propertiesOfClusters(world);
    if (known === undefined || !isResolved(manifest, '/spec/policy') || !takesPart(manifest, '/spec/policy', world)) return;
    for (const { at, name, role } of askedOf(manifest.object)) {
      if (name === '' || known.has(name) || resourcePropertyNameError(name) !== undefined) continue;
      const none = known.size === 0;
      yield { at, data: { property: name, role, meant: nearest(name, known), none }, ...(none ? { effect: 'advice' } : {}) };
    }
  },
});

interface Asked extends Pick<ClusterQuestion, 'at' | 'role'> {
  readonly name: string;
}

/** The properties that a placement uses: in required expressions, and in preferred sorters. */
function askedOf(placement: KubeObject): readonly Asked[] {
  return clusterQuestions(placement).flatMap(({ at, role, term }): readonly Asked[] => {
    if (role === 'required') {
      return listAt(term, 'propertySelector', 'matchExpressions').map((expression, index) => ({
        at: `${at}/propertySelector/matchExpressions/${index}/name`,
        name: stringAt(expression, 'name') ?? '',
        role,
      }));
    }
    const sorter = field(term, 'propertySorter');
    return sorter === undefined ? [] : [{ at: `${at}/propertySorter/name`, name: stringAt(sorter, 'name') ?? '', role }];
  });
}
