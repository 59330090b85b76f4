import { isObject, stringAt } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';

/** What a step of a pipeline does without a script, as a command. */
export interface TaskCommand {
  /** Starts at 1. */
  readonly line: number;
  readonly command: string;
}

/**
 * The steps of a pipeline that deploy a chart or an address, as the commands that they start: the tasks `HelmDeploy`, `KubernetesManifest`
 * and `Kubernetes` of Azure Pipelines, and the actions `azure/k8s-deploy` and `azure/k8s-bake`. Source: their references at
 * learn.microsoft.com/azure/devops/pipelines/tasks and their `action.yml`.
 */
export function commandsOfTasks(text: string): readonly TaskCommand[] {
  if (!STEPS.test(text)) return [];
  const lines = text.split(/\r?\n/);
  return [...readDocuments(text)].flatMap((document) =>
    document.kind === 'read'
      ? stepsIn(document.value)
          .slice(0, MOST_STEPS)
          .flatMap(({ names, command }) => {
            const line = lines.findIndex((each) => names.some((name) => each.includes(name))) + 1;
            return { line: Math.max(line, 1), command };
          })
      : [],
  );
}

/** More are of no real pipeline, and each is looked for in all lines. */
const MOST_STEPS = 200;
const STEPS = /\b(?:HelmDeploy|Kubernetes(?:Manifest)?)@|\bazure\/k8s-(?:deploy|bake)@/i;

interface Step {
  /** What it deploys, as written. */
  readonly names: readonly string[];
  readonly command: string;
}

function stepsIn(value: unknown): readonly Step[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn);
  if (!isObject(value)) return [];
  const own = ofStep(stringAt(value, 'task') ?? stringAt(value, 'uses') ?? '', value['inputs'] ?? value['with']);
  return own === undefined ? Object.values(value).flatMap(stepsIn) : [own];
}

function ofStep(name: string, inputs: unknown): Step | undefined {
  const input = (key: string): string => stringAt(inputs, key)?.trim() ?? '';
  const namespace = input('namespace') === '' ? '' : `--namespace=${input('namespace').replaceAll(/\s/g, '')}`;
  const applied = (all: string): Step => {
    const names = all.split(/[\s,]+/).filter((each) => each !== '');
    return { names, command: `kubectl apply ${namespace} ${names.map((each) => `-f ${each}`).join(' ')}` };
  };
  if (/^HelmDeploy@/i.test(name)) {
    // `Name` is the default: a chart of a registry, or of a repository of charts that another step adds.
    const isPath = input('chartType').toLowerCase() === 'filepath';
    const chart = input(isPath ? 'chartPath' : 'chartName');
    const from = isPath ? '' : '--repo=elsewhere';
    return {
      names: [chart],
      command: `helm ${input('command')} ${chart} ${from} ${namespace} ${input('arguments').replaceAll(/\s+/g, ' ')}`,
    };
  }
  if (/^(?:KubernetesManifest@|azure\/k8s-deploy@)/i.test(name)) return applied(input('manifests'));
  if (/^Kubernetes@/i.test(name)) {
    const [more, file] = [input('arguments').replaceAll(/\s+/g, ' '), input('configuration')];
    return {
      names: [file, more].filter((each) => each !== ''),
      command: `kubectl ${input('command')} ${namespace} ${more} ${file === '' ? '' : `-f ${file}`}`,
    };
  }
  // It only renders: its namespace is not that of the objects.
  if (/^azure\/k8s-bake@/i.test(name)) return { names: [input('helmChart')], command: `helm upgrade ${input('helmChart')}` };
  return undefined;
}
