import { field, isObject, type JsonObject, listAt, objectAt } from '../../../../fleet/json/json.ts';
import { expressionsOf, withExpressions } from './expressions.ts';
import { combinationsOf } from './matrix-legs.ts';

/**
 * A file of CircleCI with each job as its workflows start it, with the values of parameters that they give, and those of the matrix. What
 * is not known is written as an expression of GitHub, because `<<` starts a here-document in a shell. Any other file stays as it is.
 * Source: CircleCI's configuration reference (`jobs.<job_name>.parameters`, `workflows.<workflow_name>.jobs.<job_name>.matrix`).
 */
export function withCircleJobs(file: unknown): unknown {
  if (!isObject(file)) return file;
  const { jobs, workflows } = file;
  if (!isObject(jobs) || !isObject(workflows)) return file;
  const calls = Map.groupBy(Object.values(workflows).flatMap(callsIn), ([name]) => name);
  const started = Object.entries(jobs).flatMap(([name, job]): readonly (readonly [string, unknown])[] => {
    const given = (calls.get(name) ?? []).flatMap(([, call]) => givenBy(call));
    if (!isObject(job) || given.length === 0) return [[name, job]];
    const { parameters: declared, ...rest } = job;
    return given.map((values, index) => [`${name} ${index}`, withExpressions(asExpressions(rest), valuesOf(declared, values))]);
  });
  return asExpressions({ ...file, jobs: Object.fromEntries(started) });
}

/** The jobs that a workflow starts, by their names. */
function callsIn(workflow: unknown): readonly (readonly [string, JsonObject])[] {
  return listAt(workflow, 'jobs').flatMap((entry) => {
    if (typeof entry === 'string') return [[entry, {}] as const];
    return isObject(entry) ? Object.entries(entry).map(([name, call]) => [name, isObject(call) ? call : {}] as const) : [];
  });
}

/** The parameters of each job that one entry of a workflow starts. */
function givenBy({ matrix, ...call }: JsonObject): readonly JsonObject[] {
  const axes = objectAt(matrix, 'parameters');
  if (axes === undefined) return [call];
  const combinations = combinationsOf({ exclude: listAt(matrix, 'exclude'), ...axes }) ?? [];
  // Of a matrix that is not known, or has too many jobs, no value is known.
  const unknown = Object.fromEntries(Object.keys(axes).map((name) => [name, null]));
  return combinations.length === 0 ? [{ ...call, ...unknown }] : combinations.map((each) => ({ ...call, ...each }));
}

function valuesOf(declared: unknown, given: JsonObject): ReturnType<typeof expressionsOf> {
  const names = isObject(declared) ? Object.keys(declared) : [];
  return expressionsOf(
    Object.fromEntries(names.map((name) => [name, Object.hasOwn(given, name) ? given[name] : field(declared, name, 'default')])),
    'parameters.',
  );
}

function asExpressions(part: unknown): unknown {
  if (typeof part === 'string') return part.replaceAll(EXPRESSION, '${{ $1 }}');
  if (Array.isArray(part)) return part.map(asExpressions);
  return isObject(part) ? Object.fromEntries(Object.entries(part).map(([name, each]) => [name, asExpressions(each)])) : part;
}

// linear: blanks are bounded, and a name ends at the first other sign.
const EXPRESSION = /<< {0,9}((?:parameters|pipeline|matrix)\.[\w.-]+) {0,9}>>/g;
