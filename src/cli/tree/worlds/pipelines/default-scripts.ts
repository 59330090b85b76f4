import { field, isObject, type JsonObject } from '../../../../fleet/json/json.ts';

/**
 * The file of a pipeline of GitLab with the scripts that all its jobs have, in each job that has none of its own: those in `default` and, as
 * in older files, at the top. Sources: GitLab's reference of CI/CD syntax (`default`, `inherit:default`).
 */
export function withDefaultScripts(file: unknown): unknown {
  if (!isObject(file)) return file;
  const set = Object.fromEntries(
    DEFAULTS.flatMap((name) => {
      const script = field(file, 'default', name) ?? file[name];
      return script === undefined ? [] : [[name, script] as const];
    }),
  );
  if (Object.keys(set).length === 0 || !Object.values(file).some(isJob)) return file;
  const own = Object.entries(file).filter(([name]) => name !== 'default' && !DEFAULTS.includes(name));
  return Object.fromEntries(own.map(([name, job]) => [name, isJob(job) ? inOrder({ ...inherited(job, set), ...job }) : job]));
}

const DEFAULTS = ['before_script', 'after_script'];

function isJob(value: unknown): value is JsonObject {
  return isObject(value) && 'script' in value;
}

function inherited(job: JsonObject, set: JsonObject): JsonObject {
  const asked = field(job, 'inherit', 'default');
  if (asked === false) return {};
  return Array.isArray(asked) ? Object.fromEntries(Object.entries(set).filter(([name]) => asked.includes(name))) : set;
}

/** GitLab starts the scripts of a job in this order, wherever they are written. */
function inOrder({ before_script, after_script, ...job }: JsonObject): JsonObject {
  return { ...(before_script === undefined ? {} : { before_script }), ...job, ...(after_script === undefined ? {} : { after_script }) };
}
