import { WRITES } from '../api-words.ts';
import { onHub, onMember, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const NOT_THERE = '{object} needs the namespace {namespace}, which does not exist on {cluster}.';

/** Namespaces are applied first (KubeFleet pkg/controllers/workapplier/waves.go). */
const GONE: Details = {
  title: 'The namespace was deleted on the member',
  explain:
    '{target} places the namespace {namespace}, but it no longer exists on {cluster}: something deleted it there. Everything in it is gone too. KubeFleet applies all of it again by itself, at intervals of up to 15 minutes.',
  remedy: [
    `See whether it is back: ${onMember('get namespace {namespace}')}`,
    'Find who or what deleted it, in the audit log of {cluster}. If that happens again, the rollout fails again.',
    `See what KubeFleet reports about the namespace: ${WORKS}`,
  ],
  isFoundBefore: false,
};

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyNamespaceMissing = defineFailure({
  id: 'apply-namespace-missing',
  title: 'The namespace is not on the member',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /namespaces "[^"]*" not found/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ target, words }) => {
    if (words?.['brings'] === 'true') return GONE;
    return target.kind === 'ResourcePlacement' ? {} : { explain: NOT_THERE };
  },
  explain: '{object} needs the namespace {namespace}, which does not exist on {cluster}. A ResourcePlacement does not place its namespace.',
  remedy: [
    `Look for the ClusterResourcePlacement that brings the namespace to other clusters: ${onHub('get clusterresourceplacements')}`,
    'Have it place the namespace on {cluster} too, or create one for the namespace alone (selectionScope NamespaceOnly). KubeFleet then applies {object} by itself.{managedNamespace}',
    `Check that it arrived: ${onMember('get namespace {namespace}')}`,
  ],
  foundBy: [
    {
      rule: 'rp-namespace-not-placed',
      when: ({ target, words }) => target.kind === 'ResourcePlacement' && words?.['isSupplied'] !== 'true',
    },
  ],
});
