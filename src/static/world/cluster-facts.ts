import { type Labels, labelsOf } from '../../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { reportedProperties } from '../../fleet/kubefleet/member-cluster.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import type { World } from './world.ts';

/**
 * The member clusters, if all their facts are known; `undefined` if there are none, if some are known only from their manifests, or if a
 * manifest has variables. A hub adds labels and properties that are in no manifest.
 */
export const clustersInFull = oncePer((world: World): readonly KubeObject[] | undefined => {
  const { members, assumed } = world;
  if (members === undefined || members.length === 0 || assumed.size > 0) return undefined;
  const isOpen = world.ofKind('MemberCluster').some(({ object, unresolved }) => isMemberCluster(object) && unresolved.length > 0);
  return isOpen ? undefined : members;
});

/** Every label of the clusters, with all its values in order. */
export type LabelsOfClusters = ReadonlyMap<string, readonly string[]>;

/** `undefined` if the clusters are not fully known. */
export const labelsOfClusters = oncePer((world: World): LabelsOfClusters | undefined => {
  const clusters = clustersInFull(world);
  if (clusters === undefined) return undefined;
  return valuesOfLabels(clusters.map(labelsOf));
});

/** Every label, with all its values in order. */
export function valuesOfLabels(all: readonly Labels[]): LabelsOfClusters {
  const pairs = all.flatMap((labels) => Object.entries(labels));
  return new Map(
    [...Map.groupBy(pairs, ([key]) => key)].map(([key, ofKey]) => [key, [...new Set(ofKey.map(([, value]) => value))].toSorted()]),
  );
}

/** The names of all properties that a cluster reports; `undefined` if the clusters are not fully known. */
export const propertiesOfClusters = oncePer((world: World): ReadonlySet<string> | undefined => {
  const clusters = clustersInFull(world);
  return clusters === undefined ? undefined : new Set(clusters.flatMap(reportedProperties));
});
