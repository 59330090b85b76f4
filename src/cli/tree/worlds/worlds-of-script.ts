import { posix } from 'node:path';
import { flagValuesIn } from '../../../fleet/text/flag-values.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import type { ClusterName } from '../../../static/world/hub-world.ts';

/** What a script applies to one hub. */
export interface AppliedTogether {
  /** Folders and files from the top of the repository. */
  readonly places: readonly string[];
  /** Absent if the script does not name the cluster, or names it with a variable. */
  readonly cluster?: ClusterName;
  /** It applies the whole folder in which it starts, with all folders below. */
  readonly isWhole?: boolean;
  /** The namespaces that its commands give to objects without one. */
  readonly namespaces?: readonly GivenNamespace[];
}

/** A command that makes later ones go to another cluster. */
// linear: each alternative starts with its own word, and a blank ends every run.
const SWITCHES =
  /\b(kubectl\s+config\s+(use-context|set-context)|kubectx|az\s+(aks|fleet)\s+get-credentials|gcloud\s+container\s+clusters\s+get-credentials|aws\s+eks\s+update-kubeconfig|export\s+KUBECONFIG=|kind\s+export\s+kubeconfig)\b/;

/** The namespace that a command chooses for later ones; empty if it does not name it, `undefined` if it leads to no other cluster. */
export function namespaceOfContext(command: string): string | undefined {
  return SWITCHES.test(command) ? (flagValuesIn(wordsOf(command), ['--namespace'])[0] ?? '') : undefined;
}

/** Commands of one line that are read. */
export const MOST_PIPED = 100;

/** How pipelines name the top of the repository. */
const TOP =
  /\$\{\{ {0,9}github\.workspace {0,9}\}\}|\$\((?:Build\.SourcesDirectory|System\.DefaultWorkingDirectory)\)|\$\{?(?:GITHUB_WORKSPACE|CI_PROJECT_DIR|BUILD_SOURCESDIRECTORY)\b\}?/g;

/**
 * The content that the commands of a script deploy to one hub after another: `-f` and `-k` of `kubectl apply`, `create` and `replace`,
 * kustomizations and charts that are piped into them, charts that helm installs, and the folders that Flux and Argo CD commands name. A path that depends on a variable is left
 * out.
 * @param from the folder in which the script starts, relative to the top of the repository
 */
export function appliedTogether(script: string, from = ''): readonly AppliedTogether[] {
  const byHub = new Map<
    string,
    { places: Set<string>; cluster: ClusterName | undefined; isWhole: boolean; namespaces: GivenNamespace[] }
  >();
  let folder = from;
  const left: { readonly folder: string; readonly isSubshell: boolean }[] = [];
  // What was built into a file that a later command applies.
  const built = new Map<string, readonly string[]>();
  // The same command leads to the same cluster again.
  let switchedBy: readonly string[] = [];
  let context: string | undefined;
  for (const line of script
    .replaceAll(/\\\r?\n/g, ' ')
    .replaceAll(TOP, '/')
    .split(/\r?\n|;|&&/)) {
    const commands = line
      .replace(/(^|\s)#[^]*/, '')
      .split('|', MOST_PIPED)
      .map(wordsOf);
    const [first = []] = commands;
    const isSubshell = line.trimStart().startsWith('(');
    if (first[0] === 'pushd' || isSubshell) left.push({ folder, isSubshell });
    if ((first[0] === 'cd' || first[0] === 'pushd') && first[1] !== undefined) folder = pathFrom(folder, first[1]);
    if (first[0] === 'popd') folder = left.pop()?.folder ?? from;
    if (SWITCHES.test(line)) {
      switchedBy = first;
      [context] = flagValuesIn(first, ['--namespace']);
    }
    const sources = commands.flatMap(builtBy);
    const fromTop = sources.map((source) => `//${pathFrom(folder, source)}`);
    if (sources.length > 0) for (const output of commands.flatMap(outputsOf)) built.set(fileFrom(folder, output), fromTop);
    for (const words of commands) {
      const handed = [...handedOn(words), ...installed(words)];
      const isApplied = appliesObjects(words);
      if (!isApplied && handed.length === 0) continue;
      const kubeconfig = words.filter((word) => word.startsWith('KUBECONFIG='));
      const flags = HUB_FLAGS.flatMap((flag) => flagValuesIn(words, [flag]).map((name) => ({ by: flag.replace('--kube-', '--'), name })));
      const hub = JSON.stringify([switchedBy, kubeconfig, flags]);
      const paths = isApplied ? flagValuesIn(words, ['-f', '--filename', '-k', '--kustomize']).flatMap((value) => value.split(',')) : [];
      const piped = [...(paths.includes('-') ? sources : []), ...paths.flatMap((path) => built.get(fileFrom(folder, path)) ?? [])];
      const cluster = clusterNamed(flags, kubeconfig, switchedBy);
      const known = byHub.get(hub) ?? { places: new Set<string>(), cluster, isWhole: false, namespaces: [] };
      byHub.set(hub, known);
      const [namespace = context] = isApplied ? flagValuesIn(words, ['-n', '--namespace']) : [];
      for (const path of [...paths, ...piped, ...handed]) {
        const place = pathFrom(folder, path).replace(/\/$/, '') || '.';
        const isKnown = !/[$*{}`~]|^-$|^\w+:\/\//.test(path) && !/^(\.\.|\/)/.test(place) && !folder.includes('$');
        if (!isKnown) continue;
        if (place === '.') known.isWhole ||= words.includes('-R') || words.includes('--recursive') || words.includes('--recursive=true');
        else known.places.add(place);
        if (namespace !== undefined) known.namespaces.push({ place: place === '.' ? '' : place, namespace });
      }
    }
    if (left.at(-1)?.isSubshell === true && line.trimEnd().endsWith(')')) folder = left.pop()?.folder ?? from;
  }
  return [...byHub.values()]
    .filter(({ places, isWhole, namespaces }) => places.size > 0 || isWhole || namespaces.length > 0)
    .map(({ places, cluster, isWhole, namespaces }) => ({
      places: [...places],
      ...(cluster === undefined ? {} : { cluster }),
      isWhole,
      namespaces,
    }));
}

/** `/` and `//path` of a pipeline start at the top of the repository. */
function pathFrom(folder: string, path: string): string {
  return path === '/' || path.startsWith('//') ? path.replace(/^\/+/, '') : posix.join(folder, path);
}

/** A file that a script writes; it may be outside of the repository, or in a folder of a variable. */
function fileFrom(folder: string, path: string): string {
  return /^[/$~]/.test(path) ? path : posix.join(folder, path);
}

/** A flag decides before a variable of the command, and that before an earlier login. */
function clusterNamed(
  flags: readonly ClusterName[],
  kubeconfig: readonly string[],
  switchedBy: readonly string[],
): ClusterName | undefined {
  const [name] = flagValuesIn(switchedBy, ['-n', '--name']);
  const login = { by: switchedBy.slice(0, 3).join(' '), name: name ?? switchedBy.slice(3).join(' ') };
  const [found] = [...flags, ...kubeconfig.map((file) => ({ by: '--kubeconfig', name: file.slice(file.indexOf('=') + 1) })), login];
  return found === undefined || found.name === '' || /[$`{]/.test(found.name) ? undefined : found;
}

/** Flags of these commands that choose a cluster. */
const HUB_FLAGS = ['--context', '--kube-context', '--kubeconfig', '--cluster', '--cluster-name', '--dest-server', '--dest-name'];

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

function wordsOf(command: string): readonly string[] {
  return command
    .trim()
    .replaceAll(SUBSHELL, '')
    .split(/\s+/)
    .map((word) => word.replaceAll(/["']/g, ''))
    .filter((word) => word !== '');
}

/** The signs around the commands of a subshell. */
// linear: each matches one sign at the start or the end.
const SUBSHELL = /^\(|\)$/g;

/** A dry run of the client asks no hub. */
function appliesObjects(words: readonly string[]): boolean {
  const isDry = words.some((word) => word === '--dry-run' || word === '--dry-run=client');
  return !isDry && words.includes('kubectl') && words.some((word) => word === 'apply' || word === 'create' || word === 'replace');
}

/** The chart of `helm install` and `helm upgrade`. */
function installed(words: readonly string[]): readonly string[] {
  const isDry = words.some((word) => word.startsWith('--dry-run'));
  return !isDry && words.some((word) => word === 'install' || word === 'upgrade') ? chartOf(words) : [];
}

/** The last word of a command of helm that is neither a flag nor the value of one. Before it may be the name of the release. */
function chartOf(words: readonly string[]): readonly string[] {
  const at = words.indexOf('helm');
  if (at < 0) return [];
  const isValue = (before = ''): boolean => before.startsWith('-') && !before.includes('=') && !HELM_SWITCHES.has(before);
  return words.filter((word, index) => index > at + 1 && !word.startsWith('-') && !isValue(words[index - 1])).slice(-1);
}

/** Flags of helm without a value. Source: `helm upgrade --help`, `helm install --help`, `helm template --help`. */
const HELM_SWITCHES: ReadonlySet<string> = new Set(
  [
    '-i --install --atomic --wait --wait-for-jobs --create-namespace --force --debug --cleanup-on-fail --reuse-values --reset-values',
    '--reset-then-reuse-values --no-hooks --devel --dependency-update --skip-crds --include-crds -g --generate-name --replace --verify',
    '--render-subchart-notes --disable-openapi-validation --is-upgrade --validate --hide-notes --hide-secret --enable-dns --take-ownership',
    '--rollback-on-failure --force-conflicts --force-replace --pass-credentials --insecure-skip-tls-verify --plain-http --skip-tests',
  ].flatMap((line) => line.split(' ')),
);

/** `kustomize build X`, `kubectl kustomize X`, `helm template X`, `cat X`, `sed EDITS X`, `… < X`. */
function builtBy(all: readonly string[]): readonly string[] {
  const end = all.findIndex((word) => /^1?>/.test(word));
  const words = end < 0 ? all : all.slice(0, end);
  if (words.includes('helm') && words.includes('template')) return chartOf(words);
  const from = words.findIndex((word) => /^<[^<(]*$/.test(word));
  if (from >= 0) return [words[from]?.slice(1) || words[from + 1] || '-'];
  if (words[0] === 'sed') return words.slice(2).slice(-1);
  // A text within the script follows `<<`.
  if (words[0] === 'cat') return words.slice(1).filter((word) => !/^-|[<>]/.test(word));
  const at = words.findIndex((word, index) => word === 'build' && words[index - 1] === 'kustomize');
  const after = at < 0 ? words.findIndex((word, index) => word === 'kustomize' && words[index - 1] === 'kubectl') : at;
  if (after < 0) return [];
  const isValue = (before = ''): boolean => KUSTOMIZE_VALUES.has(before);
  const rest = words.slice(after + 1);
  return [rest.find((word, index) => !word.startsWith('-') && !isValue(rest[index - 1])) ?? '.'];
}

/** Flags of kustomize with a value in the next word. Source: `kustomize build --help`. */
const KUSTOMIZE_VALUES: ReadonlySet<string> = new Set([
  '-o',
  '--output',
  '-e',
  '--env',
  '--helm-command',
  '--helm-api-versions',
  '--helm-kube-version',
  '--load-restrictor',
  '--mount',
  '--network-name',
]);

/** The files that a command writes what it builds to: `-o FILE`, `> FILE`, `| tee FILE`. */
function outputsOf(words: readonly string[]): readonly string[] {
  if (words[0] === 'tee') return words.slice(1).filter((word) => !word.startsWith('-'));
  const at = words.findIndex((word) => /^1?>>?/.test(word));
  const redirected = at < 0 ? [] : [words[at]?.replace(/^1?>>?/, '') || (words[at + 1] ?? '')];
  return [...flagValuesIn(words, ['-o', '--output', '--output-dir']), ...redirected].filter((file) => file !== '');
}
