import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { installed } from './built-by-command.ts';
import { isListed } from '../shell/handed-files.ts';
import { appliesObjects, KUBECTL, kustomizationsAppliedBy, mayBeDryRun, pathsAppliedBy } from '../shell/kubectl-commands.ts';

/** A command that makes something reach a hub, as its words say it. Paths are as it writes them. */
export interface ApplyingCommand {
  readonly words: readonly string[];
  /** It applies objects itself. */
  readonly isApplied: boolean;
  readonly isOfKubectl: boolean;
  /** It installs a chart. */
  readonly isOfHelm: boolean;
  readonly isRecursive: boolean;
  /** The values of its `-f` and `-k`. */
  readonly paths: readonly string[];
  /** Those of `-k`. */
  readonly kustomized: readonly string[];
  /** Charts, and folders that it makes Flux or Argo CD bring. */
  readonly handed: readonly string[];
  /** The last one that it names counts. */
  readonly namespace: string | undefined;
}

/** `undefined` for a command that applies nothing. */
export function applyingCommand(words: readonly string[]): ApplyingCommand | undefined {
  const handed = [...handedOn(words), ...installed(words)];
  const isApplied = appliesObjects(words);
  if (!isApplied && handed.length === 0) return undefined;
  const isOfHelm = !isApplied && words.includes('helm');
  return {
    words,
    isApplied,
    isOfKubectl: words.some((word) => KUBECTL.test(word)),
    isOfHelm,
    isRecursive: readsFoldersBelow(words),
    paths: isApplied ? pathsAppliedBy(words) : [],
    kustomized: kustomizationsAppliedBy(words),
    handed,
    namespace: isApplied || isOfHelm ? flagValuesIn(words, ['-n', '--namespace']).at(-1) : undefined,
  };
}

function readsFoldersBelow(words: readonly string[]): boolean {
  return /^(?:-R|--recursive)(?:=(?:true|t|1))?$/i.test(words.findLast((word) => /^(?:-R|--recursive)(?:=|$)/.test(word)) ?? '');
}

/** Whether a command that names no file may name some: with a variable, or by the lines that `xargs` or `parallel` reads. */
export function mayHavePaths(words: readonly string[]): boolean {
  return isListed(words) || words.some((word) => word.startsWith('$') && !KUBECTL.test(word));
}

/** Whether a command prints a text of the script, or an object of which its flags say all. */
export function hasOwnText(words: readonly string[]): boolean {
  return words.includes('<<') || (mayBeDryRun(words) && words.includes('create') && pathsAppliedBy(words).length === 0);
}

/** The folders that a command makes Flux or Argo CD bring to a cluster. */
function handedOn(words: readonly string[]): readonly string[] {
  const command = words.join(' ');
  // From the top of the repository, whichever folder the command is started in.
  if (/^az k8s-configuration flux (create|update|kustomization (create|update)) /.test(command))
    return [
      ...words.filter((word) => word.startsWith('path=')).map((word) => word.slice('path='.length)),
      ...flagValuesIn(words, ['--path']),
    ];
  return /^(flux create (kustomization|ks)|argocd app create) /.test(command) ? flagValuesIn(words, ['--path']) : [];
}
