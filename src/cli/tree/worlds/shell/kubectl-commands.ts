import { oncePer } from '../../../../fleet/memo/once-per.ts';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { alternativesOf, isPattern } from './path-patterns.ts';

export function appliesObjects(words: readonly string[]): boolean {
  return createsObjects(words) || starts(words, KUBECTL, 'apply', 'replace');
}

/** Whether a command creates objects that have only a `generateName`, which `kubectl apply` and `replace` refuse. */
export const createsObjects = oncePer(
  (words: readonly string[]): boolean => starts(words, KUBECTL, 'create') || starts(words, /^kapp$/, 'deploy'),
);

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

/** What a command changes that is given no file to apply. */
interface Edit {
  /** Its first words, with the kind. */
  readonly command: string;
  /** As the command writes it; `undefined` if it is not known. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** It only prints the result. */
  readonly isPrinted: boolean;
}

/**
 * What a command of kubectl changes by its own words, of objects that a placement may send. A hub does not accept new Pods. `undefined` for
 * a new Namespace, which has nothing yet, for a status, and for another command.
 */
export function editOf(written: readonly string[]): Edit | undefined {
  const other = OTHERS.exec(written.join(' '));
  if (other !== null) return { command: other.slice(1).join(''), kind: undefined, name: undefined, isPrinted: false };
  const ofAzure = OF_AZURE.exec(written.join(' '))?.[1];
  if (ofAzure !== undefined) return { command: ofAzure, kind: 'membercluster', name: undefined, isPrinted: false };
  const words = written.flatMap((word) => PLUGIN.exec(word)?.slice(1) ?? word);
  const at = words.findIndex((word) => KUBECTL.test(word));
  if (at < 0 || words.slice(0, at).some((word) => PRINTS.test(word)) || flagValuesIn(words, ['--subresource']).includes('status'))
    return undefined;
  const plain = words.slice(at + 1).filter((word, index, all) => !word.startsWith('-') && !WITH_VALUE.test(all[index - 1] ?? ''));
  const ofFleet = OF_FLEET.exec(plain.join(' '))?.[0];
  if (ofFleet !== undefined) return { command: `kubectl ${ofFleet}`, kind: 'membercluster', name: undefined, isPrinted: false };
  const [verb = '', ...behind] = plain;
  const verbs = EDITS.get(verb);
  if (verbs === undefined || (verb === 'create' && pathsAppliedBy(words).length > 0)) return undefined;
  const isOfTwo = verb === 'set' || verb === 'rollout';
  if (isOfTwo && !verbs.test(behind[0] ?? '')) return undefined;
  const [kind, name = behind[isOfTwo ? 2 : 1]] = (behind[isOfTwo ? 1 : 0] ?? '').split('/');
  const isKind = kind !== undefined && /^[a-z][a-z.]*$/i.test(kind);
  if (isKind ? NOT_SENT.test(kind) || (verb === 'create' && NOT_EDITED.test(kind)) : verb === 'create') return undefined;
  const command = ['kubectl', verb, ...(isOfTwo ? [behind[0]] : isKind ? [kind] : [])].join(' ');
  return {
    command,
    kind: isKind ? kind : undefined,
    name,
    isPrinted: isDryRun(words) || words.some((word) => /^--local(?:=true)?$/.test(word)),
  };
}

/**
 * Commands of kpt and kapp that change or leave out objects of files, or delete what was applied. Sources: "kpt fn" and "kpt live destroy" of kpt,
 * `pkg/kapp/cmd/app/deploy_flags.go` of kapp.
 */
// linear: two ends are fixed, and what is between them is read once.
const OTHERS =
  /^(?:\S*\/)?(kpt fn (?:render|eval)|kpt live destroy|kapp delete)(?= |$)|^(?:\S*\/)?(kapp deploy)(?= ).*?( --(?:into-ns|map-ns|filter(?:-\w+)*))(?=[ =]|$)/;

/**
 * KubeFleet's plugin, which taints a MemberCluster and evicts all placements from it, or takes the taint away. Older ones are a program for
 * each of both. Source: `tools/fleet` of KubeFleet.
 */
const OF_FLEET = /^(?:fleet )?(?:drain|uncordon)cluster(?= |$)/;
/** What changes the members of a managed fleet. Source: learn.microsoft.com/cli/azure/fleet/member */
const OF_AZURE = /^(?:\S*\/)?(az fleet member (?:create|update|delete))(?: |$)/;
/** The same, started as a program. */
const PLUGIN = /^(?:.*\/)?(kubectl)-(fleet|draincluster|uncordoncluster)$/;
/** Verbs, and what may be the second word of those that need one. */
const EDITS: ReadonlyMap<string, RegExp> = new Map([
  ['set', /^(?:image|env|resources|selector|serviceaccount|sa|subject)$/],
  ['rollout', /^(?:restart|undo|pause|resume)$/],
  // `kubectl edit` takes its editor from a variable.
  ...['edit', 'patch', 'scale', 'autoscale', 'label', 'annotate', 'create', 'expose'].map((verb) => [verb, /^/] as const),
]);
const NOT_SENT = /^(?:nodes?|no|pods?|po|events?|replicasets?|rs)$/i;
const NOT_EDITED = /^(?:namespaces?|ns|token)$/i;
/** Flags that have their value in the next word. */
const WITH_VALUE =
  /^(?:-[nfklopsc]|--(?:namespace|context|kubeconfig|cluster|user|server|token|as|as-group|request-timeout|filename|selector|type|patch|patch-file|output|replicas|field-manager|container))$/;

/** A dry run changes nothing, and a text that is printed is not started. */
function starts(words: readonly string[], program: RegExp, ...verbs: readonly string[]): boolean {
  const at = words.findIndex((word) => program.test(word));
  const isPrinted = words.slice(0, Math.max(at, 0)).some((word) => PRINTS.test(word));
  return at >= 0 && !isPrinted && !isDryRun(words) && words.some((word) => verbs.includes(word));
}

/** Whether a command of kubectl or helm changes nothing. One that a variable or an expression may make a dry run, as `--dry-run=$MODE`, is none. */
export function isDryRun(words: readonly string[]): boolean {
  const flag = words.findLast(isDryRunFlag);
  return flag !== undefined && alternativesOf(flag).every((each) => DRY_RUN.test(each));
}

export function mayBeDryRun(words: readonly string[]): boolean {
  return words.some(isDryRunFlag);
}

function isDryRunFlag(word: string): boolean {
  return /^--dry-run(?:=|$)/.test(word);
}

/** Source: `GetDryRunStrategy` in `pkg/cmd/util/helpers.go` of k8s.io/kubectl, `validateDryRunOptionFlag` in `cmd/helm/install.go` of helm.sh/helm. */
const DRY_RUN = /^--dry-run(?:=(?:client|server|1|t|true))?$/i;

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
