import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { isPattern } from './path-patterns.ts';

export function appliesObjects(words: readonly string[]): boolean {
  return starts(words, KUBECTL, 'apply', 'create', 'replace') || starts(words, /^kapp$/, 'deploy');
}

/** The words of the command that applies what one of kubectl deletes; empty for another command. */
export function asApplied(words: readonly string[]): readonly string[] {
  if (!starts(words, KUBECTL, 'delete') || appliesObjects(words)) return [];
  const at = words.indexOf(
    'delete',
    words.findIndex((word) => KUBECTL.test(word)),
  );
  return words.with(at, 'apply');
}

/** Whether a command deletes what it applies before it creates it again. */
export function replacesByForce(words: readonly string[]): boolean {
  return starts(words, KUBECTL, 'replace') && words.some((word) => /^--force(?:=true)?$/.test(word));
}

/** The files of `kubectl patch --patch-file`. */
export function patchFilesOf(words: readonly string[]): readonly string[] {
  return starts(words, KUBECTL, 'patch') ? flagValuesIn(words, ['--patch-file']) : [];
}

/** A dry run changes nothing, and a text that is printed is not started. */
function starts(words: readonly string[], program: RegExp, ...verbs: readonly string[]): boolean {
  const at = words.findIndex((word) => program.test(word));
  const isPrinted = words.slice(0, Math.max(at, 0)).some((word) => PRINTS.test(word));
  return at >= 0 && !isPrinted && !isDryRun(words) && words.some((word) => verbs.includes(word));
}

export function isDryRun(words: readonly string[]): boolean {
  const value = words.findLast((word) => /^--dry-run(?:=|$)/.test(word))?.slice('--dry-run='.length);
  return value !== undefined && value !== 'none' && value !== 'false';
}

const PRINTS = /^@?(?:echo|printf|Write-Host|Write-Output)$/;

/** Also the client of OpenShift, one with a path, and one in a variable of that name. */
export const KUBECTL = /^(?:[^\s=]{0,500}[/.])?(?:kubectl|oc)(?:\.exe)?$|^\$[({]?KUBECTL[)}]?$/;

/** The paths, patterns and addresses of `-f` and `-k`, each by itself, also of `kubectl delete`. */
export function pathsAppliedBy(words: readonly string[]): readonly string[] {
  return pathsOf(words, ['-f', '--filename', ...KUSTOMIZE]);
}

/** Those of `-k`. */
export function kustomizationsAppliedBy(words: readonly string[]): readonly string[] {
  return pathsOf(words, KUSTOMIZE);
}

const KUSTOMIZE = ['-k', '--kustomize'];

function pathsOf(words: readonly string[], flags: readonly string[]): readonly string[] {
  return flagValuesIn(words, flags).flatMap((value) => (isPattern(value) ? value : value.split(',')));
}

/** Whether a path is the input of a command. */
export function isInput(path: string): boolean {
  return path === '-' || path === '/dev/stdin';
}
