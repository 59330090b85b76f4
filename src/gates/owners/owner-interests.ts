import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { AskedObject } from '../../report.ts';
import { namespaceOfCluster } from '../../fleet/kubefleet/cluster-of-work.ts';
import { typeOf } from '../view/seen.ts';
import { withNamedKind } from './named-kind.ts';
import { worksHolding } from './works-holding.ts';
import { DEFINITION, NAMESPACE } from '../../fleet/kubernetes/read-types.ts';

/** The types that show directly where an object is: the Works of the requested clusters, or otherwise of all. */
export function firstInterests(asked: AskedObject, clusters: readonly string[]): readonly Interest[] {
  const works =
    clusters.length === 0 ? [typeOf('Work')] : clusters.map((name) => ({ ...typeOf('Work'), namespace: namespaceOfCluster(name) }));
  return [...works, typeOf('MemberCluster'), typeOf('ClusterResourcePlacement'), inNamespace('ResourcePlacement', asked)];
}

/** The types that show the placements which brought it; of all placements if none brings it to a requested cluster. */
export function thenInterests(hub: HubState, asked: AskedObject, clusters: readonly string[]): readonly Interest[] {
  const places = worksHolding(hub, withNamedKind(hub, asked) ?? asked, clusters.length === 0 ? undefined : new Set(clusters));
  const isEverywhere = places.length > 0 && clusters.every((name) => places.some(({ cluster }) => cluster === name));
  const names = [...new Set(places.flatMap(({ placement }) => placement?.name ?? []))].toSorted();
  const of = isEverywhere && names.length > 0 ? { of: names } : {};
  return [
    ...['ClusterResourceBinding', 'ClusterResourceSnapshot'].map((kind) => ({ ...typeOf(kind), ...of })),
    ...['ResourceBinding', 'ResourceSnapshot'].map((kind) => ({ ...inNamespace(kind, asked), ...of })),
    ...(isEverywhere ? [] : selectionInterests(asked)),
  ];
}

/** The types that selectors depend on. */
function selectionInterests({ group, kind, namespace }: AskedObject): readonly Interest[] {
  const where = namespace === undefined ? {} : { namespace };
  return [NAMESPACE, DEFINITION, ...(group === undefined ? [] : [{ group, kind, ...where }])];
}

function inNamespace(kind: string, { namespace }: AskedObject): Interest {
  return namespace === undefined ? typeOf(kind) : { ...typeOf(kind), namespace };
}
