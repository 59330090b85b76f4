import { labelSelector, labelsOf, matchesLabels } from '../../../fleet/kubernetes/label-selector.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import type { Manifest } from '../../world/manifest.ts';

/** What an overlay deploys: the namespaces it sets, and the manifests of its files. */
interface Content {
  readonly namespaces: Iterable<string>;
  readonly manifests: readonly Pick<Manifest, 'object' | 'namespace'>[];
}

/**
 * Returns whether a placement of the tree may select content: it is in the namespace of a ResourcePlacement, or in one that a
 * ClusterResourcePlacement selects, or its name or labels are selected. The full selection of KubeFleet is not used, because the content
 * was not read completely.
 */
export function placedContent(tree: readonly Manifest[]): (content: Content) => boolean {
  const { picks, picksNamespace } = picksOfTree(tree);
  return ({ namespaces, manifests }) =>
    [...namespaces].some(picksNamespace) ||
    manifests.some(
      ({ object, namespace }) =>
        picks(object.kind, object.metadata.name, labelsOf(object)) || (namespace !== undefined && picksNamespace(namespace)),
    );
}

/** What the placements of the tree may select. */
export function picksOfTree(tree: readonly Manifest[]): {
  /** The namespaces that they name or are in. */
  readonly names: ReadonlySet<string>;
  readonly picks: (kind: string, name: string, labels: Readonly<Record<string, string>> | undefined) => boolean;
  readonly picksNamespace: (name: string) => boolean;
} {
  const selectors = tree.flatMap(({ object }) => (isPlacement(object) ? listAt(object, 'spec', 'resourceSelectors') : []));
  const ofNamespaced = new Set(
    tree.flatMap(({ object, namespace }) =>
      isPlacement(object) && object.kind === 'ResourcePlacement' && namespace !== undefined ? [namespace] : [],
    ),
  );
  const picks = (kind: string, name: string, labels: Readonly<Record<string, string>> | undefined): boolean =>
    selectors.some((selector) => {
      if (stringAt(selector, 'kind') !== kind) return false;
      const wanted = stringAt(selector, 'name');
      if (wanted !== undefined) return wanted === name;
      const labelled = labelSelector((selector as { labelSelector?: unknown }).labelSelector);
      return labelled === undefined || (labels !== undefined && matchesLabels(labelled, labels));
    });
  const declared = new Map(
    tree.flatMap(({ object }) => (object.kind === 'Namespace' ? [[object.metadata.name, labelsOf(object)] as const] : [])),
  );
  const named = selectors.flatMap((selector) => (stringAt(selector, 'kind') === 'Namespace' ? (stringAt(selector, 'name') ?? []) : []));
  return {
    names: new Set([...ofNamespaced, ...named]),
    picks,
    picksNamespace: (name) => ofNamespaced.has(name) || picks('Namespace', name, declared.get(name)),
  };
}
