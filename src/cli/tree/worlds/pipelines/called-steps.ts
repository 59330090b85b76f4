import { posix } from 'node:path';
import { isObject, listAt, stringAt } from '../../../../fleet/json/json.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { callsOf, withInputs } from './pipeline-calls.ts';

/** The text of a pipeline by its path from the top of the repository; empty for one that is not there. */
export type TextOfPipeline = (file: string) => string;

/**
 * A pipeline in which the steps of composite actions of GitHub and of templates of Azure Pipelines are in place of the step that starts them:
 * they run in its job. Sources: GitHub's documentation of composite actions, Microsoft's of template usage ("Insert a template").
 * @param file from the top of the repository
 */
export function withCalledSteps(pipeline: unknown, file: string, textOf: TextOfPipeline): unknown {
  let left = MOST_CALLS;
  const inserted = (value: unknown, folder: string, levels: number): unknown => {
    if (Array.isArray(value)) return value.map((each) => inserted(each, folder, levels));
    if (!isObject(value)) return value;
    for (const call of levels < MOST_LEVELS && left > 0 ? callsOf(value, folder) : []) {
      const steps = stepsIn(textOf(call.file), (document) => withInputs(document, call.inputs));
      if (steps === undefined) continue;
      left -= 1;
      const around = Object.fromEntries(Object.entries(value).filter(([name]) => AROUND.has(name)));
      // The folder of the job is not that of an action.
      const isAction = stringAt(value, 'uses') !== undefined;
      return { ...around, ...(isAction ? { 'working-directory': '.' } : {}), steps: inserted(steps, posix.dirname(call.file), levels + 1) };
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inserted(each, folder, levels)]));
  };
  return inserted(pipeline, posix.dirname(file), 0);
}

/** Whether a file has only steps, which run in the job that starts them. */
export function hasOnlySteps(text: string): boolean {
  return stepsIn(text) !== undefined;
}

/** `undefined` for a file that has jobs, or no steps. */
function stepsIn(text: string, changed: (document: unknown) => unknown = (document) => document): readonly unknown[] | undefined {
  if (!/\bsteps\b/.test(text)) return undefined;
  const [document, ...others] = readDocuments(text);
  if (document?.kind !== 'read' || others.length > 0) return undefined;
  const { value } = document;
  const isAction = stringAt(value, 'runs', 'using') === 'composite';
  const isTemplate = isObject(value) && 'steps' in value && Object.keys(value).every((name) => name === 'steps' || name === 'parameters');
  if (!isAction && !isTemplate) return undefined;
  const steps = isAction ? listAt(changed(value), 'runs', 'steps') : listAt(changed(value), 'steps');
  return steps.length === 0 ? undefined : steps;
}

/** Fields of a step that hold for all steps of what it starts. */
const AROUND: ReadonlySet<string> = new Set(['if', 'condition', 'env']);
/** GitHub refuses more. */
const MOST_LEVELS = 10;
/** Of one pipeline. */
const MOST_CALLS = 100;
