/**
 * The pipeline for Azure Pipelines: its form is that of the YAML schema, and its scripts do what they say. Nothing here runs on Azure:
 * the login and the kubeconfig are stand-ins, the hub is the embedded one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { shopStory } from '../../src/demo/story/shop-story.ts';
import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import { runScript, userRepository } from '../support/github/ci-sandbox.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const FILE = path.resolve(import.meta.dirname, '../../integrations/azure-pipelines/azure-pipelines.yml');
const pipeline = load(readFileSync(FILE, 'utf8')) as JsonObject;

/** Keys that the schema of Azure Pipelines has, of each level. Source: learn.microsoft.com/azure/devops/pipelines/yaml-schema. */
const KEYS = {
  pipeline: [
    'name',
    'trigger',
    'pr',
    'schedules',
    'resources',
    'variables',
    'parameters',
    'pool',
    'stages',
    'jobs',
    'steps',
    'lockBehavior',
  ],
  stage: ['stage', 'displayName', 'dependsOn', 'condition', 'variables', 'jobs', 'pool', 'lockBehavior', 'trigger', 'isSkippable', 'group'],
  job: [
    'job',
    'displayName',
    'dependsOn',
    'condition',
    'pool',
    'timeoutInMinutes',
    'cancelTimeoutInMinutes',
    'variables',
    'steps',
    'workspace',
    'strategy',
    'container',
    'services',
    'continueOnError',
  ],
  deployment: [
    'deployment',
    'displayName',
    'dependsOn',
    'condition',
    'pool',
    'timeoutInMinutes',
    'cancelTimeoutInMinutes',
    'variables',
    'environment',
    'strategy',
    'workspace',
    'container',
    'services',
    'continueOnError',
  ],
  checkout: ['checkout', 'clean', 'fetchDepth', 'fetchTags', 'lfs', 'persistCredentials', 'submodules', 'path', 'displayName', 'condition'],
  bash: [
    'bash',
    'failOnStderr',
    'workingDirectory',
    'condition',
    'continueOnError',
    'displayName',
    'enabled',
    'env',
    'name',
    'timeoutInMinutes',
    'retryCountOnTaskFailure',
  ],
  task: [
    'task',
    'inputs',
    'condition',
    'continueOnError',
    'displayName',
    'enabled',
    'env',
    'name',
    'timeoutInMinutes',
    'retryCountOnTaskFailure',
  ],
} as const;

/** Inputs of the tasks, those that must be given first. Source: learn.microsoft.com/azure/devops/pipelines/tasks/reference. */
const TASKS: Readonly<Record<string, { readonly must: readonly string[]; readonly may: readonly string[] }>> = {
  'UseNode@1': { must: ['version'], may: ['checkLatest', 'force32bit'] },
  'KubeloginInstaller@0': { must: [], may: ['kubeloginVersion', 'gitHubConnection'] },
  'AzureCLI@2': {
    must: ['azureSubscription', 'scriptType', 'scriptLocation', 'inlineScript'],
    may: [
      'arguments',
      'addSpnToEnvironment',
      'useGlobalConfig',
      'workingDirectory',
      'failOnStandardError',
      'visibleAzLogin',
      'keepAzSessionActive',
    ],
  },
  'PublishTestResults@2': {
    must: ['testResultsFormat', 'testResultsFiles'],
    may: [
      'searchFolder',
      'mergeTestResults',
      'failTaskOnFailedTests',
      'failTaskOnFailureToPublishResults',
      'failTaskOnMissingResultsFile',
      'testRunTitle',
      'buildPlatform',
      'buildConfiguration',
      'publishRunAttachments',
    ],
  },
};

function stepsOf(job: JsonObject): readonly JsonObject[] {
  return [...listAt(job, 'steps'), ...listAt(job, 'strategy', 'runOnce', 'deploy', 'steps')].filter(isObject);
}

const stages = listAt(pipeline, 'stages').filter(isObject);
const jobs = stages.flatMap((stage) => listAt(stage, 'jobs').filter(isObject));
const steps = jobs.flatMap(stepsOf);

function strangeKeys(of: JsonObject, level: keyof typeof KEYS): readonly string[] {
  const known: readonly string[] = KEYS[level];
  return Object.keys(of).filter((key) => !known.includes(key));
}

describe('the pipeline', () => {
  test('has the keys of the schema and no other', () => {
    expect(strangeKeys(pipeline, 'pipeline')).toEqual([]);
    expect(stages.flatMap((stage) => strangeKeys(stage, 'stage'))).toEqual([]);
    expect(jobs.flatMap((job) => strangeKeys(job, 'deployment' in job ? 'deployment' : 'job'))).toEqual([]);
    expect(steps.length).toBe(11);
    for (const step of steps) {
      const kind = (['checkout', 'bash', 'task'] as const).find((name) => name in step);
      expect(kind, JSON.stringify(step)).toBeDefined();
      expect(kind && strangeKeys(step, kind)).toEqual([]);
    }
  });

  test('names tasks with their version, and gives each its required inputs', () => {
    const tasks = steps.filter((step) => 'task' in step);
    expect(tasks.map((step) => step['task'])).toEqual(expect.arrayContaining(Object.keys(TASKS)));
    for (const step of tasks) {
      const known = TASKS[String(step['task'])];
      const given = Object.keys(objectAt(step, 'inputs') ?? {});
      expect(given, String(step['task'])).toEqual(expect.arrayContaining([...(known?.must ?? ['a known task'])]));
      expect(given.filter((name) => known?.must.includes(name) !== true && known?.may.includes(name) !== true)).toEqual([]);
    }
  });

  test('leaves no credential behind, and has no macro in a script, which would be replaced before the shell sees it', () => {
    for (const step of steps.filter((each) => 'checkout' in each)) expect(step['persistCredentials']).toBe(false);
    for (const script of steps.flatMap((step) => [stringAt(step, 'bash'), stringAt(step, 'inputs', 'inlineScript')]))
      expect(script ?? '').not.toMatch(/\$[({[]{1,2}[A-Za-z.]+[)\]}]/);
  });
});

const lint =
  jobs
    .filter((job) => 'job' in job)
    .flatMap(stepsOf)
    .flatMap((step) => stringAt(step, 'bash') ?? [])
    .find((script) => script.includes(' lint ')) ?? '';
const [deploy = ''] = steps.flatMap((step) => stringAt(step, 'inputs', 'inlineScript') ?? []);

/** What the agent has in the environment of a script. */
function agent(): Readonly<Record<string, string>> {
  return { TF_BUILD: 'True', AGENT_TEMPDIRECTORY: temporaryFolder(), SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main', ...variables() };
}

function variables(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(objectAt(pipeline, 'variables') ?? {}).map(([name, value]) => [name, String(value)]));
}

/** The file that the results are published from, as the agent names it. */
function publishedFile(env: Readonly<Record<string, string>>): string {
  const [file = ''] = steps.flatMap((step) => stringAt(step, 'inputs', 'testResultsFiles') ?? []);
  return file.replace('$(Agent.TempDirectory)', env['AGENT_TEMPDIRECTORY'] ?? '');
}

test('the pipeline installs the program by a name that the package has', async () => {
  const installs = steps.flatMap((step) => stringAt(step, 'bash') ?? []).filter((script) => script.startsWith('npm '));
  expect(installs).toHaveLength(2);
  for (const script of installs) expect((await runScript(script, { cwd: temporaryFolder() })).code).toBe(0);
});

test('the pipeline lints a pull request: issues in the log, test results and the summary', async () => {
  const { dir } = userRepository();
  const env = agent();
  const { code, out, err } = await runScript(lint, { cwd: dir, env });
  expect(code, err).toBe(1);
  expect(out).toContain('##vso[task.logissue type=error;sourcepath=deploy/catalog/placement.yaml;linenumber=11;');
  expect(out).toContain(`##vso[task.uploadsummary]${env['AGENT_TEMPDIRECTORY']}/fleet-gate.md`);
  expect(readFileSync(path.join(env['AGENT_TEMPDIRECTORY'] ?? '', 'fleet-gate.md'), 'utf8')).toContain('### ❌ fleet-gate · ');
  expect(readFileSync(publishedFile(env), 'utf8')).toMatch(/^<\?xml[\s\S]*<failure /);
});

test('the pipeline passes a pull request without a finding', async () => {
  const env = agent();
  const { code, out, err } = await runScript(lint, { cwd: userRepository(['storefront']).dir, env });
  expect(code, out + err).toBe(0);
  expect(existsSync(publishedFile(env))).toBe(true);
});

describe('after a merge the pipeline', () => {
  const standIns = {
    az: 'case "$*" in "fleet get-credentials"*) while [ "$1" != --file ]; do shift; done; cp "$HUB" "$2" ;; esac',
    kubelogin: '[ -s "$KUBECONFIG" ]',
    kubectl: '[ -s "$KUBECONFIG" ]',
  };

  test('logs in, applies, and passes once the clusters have it', async () => {
    const { dir } = userRepository(['storefront']);
    const env = agent();
    const hub = await startEmbeddedHub();
    try {
      const kubeconfig = path.join(temporaryFolder(), 'hub.yaml');
      writeFileSync(kubeconfig, hub.kubeconfig());
      hub.play(shopStory());
      const { code, out, err, calls } = await runScript(deploy, { cwd: dir, env: { ...env, HUB: kubeconfig }, standIns });
      expect(code, out + err).toBe(0);
      expect(calls).toEqual([
        'az extension add --name fleet --yes',
        `az fleet get-credentials --resource-group fleet --name fleet --file ${env['AGENT_TEMPDIRECTORY']}/hub.yaml`,
        'kubelogin convert-kubeconfig --login azurecli',
        'kubectl apply --recursive --filename deploy/',
      ]);
      expect(out).toContain('##vso[task.uploadsummary]');
      expect(readFileSync(publishedFile(env), 'utf8')).toContain('storefront');
    } finally {
      await hub.close();
    }
  });

  test('gates nothing that could not be applied', async () => {
    const { dir } = userRepository(['storefront']);
    const { code, calls } = await runScript(deploy, {
      cwd: dir,
      env: agent(),
      standIns: { ...standIns, az: '', kubelogin: '', kubectl: 'exit 1' },
    });
    expect(code).toBe(1);
    expect(calls.at(-1)).toBe('kubectl apply --recursive --filename deploy/');
  });
});
