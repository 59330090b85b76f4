import { PASSED, type Plugin } from '../framework.ts';

/**
 * A ResourcePlacement goes only to clusters that have its namespace, where their agents report namespaces at all (off by default).
 * Source: `plugins/namespaceaffinity/filtering.go`.
 */
export const namespaceAffinity: Plugin = {
  name: 'NamespaceAffinity',
  filter({ namespace }) {
    if (namespace === undefined) return undefined;
    return ({ namespaces }) => {
      if (namespaces === 'untracked') return PASSED;
      if (namespaces === 'unknown') return { kind: 'filtered', reason: 'cluster has no namespace information available' };
      return namespaces.has(namespace) ? PASSED : { kind: 'filtered', reason: 'target namespace does not exist on cluster' };
    };
  },
};
