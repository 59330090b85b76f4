import { BUILT_IN_APIS, type ApiResource } from '../../../src/fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../../../src/fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';

/** A cluster on which commands run. A hub serves the kinds of KubeFleet as well; a member serves only those of Kubernetes. */
export interface PlayedCluster {
  readonly isHub: boolean;
  readonly objects: readonly KubeObject[];
}

/** What a command would do. */
export interface PlayedCommand {
  /** The words that a Bourne shell passes on. */
  readonly words: readonly string[];
  /** The context of the cluster on which it runs; `undefined` if it names none. */
  readonly context: string | undefined;
  /** Whether it changes nothing. */
  readonly reads: boolean;
  /** Why kubectl would refuse the command or find nothing. */
  readonly faults: readonly string[];
}

/** Runs a command of a step on clusters, by context. It supports the parts of kubectl that steps use. */
export function playKubectl(command: string, clusters: ReadonlyMap<string, PlayedCluster>): PlayedCommand {
  const words = shellWords(command);
  const { flags, rest } = partsOf(words.slice(1));
  const context = flags.get('--context');
  const cluster = clusters.get(context ?? '');
  const verb = rest[0] ?? '';
  const faults = [
    ...(words[0] === 'kubectl' ? [] : [`not kubectl: ${words[0] ?? ''}`]),
    ...(cluster === undefined ? [`no context ${context ?? ''}`] : []),
    ...(VERBS.has(verb) ? [] : [`no verb ${verb}`]),
    ...(cluster === undefined ? [] : [...missingIn(verb, rest.slice(1), flags, cluster), ...unparsable(flags)]),
  ];
  const isDry = flags.get('--dry-run') === 'server';
  return { words, context, reads: READS.has(verb) || isDry, faults };
}

const READS: ReadonlySet<string> = new Set(['get', 'describe', 'logs', 'diff', 'api-resources']);
const VERBS: ReadonlySet<string> = new Set([...READS, 'patch', 'delete', 'label', 'annotate', 'apply', 'create', 'rollout']);
/** Flags without a value. */
const SWITCHES: ReadonlySet<string> = new Set([
  '-A',
  '--show-labels',
  '--show-managed-fields',
  '--previous',
  '--all-containers',
  '--overwrite',
]);

function partsOf(words: readonly string[]): { readonly flags: ReadonlyMap<string, string>; readonly rest: readonly string[] } {
  const flags = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, name, value] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) rest.push(word);
    else if (value !== undefined || SWITCHES.has(name)) flags.set(name, value ?? '');
    else flags.set(name, words[++at] ?? '');
  }
  return { flags, rest };
}

function missingIn(verb: string, args: readonly string[], flags: ReadonlyMap<string, string>, cluster: PlayedCluster): readonly string[] {
  if (verb === 'logs') return podOf(args[0] ?? '', flags, cluster);
  if (verb === 'rollout') return namedIn(args.slice(1), flags, cluster);
  if (['api-resources', 'apply', 'create', 'diff'].includes(verb)) return [];
  const targets = verb === 'label' || verb === 'annotate' ? args.filter((word) => !/=|-$/.test(word)) : args;
  return namedIn(targets, flags, cluster);
}

/** `TYPE/NAME …`, `TYPE NAME …`, `TYPE,TYPE` */
function namedIn(args: readonly string[], flags: ReadonlyMap<string, string>, cluster: PlayedCluster): readonly string[] {
  const [first = '', ...names] = args;
  const pairs = first.includes('/')
    ? args.map((arg) => arg.split('/') as [string, string])
    : first.split(',').flatMap((type) => (names.length === 0 ? [[type, ''] as const] : names.map((name) => [type, name] as const)));
  return pairs.flatMap(([type, name]) => {
    const resource = resourceOf(type);
    if (resource === undefined) return [`no kind ${type}`];
    if (isFleetGroup(resource.group) && !cluster.isHub && resource.kind !== 'AppliedWork') return [`${resource.kind} is not on members`];
    if (resource.namespaced && !flags.has('-n') && !flags.has('-A')) return [`${type}/${name} without a namespace`];
    if (name === '') return [];
    return isThere(resource, name, flags.get('-n'), cluster) ? [] : [`no ${resource.kind} ${name}`];
  });
}

function isThere(
  { group, kind, namespaced }: ApiResource,
  name: string,
  namespace: string | undefined,
  { objects }: PlayedCluster,
): boolean {
  return objects.some(
    (object) =>
      object.kind === kind &&
      groupOf(object.apiVersion) === group &&
      object.metadata.name === name &&
      (!namespaced || object.metadata.namespace === namespace),
  );
}

function podOf(arg: string, flags: ReadonlyMap<string, string>, cluster: PlayedCluster): readonly string[] {
  if (!flags.has('-n')) return ['logs without a namespace'];
  if (arg.includes('/')) return namedIn([arg], flags, cluster);
  const pod = cluster.objects.find(
    ({ kind, metadata }) => kind === 'Pod' && metadata.name === arg && metadata.namespace === flags.get('-n'),
  );
  if (pod === undefined) return [`no Pod ${arg}`];
  const container = flags.get('-c');
  return container === undefined || JSON.stringify(pod).includes(`"name":"${container}"`) ? [] : [`no container ${container}`];
}

/** By kind, plural or KubeFleet's short name, with or without the group. */
function resourceOf(type: string): ApiResource | undefined {
  const [name = '', ...group] = type.split('.');
  return BUILT_IN_APIS.all.find(
    ({ kind, plural, group: own }) =>
      (kind.toLowerCase() === (SHORT_NAMES[name] ?? name) || plural === name) && (group.length === 0 || group.join('.') === own),
  );
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  csur: 'clusterstagedupdaterun',
  sur: 'stagedupdaterun',
  csus: 'clusterstagedupdatestrategy',
  sus: 'stagedupdatestrategy',
  careq: 'clusterapprovalrequest',
  areq: 'approvalrequest',
  crpdb: 'clusterresourceplacementdisruptionbudget',
};

function unparsable(flags: ReadonlyMap<string, string>): readonly string[] {
  const patch = flags.get('-p');
  const path = flags.get('-o');
  return [
    ...(patch === undefined || isJson(patch) ? [] : [`no JSON: ${patch}`]),
    ...(path === undefined || /^(?:yaml|wide|jsonpath=\{.+\}|custom-columns=[\w.:,[\]*]+|name)$/.test(path) ? [] : [`no output ${path}`]),
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The kinds of a command of which it shows whole objects, and whose objects can hold the values of a Secret. `undefined` in a command of
 * which the kind is a placeholder.
 */
export function shownWhole(command: string): readonly string[] {
  const { flags, rest } = partsOf(shellWords(command).slice(1));
  const [verb = '', first = ''] = rest;
  const output = (flags.get('-o') ?? '').replaceAll(/\{range [^}]*\}/g, '');
  const isWhole = verb === 'get' ? WHOLE.test(output) : verb === 'describe';
  const kinds = first.split(',').flatMap((type) => resourceOf(type.split('/')[0] ?? '')?.kind ?? []);
  // The text of a Secret is not in its description.
  return isWhole ? kinds.filter((kind) => HOLDING.test(kind) || (kind === 'Secret' && verb === 'get')) : [];
}

const WHOLE = /^(?:yaml|json)$|\{\.?\}|\.(?:annotations|data|stringData|spec|manifests|selectedResources|value)(?:\.\*|\[\*\])?\}/;
const HOLDING = /^Work$|Envelope$|ResourceSnapshot$|Override(?:Snapshot)?$/;

/** A command substitution becomes `0`, as its result does not matter. */
function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece] of command.matchAll(/'[^']*'|"[^"]*"|\$\([^)]*\)|\\.|\s+|[^\s'"\\$]+|\$/gs)) {
    if (/^\s/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (piece.startsWith("'") || piece.startsWith('"')) word = (word ?? '') + piece.slice(1, -1);
    else word = (word ?? '') + (piece.startsWith('$(') ? '0' : piece.replace(/^\\/, ''));
  }
  return word === undefined ? words : [...words, word];
}
