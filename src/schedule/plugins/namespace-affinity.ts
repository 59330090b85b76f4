import { PASSED, type Plugin } from '../framework.ts';

/**
 * A ResourcePlacement is placed only on clusters that have its namespace, if their agents report namespaces (off by default). Source:
 * `plugins/namespaceaffinity/filtering.go`.
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
