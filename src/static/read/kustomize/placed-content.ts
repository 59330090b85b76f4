import { labelSelector, labelsOf, matchesLabels } from '../../../fleet/kubernetes/label-selector.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { KEEPING_NAME } from './kustomization.ts';
import type { Touched } from './object-selectors.ts';

/** What an overlay deploys: the namespaces it sets, and the manifests of its files. */
interface Content {
  readonly namespaces: Iterable<string>;
  readonly manifests: readonly Pick<Manifest, 'object' | 'namespace'>[];
  /** What is done to them, and the objects do not have yet. */
  readonly touched?: Pick<Touched, 'hasOpenNamespace' | 'prefixes' | 'suffixes' | 'labels'>;
}

/**
 * Returns whether a placement of the tree may select content: it is in the namespace of a ResourcePlacement, or in one that a
 * ClusterResourcePlacement selects, or its name or labels are selected. The full selection of KubeFleet is not used, because the content
 * was not read completely.
 */
export function placedContent(tree: readonly Manifest[]): (content: Content) => boolean {
  const { picks, picksNamespace, picksNamespaces } = picksOfTree(tree);
  return ({ namespaces, manifests, touched }) =>
    [...namespaces].some(picksNamespace) ||
    (touched?.hasOpenNamespace === true && picksNamespaces) ||
    manifests.some(({ object, namespace }) => {
      if (namespace !== undefined && picksNamespace(namespace)) return true;
      const isName = (wanted: string): boolean => wanted === object.metadata.name || mayBeNamed(object, wanted, touched);
      const labels = labelsOf(object);
      return picks(object.kind, isName, labels) || (touched !== undefined && picks(object.kind, isName, { ...labels, ...touched.labels }));
    });
}

/** Whether an object gets a name by some of the prefixes and suffixes. */
function mayBeNamed({ kind, metadata: { name } }: KubeObject, wanted: string, touched: Content['touched']): boolean {
  if (touched === undefined || name === '' || KEEPING_NAME.has(kind)) return false;
  const { prefixes, suffixes } = touched;
  for (let at = wanted.indexOf(name); at >= 0; at = wanted.indexOf(name, at + 1))
    if (isMadeOf(wanted.slice(0, at), prefixes) && isMadeOf(wanted.slice(at + name.length), suffixes)) return true;
  return false;
}

/** Whether a text is some of the parts, in any order. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
  const ends = new Set([0]);
  // Those that are added during the loop come last.
  for (const end of ends) for (const part of parts) if (text.startsWith(part, end)) ends.add(end + part.length);
  return ends.has(text.length);
}

/** What the placements of the tree may select. */
export function picksOfTree(tree: readonly Manifest[]): {
  /** The namespaces that they name or are in. */
  readonly names: ReadonlySet<string>;
  readonly picks: (kind: string, isName: (wanted: string) => boolean, labels: Readonly<Record<string, string>> | undefined) => boolean;
  readonly picksNamespace: (name: string) => boolean;
  /** They select a namespace, or are in one. */
  readonly picksNamespaces: boolean;
} {
  const selectors = tree.flatMap(({ object }) => (isPlacement(object) ? listAt(object, 'spec', 'resourceSelectors') : []));
  const ofNamespaced = new Set(
    tree.flatMap(({ object, namespace }) =>
      isPlacement(object) && object.kind === 'ResourcePlacement' && namespace !== undefined ? [namespace] : [],
    ),
  );
  const picks: ReturnType<typeof picksOfTree>['picks'] = (kind, isName, labels) =>
    selectors.some((selector) => {
      if (stringAt(selector, 'kind') !== kind) return false;
      const wanted = stringAt(selector, 'name');
      if (wanted !== undefined) return isName(wanted);
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
    picksNamespace: (name) => ofNamespaced.has(name) || picks('Namespace', (wanted) => wanted === name, declared.get(name)),
    picksNamespaces: ofNamespaced.size > 0 || selectors.some((selector) => stringAt(selector, 'kind') === 'Namespace'),
  };
}
