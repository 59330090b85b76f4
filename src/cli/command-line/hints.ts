import { isTargetLike } from '../../gates/deploy/target.ts';
import type { Command } from '../../settings/commands.ts';
import { isForCommand, SETTINGS } from '../../settings/settings.ts';

/**
 * A hint for an unknown word that is a command of kubectl or of a similar tool; `undefined` for all others. @param next the words after it
 */
export function commandHint(word: string, next: readonly string[]): string | undefined {
  if (Object.hasOwn(OTHER_COMMANDS, word)) return OTHER_COMMANDS[word]?.replace('TARGET', targetIn(next) ?? 'TARGET');
  if (isTargetLike(word)) {
    const target = targetIn([word, ...next]) ?? word;
    return `name a command first: fleet-gate diagnose ${target}, or fleet-gate wait ${target}`;
  }
  return /[./\\]/.test(word) ? `name a command first: fleet-gate lint ${word}` : undefined;
}

/** The target that the words name: `crp/shop` or, as kubectl accepts it, `crp shop`. `rollout status crp/shop` has a word before it. */
function targetIn(words: readonly string[]): string | undefined {
  const at = words.findIndex(isTargetLike);
  const [word, name] = at < 0 ? [] : words.slice(at, at + 2);
  if (word === undefined || word.includes('/')) return word;
  return name === undefined || name.includes('/') ? undefined : `${word}/${name}`;
}

const OTHER_COMMANDS: Readonly<Record<string, string>> = {
  version: 'write: fleet-gate --version',
  ...sameFor(
    ['get', 'list', 'ls', 'top'],
    'fleet-gate status lists placements and update runs, fleet-gate diagnose TARGET shows the causes',
  ),
  ...sameFor(['describe', 'inspect', 'logs', 'events'], 'fleet-gate diagnose TARGET shows what is wrong, and why'),
  ...sameFor(['gate', 'verify', 'follow', 'rollout'], 'fleet-gate wait TARGET waits for placements and update runs'),
  ...sameFor(['apply', 'create', 'delete'], 'use kubectl for that'),
  ...sameFor(['check', 'validate', 'test', 'scan'], 'fleet-gate lint PATH checks manifests'),
  ...sameFor(['diff', 'preview', 'simulate'], 'fleet-gate plan PATH --base REF shows what a change does'),
  ...sameFor(['render', 'template', 'build'], 'fleet-gate plan PATH --render CLUSTER prints what a cluster gets'),
  ...sameFor(['completions', 'autocomplete'], 'write: fleet-gate completion SHELL'),
  ...sameFor(['dump', 'export', 'backup'], 'fleet-gate snapshot writes the objects that are read from a hub to a file'),
};

/** How to write a flag of kubectl here; `undefined` for all others. @param raw `-o`, `--output` @param value the next argument */
export function flagHint(raw: string, value: string | undefined, command: Command | undefined): string | undefined {
  const can = (name: keyof typeof SETTINGS): boolean => command === undefined || isForCommand(SETTINGS[name], command);
  switch (raw) {
    case '-o':
    case '--output':
    case '--json':
      if (command === 'status') return 'write: -o json';
      return can('format') ? `write: --format ${raw === '--json' || value === undefined ? 'json' : formatOf(value)}` : undefined;
    case '-f':
    case '--filename':
    case '--file':
      return fileHint(value ?? 'FILE', command);
    case '-l':
    case '--label':
    case '--labels':
      if (can('selector')) return `write: --selector ${value ?? 'LABELS'}`;
      return command === 'lint' || command === 'plan' || command === 'ready'
        ? `remove it: ${command} reads all objects of its paths`
        : undefined;
    case '-A':
    case '--all':
    case '--all-namespaces':
      return command !== undefined && USING_ALL.has(command)
        ? `remove it: without a TARGET, ${command} uses all placements and update runs`
        : undefined;
    case '-k':
    case '--kustomize':
      return command === 'lint' || command === 'plan'
        ? `kustomizations are found and rendered: fleet-gate ${command} ${value ?? 'DIR'}`
        : undefined;
    case '-R':
    case '--recursive':
      return 'remove it: folders are always read recursively';
    case '-w':
    case '--watch':
      return command === 'diagnose' ? 'write: fleet-gate wait TARGET' : undefined;
    case '-v':
      return 'write: fleet-gate --version';
    case '--kube-context':
      return can('context') ? `write: --context ${value ?? 'NAME'}` : undefined;
    default:
      return undefined;
  }
}

/** The commands that use all targets of the hub if none is named. */
export const USING_ALL: ReadonlySet<Command> = new Set(['diagnose', 'watch', 'status', 'snapshot', 'doctor']);

/** Our format that is closest to a format of kubectl. */
function formatOf(value: string): string {
  return /^(json|text|sarif|junit|markdown|html|github|gitlab|azure)(=|$)/.test(value) ? value : 'json';
}

function fileHint(file: string, command: Command | undefined): string | undefined {
  if (command === 'lint' || command === 'plan' || command === 'ready') return `name files without a flag: fleet-gate ${command} ${file}`;
  if (command === 'diagnose') return `write --from ${file} for objects of a hub in a file, or --manifests ${file} for what was deployed`;
  if (command === 'owns' || command === 'status') return `write: --from ${file}`;
  return command === 'wait' || command === 'approve' || command === 'snapshot' || command === 'doctor'
    ? `write: --manifests ${file}`
    : undefined;
}

function sameFor(words: readonly string[], hint: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, hint]));
}
