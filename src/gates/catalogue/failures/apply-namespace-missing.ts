import { WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyNamespaceMissing = defineFailure({
  id: 'apply-namespace-missing',
  title: 'The namespace is not on the member',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /namespaces "[^"]*" not found/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: '{object} needs a namespace that does not exist on {cluster}. A ResourcePlacement places no namespaces.',
  remedy: [
    'Have the namespace placed on {cluster} too: by the ClusterResourcePlacement that brings it to other clusters, or by a new one (selectionScope NamespaceOnly). Those there are: `kubectl get clusterresourceplacements.placement.kubernetes-fleet.io`',
    'On {cluster}, check that it arrived: `kubectl get namespaces`. The object follows by itself.',
  ],
  seeAlso: 'rp-namespace-not-placed',
});
