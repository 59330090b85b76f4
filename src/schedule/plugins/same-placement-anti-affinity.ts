import { PASSED, type Plugin } from '../framework.ts';

/**
 * A cluster is picked only once. If scores are equal, a cluster that an earlier policy picked wins. Source:
 * `plugins/sameplacementaffinity`.
 */
export const samePlacementAntiAffinity: Plugin = {
  name: 'SamePlacementAntiAffinity',
  filter({ present }) {
    if (present.size === 0) return undefined;
    return ({ name }) => (present.has(name) ? { kind: 'alreadySelected' } : PASSED);
  },
  score({ obsolete }) {
    if (obsolete.size === 0) return undefined;
    return ({ name }) => ({ obsolete: obsolete.has(name) ? 1 : 0 });
  },
};
