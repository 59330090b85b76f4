import { PASSED, type Plugin } from '../framework.ts';

/** A cluster is picked once; one that an earlier policy had picked wins a tie. Source: `plugins/sameplacementaffinity`. */
export const samePlacementAntiAffinity: Plugin = {
  name: 'SamePlacementAntiAffinity',
  filter({ present }) {
    return ({ name }) => (present.has(name) ? { kind: 'alreadySelected' } : PASSED);
  },
  score({ obsolete }) {
    return ({ name }) => ({ obsolete: obsolete.has(name) ? 1 : 0 });
  },
};
