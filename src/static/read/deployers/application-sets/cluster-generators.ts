import { field, isObject, listAt, objectAt } from '../../../../fleet/json/json.ts';
import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import { filledIn } from './generated-parameters.ts';

/**
 * The specs of Applications as an ApplicationSet makes them for the cluster in which Argo CD runs; none if no generator lists that cluster. A
 * generator of clusters without a selector lists it with the clusters of Secrets. Source: `applicationset/generators/cluster.go` of
 * argoproj/argo-cd.
 * @param specs with the parameters that are not known
 */
export function forOwnCluster(set: KubeObject, specs: readonly unknown[]): readonly unknown[] {
  return listAt(set, 'spec', 'generators').some(listsOwnCluster) ? specs.map((spec) => filledIn(spec, OWN_CLUSTER)) : [];
}

const OWN_CLUSTER = { name: 'in-cluster', nameNormalized: 'in-cluster', server: 'https://kubernetes.default.svc' };

function listsOwnCluster(generator: unknown): boolean {
  // It may drop that cluster.
  if (hasTerms(field(generator, 'selector'))) return false;
  const clusters = objectAt(generator, 'clusters');
  if (clusters !== undefined) return !hasTerms(clusters['selector']);
  return [...listAt(generator, 'matrix', 'generators'), ...listAt(generator, 'merge', 'generators')].some(listsOwnCluster);
}

/** Only the labels of Secrets are selected by terms. */
function hasTerms(selector: unknown): boolean {
  return (
    isObject(selector) &&
    (Object.keys(objectAt(selector, 'matchLabels') ?? {}).length > 0 || listAt(selector, 'matchExpressions').length > 0)
  );
}
