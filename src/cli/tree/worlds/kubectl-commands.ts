import { flagValuesIn } from '../../../fleet/text/flag-values.ts';
import { isPattern } from './path-patterns.ts';
import { plainWords } from './plain-words.ts';

/** A command that makes later ones go to another cluster. */
// linear: each alternative starts with its own word, and a blank ends every run.
export const SWITCHES =
  /\b(kubectl\s+config\s+(use-context|set-context)|kubectx|az\s+(aks|fleet)\s+get-credentials|gcloud\s+container\s+clusters\s+get-credentials|aws\s+eks\s+update-kubeconfig|export\s+KUBECONFIG=|kind\s+export\s+kubeconfig)\b/;

/** The namespace that a command chooses for later ones; empty if it does not name it, `undefined` if it leads to no other cluster. */
export function namespaceOfContext(command: string): string | undefined {
  return SWITCHES.test(command) ? (flagValuesIn(plainWords(command), ['--namespace'])[0] ?? '') : undefined;
}

/** A dry run of the client asks no hub, and a text that is printed is not started. */
export function appliesObjects(words: readonly string[]): boolean {
  if (words.some((word) => word === '--dry-run' || word === '--dry-run=client')) return false;
  const applies = (program: RegExp, ...verbs: readonly string[]): boolean => {
    const at = words.findIndex((word) => program.test(word));
    const isPrinted = words.slice(0, Math.max(at, 0)).some((word) => PRINTS.test(word));
    return at >= 0 && !isPrinted && words.some((word) => verbs.includes(word));
  };
  return applies(KUBECTL, 'apply', 'create', 'replace') || applies(/^kapp$/, 'deploy');
}

const PRINTS = /^@?(?:echo|printf|Write-Host|Write-Output)$/;

/** Also the client of OpenShift, one with a path, and one in a variable of that name. */
export const KUBECTL = /^(?:[^\s=]{0,500}[/.])?(?:kubectl|oc)(?:\.exe)?$|^\$[({]?KUBECTL[)}]?$/;

/** The paths, patterns and addresses of `-f` and `-k`, each by itself. */
export function pathsAppliedBy(words: readonly string[]): readonly string[] {
  const plain = words.flatMap((word) => (/^-R[fk]/.test(word) ? ['-R', `-${word.slice(2)}`] : [word]));
  return flagValuesIn(plain, ['-f', '--filename', '-k', '--kustomize']).flatMap((value) => (isPattern(value) ? value : value.split(',')));
}

/** Whether a path is the input of a command. */
export function isInput(path: string): boolean {
  return path === '-' || path === '/dev/stdin';
}
