import { isObject, stringAt, type JsonObject } from '../../../../fleet/json/json.ts';
import { withExpressions } from './expressions.ts';

/** The steps of a job in which another step uses the files that a step bakes, by their name in both. */
export interface StepsWithBundles {
  readonly steps: readonly unknown[];
  /** The variables of Azure Pipelines that name such files. */
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * The steps of a job, in which a step that only bakes writes to a file, and those that use its output name the file. Source: the outputs of
 * `azure/k8s-bake`, and of `bake` in Microsoft's reference of KubernetesManifest@1.
 */
export function withBundles(steps: readonly unknown[]): StepsWithBundles {
  const baking = steps.flatMap((step) => {
    const [name, command] = [stringAt(step, 'id') ?? stringAt(step, 'name') ?? '', bakingCommand(step)];
    return command === undefined || !NAME.test(name) ? [] : [{ step, name, command: `${command} > ${name}.bundle` }];
  });
  if (baking.length === 0) return { steps, variables: new Map() };
  const text = JSON.stringify(steps);
  const used = baking.filter(({ name }) => [`steps.${name}.outputs.${BUNDLE}`, `(${name}.${BUNDLE})`].some((each) => text.includes(each)));
  const commands = new Map(used.map(({ step, command }) => [step, command]));
  const expressions = new Map(used.map(({ name }) => [`steps.${name}.outputs.${BUNDLE}`, `${name}.bundle`]));
  return {
    steps: steps.map((step) => {
      const command = commands.get(step);
      return command === undefined || !isObject(step) ? withExpressions(step, expressions) : written(step, command);
    }),
    variables: new Map(used.map(({ name }) => [`${name}.${BUNDLE}`, `${name}.bundle`])),
  };
}

/** `undefined` for a step that does not bake. */
function bakingCommand(step: unknown): string | undefined {
  const isAction = /^azure\/k8s-bake@/i.test(stringAt(step, 'uses') ?? '');
  const isTask = /^KubernetesManifest@/i.test(stringAt(step, 'task') ?? '') && stringAt(step, 'inputs', 'action') === 'bake';
  if (!isAction && !isTask) return undefined;
  const input = (name: string): string => stringAt(step, isAction ? 'with' : 'inputs', name)?.trim() ?? '';
  if (input('kustomizationPath') !== '') return `kustomize build ${input('kustomizationPath')}`;
  return input('helmChart') === '' ? undefined : `helm template ${input('helmChart')}`;
}

function written({ uses: _uses, with: _with, task: _task, inputs: _inputs, ...step }: JsonObject, command: string): JsonObject {
  return { ...step, run: command };
}

const BUNDLE = 'manifestsBundle';
const NAME = /^[\w-]{1,100}$/;
