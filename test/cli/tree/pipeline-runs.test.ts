/** What pipelines start with inputs: reusable workflows and composite actions of GitHub, templates of Azure Pipelines. */
import { expect, it } from 'vitest';
import { jobsOfPipeline } from '../../../src/cli/tree/worlds/pipelines/pipeline-jobs.ts';
import { pipelineRuns } from '../../../src/cli/tree/worlds/pipelines/pipeline-runs.ts';
import { worldsOfJob } from '../../../src/cli/tree/worlds/pipelines/worlds-of-pipeline.ts';

const WORKFLOWS = '.github/workflows';
const APPLY = 'kubectl apply -k apps/${{ inputs.env }}';
const STEPS = `steps: [{ run: "${APPLY}" }]`;
const REUSABLE = `on: { workflow_call: { inputs: { env: { type: string } } } }\njobs: { apply: { ${STEPS} } }\n`;
const ACTION = `inputs: { env: { required: true } }\nruns: { using: composite, ${STEPS} }\n`;
const TEMPLATE = 'parameters: [{ name: env }]\nsteps: [{ bash: "kubectl apply -k apps/${{ parameters.env }}" }]\n';

/** The folders that the files of a repository apply, one job after the other. */
async function applied(files: Readonly<Record<string, string>>, listed = Object.keys(files)): Promise<readonly string[]> {
  const textOf = (file: string): string => files[file] ?? '';
  const runs = await pipelineRuns(listed, (file) => Promise.resolve(textOf(file)));
  return [...runs]
    .flatMap(([file, calls]) => calls.flatMap(({ inputs }) => jobsOfPipeline(textOf(file), inputs)))
    .flatMap(worldsOfJob)
    .flatMap(({ places }) => places);
}

const both = (call: (env: string) => string): string => `jobs: { dev: ${call('dev')}, prod: ${call('prod')} }\n`;

it.each<[string, Readonly<Record<string, string>>, string[]?]>([
  [
    'a reusable workflow',
    {
      [`${WORKFLOWS}/all.yml`]: both((env) => `{ uses: ./${WORKFLOWS}/one.yml, with: { env: ${env} } }`),
      [`${WORKFLOWS}/one.yml`]: REUSABLE,
    },
  ],
  [
    'a reusable workflow with a matrix',
    {
      [`${WORKFLOWS}/all.yml`]: `jobs: { all: { strategy: { matrix: { env: [dev, prod] } }, uses: ./${WORKFLOWS}/one.yml, with: { env: "\${{ matrix.env }}" } } }\n`,
      [`${WORKFLOWS}/one.yml`]: REUSABLE,
    },
  ],
  [
    'a composite action in any folder',
    {
      [`${WORKFLOWS}/all.yml`]: both((env) => `{ steps: [{ uses: ./ci/tools/deploy, with: { env: ${env} } }] }`),
      'ci/tools/deploy/action.yaml': ACTION,
    },
    [`${WORKFLOWS}/all.yml`],
  ],
  [
    'a composite action of a reusable workflow',
    {
      [`${WORKFLOWS}/all.yml`]: both((env) => `{ uses: ./${WORKFLOWS}/one.yml, with: { env: ${env} } }`),
      [`${WORKFLOWS}/one.yml`]: REUSABLE.replace(`{ run: "${APPLY}" }`, '{ uses: ./deploy, with: { env: "${{ inputs.env }}" } }'),
      'deploy/action.yml': ACTION,
    },
  ],
  [
    'a default',
    {
      [`${WORKFLOWS}/all.yml`]: `jobs: { dev: { uses: ./${WORKFLOWS}/one.yml }, prod: { uses: ./${WORKFLOWS}/one.yml, with: { env: prod } } }\n`,
      [`${WORKFLOWS}/one.yml`]: REUSABLE.replace('type: string', 'default: dev'),
    },
  ],
  [
    'a template of Azure Pipelines, beside the file',
    {
      'ci/azure-pipelines.yml':
        'jobs: [{ template: steps/apply.yml, parameters: { env: dev } }, { template: steps/apply.yml@self, parameters: { env: prod } }]\n',
      'ci/steps/apply.yml': TEMPLATE,
    },
    ['ci/azure-pipelines.yml'],
  ],
  [
    'a template of Azure Pipelines, from the top',
    {
      'ci/azure-pipelines.yml':
        'stages: [{ stage: a, jobs: [{ template: /steps/apply.yml, parameters: { env: dev } }] }, { stage: b, jobs: [{ template: /steps/apply.yml, parameters: { env: prod } }] }]\n',
      'steps/apply.yml': TEMPLATE,
    },
    ['ci/azure-pipelines.yml'],
  ],
])('is read once with the inputs of each call: %s', async (_, files, listed) => {
  expect(await applied(files, listed)).toEqual(['apps/dev', 'apps/prod']);
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['nobody starts it', { [`${WORKFLOWS}/one.yml`]: REUSABLE }],
  [
    'an expression that is not known',
    {
      [`${WORKFLOWS}/all.yml`]: `jobs: { a: { uses: ./${WORKFLOWS}/one.yml, with: { env: "\${{ vars.ENV }}" } } }\n`,
      [`${WORKFLOWS}/one.yml`]: REUSABLE,
    },
  ],
  [
    'the workflow of another repository',
    {
      [`${WORKFLOWS}/all.yml`]: 'jobs: { a: { uses: x/y/.github/workflows/one.yml@main, with: { env: dev } } }\n',
      [`${WORKFLOWS}/one.yml`]: REUSABLE,
    },
  ],
  [
    'a template of another repository',
    { 'azure-pipelines.yml': 'steps: [{ template: apply.yml@tools, parameters: { env: dev } }]\n', 'apply.yml': TEMPLATE },
  ],
])('no input is known: %s', async (_, files) => {
  expect((await applied(files)).filter((place) => !place.includes('$'))).toEqual([]);
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['itself', { [`${WORKFLOWS}/one.yml`]: `jobs: { a: { uses: ./${WORKFLOWS}/one.yml, with: { env: "x\${{ inputs.env }}" } } }\n` }],
  [
    'each other, with longer inputs each time',
    {
      'a/action.yml': 'runs: { steps: [{ uses: ./b, with: { env: "${{ inputs.env }}${{ inputs.env }}" } }] }\n',
      'b/action.yml': 'runs: { steps: [{ uses: ./a, with: { env: "${{ inputs.env }}${{ inputs.env }}" } }] }\n',
    },
  ],
  ['a file out of the repository', { [`${WORKFLOWS}/one.yml`]: 'jobs: { a: { uses: ./../../x.yml } }\n' }],
])('pipelines that start %s come to an end', async (_, files) => {
  const runs = await pipelineRuns(Object.keys(files), (file) => Promise.resolve(files[file] ?? ''));
  expect([...runs.keys()].filter((file) => file.startsWith('..'))).toEqual([]);
  expect(JSON.stringify([...runs].map(([, calls]) => calls.map(({ inputs }) => [...inputs]))).length).toBeLessThan(1_000_000);
});

it.each<[string, Readonly<Record<string, string>>]>([
  [
    'a circle',
    {
      'a.yml': 'steps: [{ script: kubectl apply -k apps }, { template: b.yml }]\n',
      'b.yml': 'steps: [{ template: a.yml }, { template: b.yml }]\n',
    },
  ],
  ['very many calls', { 'a.yml': `steps: [{ script: kubectl apply -k apps }, ${'{ template: a.yml }, '.repeat(300)}]\n` }],
])('steps of other files end: %s', (_, files) => {
  const jobs = jobsOfPipeline('steps: [{ template: a.yml }]\n', new Map(), {
    file: 'azure-pipelines.yml',
    textOf: (file) => files[file] ?? '',
  });
  expect(jobs.flatMap(worldsOfJob).flatMap(({ places }) => places)).toEqual(['apps']);
});
