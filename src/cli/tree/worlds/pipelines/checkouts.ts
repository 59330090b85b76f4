import { posix } from 'node:path';
import { isObject, listAt, stringAt } from '../../../../fleet/json/json.ts';

/** The word for this repository in a command that clones it. */
export const OWN_CLONE = '$GITHUB_REPOSITORY';

/** The names of repositories that a pipeline of Azure declares, by those that its steps use. */
export function declaredRepositories(pipeline: unknown): ReadonlyMap<string, string> {
  const declared = listAt(pipeline, 'resources', 'repositories');
  return new Map(declared.map((each) => [stringAt(each, 'repository') ?? '', stringAt(each, 'name') ?? '']));
}

/**
 * The steps of a job, with the commands that do the same in place of those that check out repositories or download artifacts of the run.
 * Sources: `action.yml` of actions/checkout and actions/download-artifact, and "Check out multiple repositories" of Azure Pipelines.
 */
export function withCheckouts(steps: readonly unknown[], declared: ReadonlyMap<string, string>): readonly unknown[] {
  const isSingle = steps.filter((step) => stringAt(step, 'checkout') !== undefined).length < 2;
  return steps.map((step) => {
    const command = commandOf(step, declared, isSingle);
    if (command === undefined || !isObject(step)) return step;
    const condition = stringAt(step, 'if') ?? stringAt(step, 'condition');
    return { run: command, ...(condition === undefined ? {} : { if: condition }) };
  });
}

function commandOf(step: unknown, declared: ReadonlyMap<string, string>, isSingle: boolean): string | undefined {
  const uses = stringAt(step, 'uses') ?? '';
  const [repository, path, name] = ['repository', 'path', 'name'].map((each) => stringAt(step, 'with', each)?.trim());
  if (/^actions\/checkout@/i.test(uses)) return cloneOf(repository, path ?? '.');
  if (/^actions\/download-artifact@/i.test(uses) && path !== undefined)
    return `gh run download ${name === undefined ? '' : `--name '${name}'`} --dir '${path}'`;
  const checkout = stringAt(step, 'checkout');
  if (checkout === undefined) return undefined;
  const named = declared.get(checkout) ?? /^git:\/\/([^@]+)/.exec(checkout)?.[1];
  if (named === undefined && (checkout !== 'self' || !isSingle)) return undefined;
  // A path is from the folder above that of the sources, which is named `s`.
  const given = stringAt(step, 'path');
  return cloneOf(named, given === undefined ? (isSingle ? '.' : posix.basename(named ?? '')) : posix.relative('s', given));
}

/** An owner that is not known may be any. A repository that is an expression is not known. */
function cloneOf(repository: string | undefined, path: string): string | undefined {
  const name = /^(?:(?:\$\{\{[^{}]{1,200}\}\}|[\w.-]{1,100})\/)?([\w.-]{1,100})$/.exec(repository ?? '')?.[1];
  if (name === undefined && repository !== undefined) return undefined;
  return `git clone ${name === undefined ? OWN_CLONE : `https://github.com/x/${name}`} '${path || '.'}'`;
}
