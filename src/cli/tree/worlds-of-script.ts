import { posix } from 'node:path';

/** What a script applies to one hub: folders and files from the top of the repository. */
export type AppliedTogether = readonly string[];

/** A command that makes later ones go to another cluster. */
// linear: each alternative starts with its own word, and a blank ends every run.
const SWITCHES =
  /\b(kubectl\s+config\s+(use-context|set-context)|kubectx|az\s+(aks|fleet)\s+get-credentials|gcloud\s+container\s+clusters\s+get-credentials|aws\s+eks\s+update-kubeconfig|export\s+KUBECONFIG=|kind\s+export\s+kubeconfig)\b/;

/**
 * The content that the commands of a script deploy to one hub after another: `-f` and `-k` of `kubectl apply`, `create` and `replace`,
 * kustomizations that are piped into them, and the folders that Flux and Argo CD commands name. A path that depends on a variable is left
 * out.
 * @param from the folder in which the script starts, relative to the top of the repository
 */
export function appliedTogether(script: string, from = ''): readonly AppliedTogether[] {
  const byHub = new Map<string, Set<string>>();
  let folder = from;
  let switched = 0;
  for (const line of script.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n|;|&&/)) {
    const commands = line
      .replace(/(^|\s)#[^]*/, '')
      .split('|')
      .map(wordsOf);
    const [first = []] = commands;
    // `cd /` of a pipeline is the top of the repository.
    if (first[0] === 'cd' && first[1] !== undefined) folder = first[1] === '/' ? '' : posix.join(folder, first[1]);
    if (SWITCHES.test(line)) switched += 1;
    for (const words of commands) {
      const handed = handedOn(words);
      if (!appliesObjects(words) && handed.length === 0) continue;
      const hub = [switched, ...HUB_FLAGS.map((flag) => valuesOf(words, [flag]))].join(' ');
      const paths = valuesOf(words, ['-f', '--filename', '-k', '--kustomize']).flatMap((value) => value.split(','));
      const piped = paths.includes('-') ? commands.flatMap(builtBy) : [];
      const known = byHub.get(hub) ?? new Set<string>();
      byHub.set(hub, known);
      for (const path of [...paths, ...piped, ...handed]) {
        const place = posix.join(folder, path).replace(/\/$/, '');
        const isKnown = !/[$*{}`~]|^-$|^\w+:\/\//.test(path) && !/^(\.\.|\/)/.test(place) && !folder.includes('$');
        if (isKnown && place !== '.') known.add(place);
      }
    }
  }
  return [...byHub.values()].filter(({ size }) => size > 0).map((places) => [...places]);
}

/** Flags of these commands that choose a cluster. */
const HUB_FLAGS = ['--context', '--kubeconfig', '--cluster', '--cluster-name', '--dest-server', '--dest-name'];

/** The folders that a command makes Flux or Argo CD bring to a cluster. */
function handedOn(words: readonly string[]): readonly string[] {
  const command = words.join(' ');
  // From the top of the repository, whichever folder the command is started in.
  if (/^az k8s-configuration flux (create|update|kustomization (create|update)) /.test(command))
    return [...words.filter((word) => word.startsWith('path=')).map((word) => word.slice('path='.length)), ...valuesOf(words, ['--path'])];
  return /^(flux create (kustomization|ks)|argocd app create) /.test(command) ? valuesOf(words, ['--path']) : [];
}

function wordsOf(command: string): readonly string[] {
  return command
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/["']/g, ''))
    .filter((word) => word !== '');
}

function appliesObjects(words: readonly string[]): boolean {
  return words.includes('kubectl') && words.some((word) => word === 'apply' || word === 'create' || word === 'replace');
}

/** Values of a flag as in `-f X`, `-f=X`, `-fX` and `--filename=X`. */
function valuesOf(words: readonly string[], flags: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const flag = flags.find((each) => word === each || word.startsWith(`${each}=`) || (each.length === 2 && word.startsWith(each)));
    if (flag === undefined) return [];
    return word === flag ? (words[index + 1] ?? []) : word.slice(flag.length).replace(/^=/, '');
  });
}

/** `kustomize build X`, `kubectl kustomize X`. */
function builtBy(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => word === 'build' && words[index - 1] === 'kustomize');
  const after = at < 0 ? words.findIndex((word, index) => word === 'kustomize' && words[index - 1] === 'kubectl') : at;
  return after < 0
    ? []
    : words
        .slice(after + 1)
        .filter((word) => !word.startsWith('-'))
        .slice(0, 1);
}
