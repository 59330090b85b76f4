import { posix } from 'node:path';
import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../../fleet/json/json.ts';
import { type Expressions, expressionsOf, withExpressions } from './expressions.ts';
import { matrixLegs } from './matrix-legs.ts';
import { valuesIn } from '../../../../yaml/documents.ts';

/** A file of the repository that a pipeline starts, with the inputs that it gives. */
export interface PipelineCall {
  /** From the top of the repository. */
  readonly file: string;
  readonly inputs: Expressions;
  /** No file of the repository starts it. */
  readonly isFromOutside?: true;
}

/**
 * The reusable workflows and composite actions of GitHub, and the templates of Azure Pipelines, that a pipeline of the same repository
 * starts. Sources: GitHub's reference of workflow syntax (`jobs.<job_id>.uses`, `steps[*].uses`), Microsoft's of template usage.
 * @param file from the top of the repository @param inputs those with which it was itself started
 */
export function callsOfPipeline(text: string, { file, inputs }: PipelineCall): readonly PipelineCall[] {
  if (!mayCallFiles(text)) return [];
  return valuesIn(text).flatMap((value) => callsIn(withInputs(value, inputs), posix.dirname(file)));
}

/** Whether a pipeline may start another file of its repository. */
export function mayCallFiles(text: string): boolean {
  return CALLS.test(text);
}

// linear: the words are fixed, and blanks bounded.
const CALLS = /\buses["']?: {0,9}["']?\.\/|\btemplate["']?: {0,9}["']?[\w./]/;

/** A pipeline with the inputs that are given, and else their defaults. */
export function withInputs(pipeline: unknown, given: Expressions): unknown {
  return isObject(pipeline) ? withExpressions(pipeline, new Map([...defaultsIn(pipeline), ...given])) : pipeline;
}

/** The inputs of a pipeline that have a default, each with its own expression as a value that is not known. */
export function openInputs(text: string): Expressions {
  const names = valuesIn(text).flatMap((value) => (isObject(value) ? [...defaultsIn(value).keys()] : []));
  return new Map(names.map((name) => [name, `\${{ ${name} }}`]));
}

function defaultsIn(pipeline: JsonObject): Expressions {
  // The decoder reads the key `on` as a boolean.
  const declared =
    objectAt(pipeline, 'inputs') ??
    objectAt(pipeline, 'on', 'workflow_call', 'inputs') ??
    objectAt(pipeline, 'true', 'workflow_call', 'inputs');
  const ofGitHub = Object.entries(declared ?? {}).map(([name, input]) => [`inputs.${name}`, field(input, 'default')] as const);
  const ofAzure = listAt(pipeline, 'parameters').map(
    (each) => [`parameters.${stringAt(each, 'name') ?? ''}`, field(each, 'default')] as const,
  );
  return expressionsOf(Object.fromEntries([...ofGitHub, ...ofAzure]), '');
}

function callsIn(value: unknown, folder: string): readonly PipelineCall[] {
  if (Array.isArray(value)) return value.flatMap((each) => callsIn(each, folder));
  if (!isObject(value)) return [];
  const legs = matrixLegs(value);
  if (legs !== undefined) return legs.flatMap(({ job }) => callsIn(job, folder));
  return [...callsOf(value, folder), ...Object.values(value).flatMap((each) => callsIn(each, folder))];
}

/** What one step or job starts. */
export function callsOf(step: JsonObject, folder: string): readonly PipelineCall[] {
  const { uses, template } = step;
  if (typeof uses === 'string' && uses.startsWith('./')) {
    const inputs = expressionsOf(step['with'], 'inputs.');
    const path = posix.normalize(uses);
    const files = /\.ya?ml$/.test(path) ? [path] : ['yml', 'yaml'].map((ending) => posix.join(path, `action.${ending}`));
    return files.map((file) => ({ file, inputs }));
  }
  if (typeof template !== 'string') return [];
  const path = template.replace(/@self$/, '');
  // Another `@` is for another repository.
  if (!/\.ya?ml$/.test(path) || path.includes('@')) return [];
  const file = path.startsWith('/') ? posix.normalize(path).slice(1) : posix.join(folder, path);
  return [{ file, inputs: expressionsOf(step['parameters'], 'parameters.') }];
}
