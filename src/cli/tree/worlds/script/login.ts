import type { ClusterName } from '../../../../static/world/hub-world.ts';

/** The cluster to which a command makes later ones go. */
export interface Login {
  /** The same for commands that certainly lead to one cluster. */
  readonly key: string;
  /** Absent if it is not known, as with a name in a variable. */
  readonly cluster?: ClusterName | undefined;
  /** A pattern names several clusters. */
  readonly isSeveral: boolean;
}
