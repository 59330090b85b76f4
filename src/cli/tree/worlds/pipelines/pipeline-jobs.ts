import { field, isObject, stringAt } from '../../../../fleet/json/json.ts';
import { ROOM_IN_SCRIPT, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { withBundles } from './baked-bundles.ts';
import { type TextOfPipeline, withCalledSteps } from './called-steps.ts';
import { declaredRepositories, withCheckouts } from './checkouts.ts';
import { chosenVariables, setBeforeScripts } from './chosen-variables.ts';
import { withCircleJobs } from './circle-jobs.ts';
import { commandsOfTask } from './commands-of-task.ts';
import { withDefaultScripts } from './default-scripts.ts';
import type { Expressions } from './expressions.ts';
import { withExtendedJobs } from './extended-jobs.ts';
import { withoutHiddenJobs } from './hidden-jobs.ts';
import { withInputs } from './pipeline-calls.ts';
import { loginOfVariables } from './login-of-variables.ts';
import { matrixLegs } from './matrix-legs.ts';
import { withReferencedParts, withReferencesAsLists } from './referenced-parts.ts';
import { hasOwnSecrets, withSecrets } from './names-of-secrets.ts';
import type { PipelineJob, PipelineStep } from './pipeline-step.ts';
import { stepsWithPipes } from './steps-with-pipes.ts';
import { filledIn, scriptWith, type Variables } from '../shell/script-variables.ts';

/**
 * The jobs of a file of a CI system, or of a composite action of GitHub. All systems have lists of `steps`, or the commands in a field
 * such as `script`, so one reader is enough for GitHub, Gitea, GitLab, Azure Pipelines, CircleCI, Bitbucket, Drone, Woodpecker, Buildkite,
 * Travis, Tekton, AWS CodeBuild, Google Cloud Build and Task. A document that cannot be parsed is read as one script.
 * @param inputs those with which another pipeline starts it
 * @param of its path from the top of the repository and the texts of others, if the steps of others are read as well
 */
export function jobsOfPipeline(
  text: string,
  inputs: Expressions = new Map(),
  of?: { readonly file: string; readonly textOf: TextOfPipeline },
): readonly PipelineJob[] {
  const withCalled = (value: unknown): unknown => (of === undefined ? value : withCalledSteps(value, of.file, of.textOf));
  const ofGitLab = (value: unknown): unknown => withDefaultScripts(withoutHiddenJobs(withReferencedParts(withExtendedJobs(value))));
  return [...readDocuments(withReferencesAsLists(text))].flatMap((document) =>
    document.kind === 'read'
      ? jobsIn(withCalled(withInputs(ofGitLab(withCircleJobs(document.value)), inputs)), {
          folder: undefined,
          variables: new Map(),
          computed: setBeforeScripts(document.value),
          repositories: declaredRepositories(document.value),
          ...(hasOwnSecrets(document.value) ? { environment: '' } : {}),
        })
      : [[{ script: document.text, written: document.text }]],
  );
}

/** What the file sets around a step. */
interface Around {
  readonly folder: string | undefined;
  readonly variables: Variables;
  /** The names of variables that commands compute. */
  readonly computed: ReadonlySet<string>;
  /** See `declaredRepositories`. */
  readonly repositories: ReadonlyMap<string, string>;
  readonly condition?: string | undefined;
  /** The one of the job that decides its secrets; empty for none, absent if it is not known. */
  readonly environment?: string;
}

function jobsIn(value: unknown, outer: Around): readonly PipelineJob[] {
  if (Array.isArray(value)) return value.flatMap((each) => jobsIn(each, outer));
  if (!isObject(value)) return [];
  const legs = matrixLegs(value);
  if (legs !== undefined)
    return legs.flatMap(({ job, variables }) => jobsIn(job, { ...outer, variables: new Map([...outer.variables, ...variables]) }));
  const around = aroundOf(value, outer);
  const { steps } = value;
  const isNamed = isObject(steps);
  // Woodpecker names its steps.
  const ofSteps: readonly unknown[] = isNamed ? Object.values(steps) : Array.isArray(steps) ? steps : [];
  const ofPipes = stepsWithPipes(value['script']);
  const written = ofSteps.length > 0 ? ofSteps : ofPipes;
  const { steps: list, variables: ofBundles } = withBundles(withCheckouts(written, around.repositories));
  const own =
    list.length > 0
      ? list.flatMap((step) => stepsIn(step, { ...around, variables: new Map([...around.variables, ...ofBundles]) }))
      : isScript(value) || stringAt(value, 'pipe') !== undefined
        ? stepsIn(value, around)
        : [];
  const inner = Object.entries(value).flatMap(([name, entry]) =>
    (list.length > 0 && name === (written === ofPipes ? 'script' : 'steps')) || VARIABLES.has(name) ? [] : jobsIn(entry, around),
  );
  const login = loginOfVariables(value, list, { variables: around.variables, steps: own });
  return [...(own.length === 0 ? [] : [[...login, ...own]]), ...inner];
}

/** A condition of Azure Pipelines or CircleCI has further steps in it. */
function stepsIn(step: unknown, outer: Around): readonly PipelineStep[] {
  if (typeof step === 'string') return stepsIn({ run: step }, outer);
  if (Array.isArray(step)) return step.flatMap((each) => stepsIn(each, outer));
  if (!isObject(step)) return [];
  const around = within(aroundOf(step, outer), stringAt(step, 'if') ?? stringAt(step, 'condition'));
  const task = commandsOfTask(filledInAll(step, around.variables), around.environment);
  const { condition, environment } = around;
  const isKnown = environment !== undefined && !environment.includes('$');
  const conditional = { ...(condition === undefined ? {} : { condition }), ...(isKnown ? { environment } : {}) };
  if (task !== undefined) return [{ script: task, written: task, ...conditional }];
  if (!isScript(step) && stringAt(step, 'uses') === undefined && stringAt(step, 'task') === undefined)
    return Object.entries(step).flatMap(([name, entry]) =>
      VARIABLES.has(name) || !hasObjects(entry)
        ? []
        : stepsIn(entry, CONDITIONS.test(name) ? within(around, `${name} ${conditionOf(entry)}`) : around),
    );
  const written = commandsIn(step).join('\n');
  if (written === '') return [];
  const kubeconfig = stringAt(step, 'env', 'KUBECONFIG')?.replaceAll(/\s/g, '');
  const script = scriptWith(around.variables, withSecrets(written, around.variables));
  const hasRoom = roomForValues(ROOM_IN_SCRIPT);
  return [
    {
      script:
        kubeconfig === undefined
          ? script
          : script.replaceAll(/\bkubectl /g, () => `kubectl --kubeconfig=${hasRoom(kubeconfig) ? kubeconfig : '$KUBECONFIG'} `),
      written,
      ...(around.folder === undefined ? {} : { folder: around.folder }),
      ...conditional,
    },
  ];
}

/** Conditions of Azure Pipelines and CircleCI around steps. */
const CONDITIONS = /^(?:when|unless|\$\{\{ {0,9}(?:if|else|elseif)\b.*)$/s;

function conditionOf(value: unknown): string {
  return JSON.stringify(field(value, 'condition') ?? '');
}

/** Whether a condition holds unless something failed. */
const USUAL = /^(?:\$\{\{)?\s{0,9}(?:success|succeeded|always|succeededOrFailed)\(\)\s{0,9}(?:\}\})?$/;

function within(around: Around, condition: string | undefined): Around {
  if (condition === undefined || USUAL.test(condition)) return around;
  return { ...around, condition: around.condition === undefined ? condition : `${around.condition} && ${condition}` };
}

function hasObjects(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject));
}

/** Fields whose text is a script, and those whose list is one, a command in each item. */
const SCRIPTS = [
  'before_script',
  'script',
  'after_script',
  'run',
  'bash',
  'pwsh',
  'powershell',
  'commands',
  'command',
  'after_success',
  'cmds',
  'cmd',
];
/** Fields with the words of one command. */
const WORDS = new Set(['command', 'entrypoint', 'args', 'arguments']);

function isScript(value: Readonly<Record<string, unknown>>): boolean {
  return (
    SCRIPTS.some((name) => hasText(value[name]) || (name === 'run' && hasText(field(value, name, 'command')))) || hasText(value['args'])
  );
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.flat(3).some((each) => typeof each === 'string'));
}

/** The texts of a step, also those of inputs, in their order. Of a list of words, the words are one command. */
function commandsIn(step: Readonly<Record<string, unknown>>): readonly string[] {
  const words = [...WORDS].flatMap((name) => (Array.isArray(step[name]) ? step[name].filter((each) => typeof each === 'string') : []));
  // Google Cloud Build and Drone start the program that the image is named after.
  const image = /\b(?:kubectl|helm)\b/.exec(stringAt(step, 'image') ?? stringAt(step, 'name') ?? '')?.[0];
  const program = image === undefined || words.includes(image) ? [] : [image];
  const isShell = words.some((word) => /\s/.test(word));
  const exec = words.length === 0 || isShell ? [] : [[...program, ...words].join(' ')];
  const others = Object.entries(step).flatMap(([name, value]) =>
    SETTINGS.has(name) || (!isShell && WORDS.has(name) && Array.isArray(value)) ? [] : textsIn(value),
  );
  return [...exec, ...others];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, entry]) => (SETTINGS.has(name) ? [] : textsIn(entry))) : [];
}

const VARIABLES = new Set(['env', 'variables', 'environment']);
/** Fields that have no command. */
const SETTINGS = new Set(
  [
    ...VARIABLES,
    'name displayName description title id if when condition only except rules needs uses task image shell',
    'working-directory workingDirectory working_directory',
  ].flatMap((line) => line.split(' ')),
);

function aroundOf(value: Readonly<Record<string, unknown>>, outer: Around): Around {
  const { folder, variables, computed } = outer;
  const { names, isOpen } = chosenVariables(value);
  const set = [...VARIABLES].flatMap((name) => settingsIn(value[name]));
  const all = new Map(variables);
  for (const [name, text] of set) all.set(name, filledIn(text, variables));
  for (const name of [...names, ...computed, ...(isOpen ? all.keys() : [])]) all.set(name, undefined);
  const named =
    stringAt(value, 'working-directory') ??
    stringAt(value, 'workingDirectory') ??
    stringAt(value, 'working_directory') ??
    stringAt(value, 'inputs', 'workingDirectory') ??
    stringAt(value, 'run', 'working_directory') ??
    stringAt(value, 'defaults', 'run', 'working-directory');
  // CircleCI checks the repository out into a folder of the home directory.
  const own = named?.startsWith('~') === true ? undefined : named;
  const environment = stringAt(value, 'environment') ?? stringAt(value, 'environment', 'name');
  return {
    ...outer,
    folder: own === undefined ? folder : filledIn(own, all),
    variables: all,
    ...(outer.environment === undefined || environment === undefined ? {} : { environment }),
  };
}

/** The names and values of `{ NAME: value }`, `{ NAME: { value } }` and `[{ name, value }]`. A named environment has none. */
function settingsIn(value: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(value))
    return value.flatMap((each) => {
      const [name, text] = [stringAt(each, 'name'), textOf(field(each, 'value'))];
      return name === undefined || text === undefined ? [] : [[name, text] as const];
    });
  if (!isObject(value) || 'name' in value) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const text = textOf(item) ?? textOf(field(item, 'value'));
    return text === undefined ? [] : [[name, text] as const];
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function filledInAll(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return filledIn(value, variables);
  if (Array.isArray(value)) return value.map((item) => filledInAll(item, variables));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledInAll(item, variables)]));
}
