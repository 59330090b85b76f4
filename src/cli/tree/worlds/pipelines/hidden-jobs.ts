import { isObject } from '../../../../fleet/json/json.ts';
import { templatesOf } from './extended-jobs.ts';

/**
 * The jobs of a pipeline of GitLab without the hidden ones that other jobs of the file take over: by `extends`, or with all their commands,
 * as by `!reference`, `<<` and anchors. The name of a hidden job begins with a dot, and GitLab starts none. Another file may use the rest.
 * Source: GitLab's documentation of jobs ("Hide a job").
 */
export function withoutHiddenJobs(file: unknown): unknown {
  if (!isObject(file)) return file;
  const hidden = Object.keys(file).filter((name) => name.startsWith('.') && isObject(file[name]));
  if (hidden.length === 0) return file;
  const templates = new Set(Object.values(file).flatMap(templatesOf));
  const started = new Set(Object.entries(file).flatMap(([name, job]) => (name.startsWith('.') ? [] : commandsOf(job))));
  const isTaken = (name: string): boolean => {
    const own = commandsOf(file[name]);
    return templates.has(name) || (own.length > 0 && own.every((command) => started.has(command)));
  };
  const left = new Set(hidden.filter(isTaken));
  return left.size === 0 ? file : Object.fromEntries(Object.entries(file).filter(([name]) => !left.has(name)));
}

function commandsOf(job: unknown): readonly string[] {
  return isObject(job) ? SCRIPTS.flatMap((name) => [job[name]].flat(11).filter((command) => typeof command === 'string')) : [];
}

const SCRIPTS = ['before_script', 'script', 'after_script'];
