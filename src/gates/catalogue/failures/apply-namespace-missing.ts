import { WRITES } from '../api-words.ts';
import { onHub, onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyNamespaceMissing = defineFailure({
  id: 'apply-namespace-missing',
  title: 'The namespace is not on the member',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /namespaces "[^"]*" not found/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: '{object} needs the namespace {namespace}, which does not exist on {cluster}. A ResourcePlacement does not place its namespace.',
  remedy: [
    `Look for the ClusterResourcePlacement that brings the namespace to other clusters: ${onHub('get clusterresourceplacements')}`,
    'Have it place the namespace on {cluster} too, or create one for the namespace alone (selectionScope NamespaceOnly). {object} follows by itself.',
    `Check that it arrived: ${onMember('get namespace {namespace}')}`,
  ],
  seeAlso: 'rp-namespace-not-placed',
});
