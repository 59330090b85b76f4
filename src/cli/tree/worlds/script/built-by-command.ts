import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { appliesObjects, isDryRun, isInput, KUBECTL, mayBeDryRun, pathsAppliedBy } from '../shell/kubectl-commands.ts';

/** The chart of `helm install` and `helm upgrade`. */
export function installed(words: readonly string[]): readonly string[] {
  return !isDryRun(words) && words.some((word) => word === 'install' || word === 'upgrade') ? chartOf(words) : [];
}

/** The last word of a command of helm that is neither a flag nor the value of one. Before it may be the name of the release. */
function chartOf(words: readonly string[]): readonly string[] {
  return positionalWords(words).slice(1).slice(-1);
}

/** The words of a command of helm that are neither flags nor values of one, from the first after `helm`. */
export function positionalWords(words: readonly string[]): readonly string[] {
  const at = words.indexOf('helm');
  const isValue = (before = ''): boolean => before.startsWith('-') && !before.includes('=') && !HELM_SWITCHES.has(before);
  return at < 0 ? [] : words.filter((word, index) => index > at && !word.startsWith('-') && !isValue(words[index - 1]));
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

/** What `kustomizationBuiltBy` says, and that of `helm template X`, `cat X`, `head X`, `sed EDITS X`, `yq EDITS X`, of templates, `kubectl set … --local -f X`, `… < X`. */
export function builtBy(all: readonly string[]): readonly string[] {
  const end = all.findIndex((word) => /^1?>/.test(word));
  const words = end < 0 ? all : all.slice(0, end);
  if (words.includes('helm') && words.includes('template')) return chartOf(words);
  const from = words.findIndex((word) => /^<[^<(]*$/.test(word));
  if (from >= 0) return [words[from]?.slice(1) || words[from + 1] || '-'];
  if (words[0] === 'sed') return words.slice(2).slice(-1);
  if (PRINTERS.has(words[0] ?? '') || words[0] === 'git') return printedBy(words);
  if (NAMES.has(words[0] ?? '')) return [];
  if (EDITORS.has(words[0] ?? '')) return words.slice(1).filter((word) => /\.(?:ya?ml|json)\}?$/.test(word));
  const built = kustomizationBuiltBy(words);
  if (built !== undefined) return [built];
  const templates = words.slice(1).filter((word) => TEMPLATE.test(word));
  if (templates.length > 0 && !words.some((word) => KUBECTL.test(word))) return templates;
  const prints = words.some((word) => KUBECTL.test(word)) && (mayBeDryRun(words) || !appliesObjects(words));
  return prints ? pathsAppliedBy(words).filter((path) => !isInput(path)) : [];
}

/** The files of `cat X`, `head X` and `git show HEAD:X`. */
export function printedBy(words: readonly string[]): readonly string[] {
  if (words[0] === 'git' && words[1] === 'show')
    return words.flatMap((word) => (OF_COMMIT.test(word) ? word.replace(OF_COMMIT, '//') : []));
  // A text within the script follows `<<`, and a number `head -n`.
  return PRINTERS.has(words[0] ?? '') ? words.slice(1).filter((word) => !/^-|[<>]|^\d+$/.test(word)) : [];
}

/** The kustomization that a command builds: `kustomize build X`, `kubectl kustomize X`, `flux build kustomization NAME --path X`. */
export function kustomizationBuiltBy(words: readonly string[]): string | undefined {
  if (words.some((word, index) => word === 'build' && /(?:^|\/)flux$/.test(words[index - 1] ?? '')))
    return flagValuesIn(words, ['--path'])[0];
  const at = words.findIndex((word, index) => word === 'build' && KUSTOMIZE.test(words[index - 1] ?? ''));
  const after = at < 0 ? words.findIndex((word, index) => word === 'kustomize' && KUBECTL.test(words[index - 1] ?? '')) : at;
  if (after < 0) return undefined;
  const isValue = (before = ''): boolean => KUSTOMIZE_VALUES.has(before);
  const rest = words.slice(after + 1).filter((word) => !/^1?>|^</.test(word));
  return rest.find((word, index) => !word.startsWith('-') && !isValue(rest[index - 1])) ?? '.';
}

/** Whether a command of kustomize may read files beside the folder that it builds. */
export function isUnrestricted(words: readonly string[]): boolean {
  return flagValuesIn(words, ['--load-restrictor', '--load_restrictor']).some((value) => /^(?:LoadRestrictions)?None$/i.test(value));
}

/** Also with a path, and as the image of a container. */
const KUSTOMIZE = /(?:^|\/)kustomize(?::[\w.-]{1,128})?$/;

/** A file of the commit that is checked out, by its path from the top. */
const OF_COMMIT = /^(?:HEAD|@):(?=\w)/;
const PRINTERS = new Set(['cat', 'head', 'tail', 'Get-Content', 'gc']);
/** They print only names. */
const NAMES = new Set(['basename', 'dirname', 'realpath', 'readlink']);

/** The endings of files from which many programs make others. */
const TEMPLATE = /^[^=<>]*\.(?:tpl|tmpl|template|gotmpl|j2|jinja2?|mustache|erb)$/;

/** They print a changed file. */
const EDITORS = new Set(['yq', 'jq', 'sops', 'awk', 'perl', 'ytt', 'kubeseal']);

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
export function outputsOf(words: readonly string[]): readonly string[] {
  if (words[0] === 'tee') return words.slice(1).filter((word) => !word.startsWith('-'));
  const at = words.findIndex((word) => /^1?>>?/.test(word));
  const redirected = at < 0 ? [] : [words[at]?.replace(/^1?>>?/, '') || (words[at + 1] ?? '')];
  return [...flagValuesIn(words, ['-o', '--output', '--output-dir']), ...redirected].filter((file) => file !== '');
}
