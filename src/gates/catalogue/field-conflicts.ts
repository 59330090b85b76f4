/** A field of another manager, as the API server names it: `.spec.replicas`. */
export interface FieldConflict {
  readonly manager: string;
  readonly paths: readonly string[];
}

/**
 * The managers that a server-side apply conflicts with, one entry for each; empty if the text is about something else (Kubernetes
 * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/conflict.go, getConflictMessage).
 */
export function fieldConflicts(answer: string): readonly FieldConflict[] {
  const listed = /Apply failed with \d+ conflicts?: (.*)$/s.exec(answer)?.[1] ?? '';
  return [...listed.matchAll(ONE_MANAGER)].map(([, manager = '', paths = '']) => ({
    manager,
    paths: paths
      .split(/\n- /)
      .map((path) => path.trim())
      .filter((path) => path !== ''),
  }));
}

/** A single field follows the colon. Several fields are on lines below it, each after a dash. */
// bounded: a message is cut at 32,768 characters.
const ONE_MANAGER = /conflicts? with "([^"]*)"[^\n]*?:((?: \.[^\n]*|(?:\n- [^\n]*)+))/g;
