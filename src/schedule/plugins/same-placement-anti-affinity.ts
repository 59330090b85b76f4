import { PASSED, type Plugin } from '../framework.ts';

/** A cluster is picked once; one that an earlier policy had picked wins a tie. Source: `plugins/sameplacementaffinity`. */
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
