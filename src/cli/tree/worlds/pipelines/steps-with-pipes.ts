import { stringAt } from '../../../../fleet/json/json.ts';

/**
 * The `script` of a step of Bitbucket as steps of one job, if it has pipes: the commands between them, and each pipe. Empty without pipes, and if
 * a command sets the variable with the kubeconfig of a pipe. Source: Bitbucket's documentation of `script` and `pipe`.
 */
export function stepsWithPipes(script: unknown): readonly unknown[] {
  const pipes = Array.isArray(script) ? script.filter(isPipe).length : 0;
  if (!Array.isArray(script) || pipes === 0 || pipes > MOST_PIPES) return [];
  const commands = script.filter((each) => typeof each === 'string');
  const names = script.flatMap((each) => [...kubeconfigOf(each).matchAll(VARIABLE)].flatMap(([, name]) => name ?? []));
  if (names.some((name) => commands.some((command) => command.includes(`${name}=`)))) return [];
  const steps: unknown[] = [];
  const folders: string[] = [];
  let lines: string[] = [];
  for (const each of [...script, {}]) {
    if (typeof each === 'string') {
      lines.push(each);
      continue;
    }
    // A shell is in the same folder behind a pipe.
    if (lines.length > 0) steps.push({ run: [...folders, ...lines].join('\n') });
    folders.push(...lines.filter((line) => /^\s*cd\s/.test(line)));
    lines = [];
    if (isPipe(each)) steps.push(each);
  }
  return steps;
}

function isPipe(step: unknown): boolean {
  return stringAt(step, 'pipe') !== undefined;
}

/** What a pipe logs in with; the variable of the same name if the step does not say. */
export function kubeconfigOf(pipe: unknown): string {
  return isPipe(pipe) ? (stringAt(pipe, 'variables', 'KUBE_CONFIG') ?? '$KUBE_CONFIG') : '';
}

/** More than a step has. */
const MOST_PIPES = 50;
const VARIABLE = /\$\{?(\w+)/g;
