import { KUBECTL } from './shell/kubectl-commands.ts';

/** Whether a text names a tool that deploys. */
export function namesTool(text: string): boolean {
  return /helm/i.test(text) || DEPLOYS.test(text);
}

/**
 * Whether the commands of a text may deploy something by a tool that it names. Those of kubectl that delete or only read deploy nothing, also
 * behind one that builds a kustomization for them, and neither does a variable with the name of the program.
 */
export function mayDeploy(text: string): boolean {
  if (!DEPLOYS.test(text)) return false;
  return commandsIn(text).some((command) => DEPLOYS.test(command) && !NAMES_PROGRAM.test(command) && !deploysNothing(command));
}

/** Whether a text names a command of kubectl that applies objects, apart from one that only tries it. */
export function appliesByName(text: string): boolean {
  return APPLIES.test(text) && commandsIn(text).some((command) => APPLIES.test(command) && !isOnlyTried(command));
}

function commandsIn(text: string): readonly string[] {
  return text.replaceAll(/\\\r?\n/g, ' ').split(/\n|;|&&|\|\|/);
}

// linear: at most 500 characters of a line are tried after each name of the program.
export const APPLIES = /\b(?:kubectl|oc)\b[^\n]{0,500}\b(?:apply|create|replace)\b/;
/** Whether it is a dry run whose output no other command gets. */
function isOnlyTried(command: string): boolean {
  const at = command.search(/\s--dry-run(?:\s|$|=(?:client|server|true)\b)/);
  return at >= 0 && !command.includes('|', at);
}

function deploysNothing(command: string): boolean {
  const verbs = command.split('|').map(verbOf);
  return OTHER_VERBS.has(verbs.at(-1) ?? '') && verbs.every((verb) => verb === undefined || verb === 'kustomize' || OTHER_VERBS.has(verb));
}

/** The verb of kubectl; `undefined` for another program. */
function verbOf(command: string): string | undefined {
  const words = command.split(/[\s"'@]+/);
  const program = words.findIndex((word) => KUBECTL.test(word));
  return program < 0 ? undefined : words.slice(program + 1).find((word) => OTHER_VERBS.has(word) || VERBS.has(word));
}

const DEPLOYS = /kubectl|kustomize|\boc\b|\bkapp\b|\bkpt (?:fn|live) |azure\/k8s-deploy|Kubernetes(?:Manifest)?@|\bflux\b|argocd/i;
// linear: it is anchored, and each part ends at another sign.
const NAMES_PROGRAM = /^\s*(?:export\s+)?\w+\s*[:?]?=\s*(?:[\w./-]*\/)?(?:kubectl|oc|kustomize)\s*$/;
const VERBS: ReadonlySet<string> = new Set(['apply', 'create', 'replace', 'patch', 'edit', 'set', 'run', 'exec', 'kustomize']);
/** Verbs of kubectl that delete, read or wait. */
const OTHER_VERBS: ReadonlySet<string> = new Set(
  'delete get describe logs wait diff version explain top cluster-info api-resources port-forward'.split(' '),
);
