import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { appliesObjects, editOf, isInput, pathsAppliedBy } from '../shell/kubectl-commands.ts';

/** A command that changes objects of a hub without a manifest, such as `kubectl set image`. */
export interface EditByCommand {
  /** The first words of it, with the kind: `kubectl scale deployment`. */
  readonly command: string;
  /** The kind as the command writes it; absent if it is not known. */
  readonly kind?: string;
  /** The namespace of the objects; absent if it is not known. */
  readonly namespace?: string;
}

/**
 * The commands among those that are piped into each other. What one only prints counts if a later one applies it.
 * @param namespace of commands that name none; `undefined` if it is not known
 */
export function editsByCommand(piped: readonly (readonly string[])[], namespace: string | undefined): readonly EditByCommand[] {
  return piped.flatMap((words, index) => {
    const edit = editOf(words);
    if (edit === undefined) return [];
    const isApplied = piped.slice(index + 1).some((later) => appliesObjects(later) && pathsAppliedBy(later).some(isInput));
    if (edit.isPrinted && !isApplied) return [];
    const { command, kind, name } = edit;
    // Another program records what it does in a namespace.
    if (!command.startsWith('kubectl ')) return { command };
    const given = kind !== undefined && NAMESPACE.test(kind) ? name : (flagValuesIn(words, ['-n', '--namespace']).at(-1) ?? namespace);
    return {
      command,
      ...(kind === undefined ? {} : { kind }),
      ...(given === undefined || /[$`*]/.test(given) ? {} : { namespace: given }),
    };
  });
}

const NAMESPACE = /^(?:ns|namespaces?)$/i;
