/** The jobs that a matrix of a pipeline starts, with the values that their commands get. */
import { describe, expect, it } from 'vitest';
import { jobsOfPipeline } from '../../../src/cli/tree/worlds/pipelines/pipeline-jobs.ts';
import { worldsOfJob } from '../../../src/cli/tree/worlds/pipelines/worlds-of-pipeline.ts';

/** The places that each job deploys. */
const places = (text: string): readonly string[] =>
  jobsOfPipeline(text).map((job) =>
    worldsOfJob(job)
      .flatMap((world) => world.places)
      .join(' '),
  );
const github = (matrix: string, folder = 'env/${{ matrix.env }}'): string =>
  `jobs: {a: {strategy: {fail-fast: false, matrix: ${matrix}}, steps: [{run: "kubectl apply -f ${folder}"}]}}`;

describe('the jobs of a matrix', () => {
  it.each<[string, string, readonly string[]]>([
    ['a list', github('{env: [dev, prod]}'), ['env/dev', 'env/prod']],
    ['numbers', github('{env: [1, 2]}'), ['env/1', 'env/2']],
    ['blanks', github('{env: [dev]}', 'env/${{matrix.env}}'), ['env/dev']],
    ['two lists', github('{env: [dev, prod], region: [eu]}', '${{ matrix.region }}/${{ matrix.env }}'), ['eu/dev', 'eu/prod']],
    ['mappings in a list', github('{at: [{env: dev}, {env: prod}]}', 'env/${{ matrix.at.env }}'), ['env/dev', 'env/prod']],
    ['only include', github('{include: [{env: dev}, {env: prod}]}'), ['env/dev', 'env/prod']],
    [
      'include that extends one',
      github('{env: [dev, prod], include: [{env: prod, dir: live}, {env: dev, dir: test}]}', '${{ matrix.dir }}'),
      ['test', 'live'],
    ],
    [
      'include that extends all',
      github('{env: [dev, prod], include: [{dir: x}]}', '${{ matrix.dir }}/${{ matrix.env }}'),
      ['x/dev', 'x/prod'],
    ],
    ['include that adds one', github('{env: [dev], include: [{env: prod}]}'), ['env/dev', 'env/prod']],
    ['exclude', github('{env: [dev, prod], region: [eu, us], exclude: [{env: prod}, {region: us}]}'), ['env/dev']],
    [
      'a folder of the step',
      'jobs: {a: {strategy: {matrix: {env: [dev, prod]}}, steps: [{run: kubectl apply -f ., working-directory: "env/${{ matrix.env }}"}]}}',
      ['env/dev', 'env/prod'],
    ],
    [
      'a variable of the job',
      'jobs: {a: {strategy: {matrix: {env: [dev, prod]}}, env: {DIR: "env/${{ matrix.env }}"}, steps: [{run: kubectl apply -f $DIR}]}}',
      ['env/dev', 'env/prod'],
    ],
    [
      'Azure Pipelines',
      'jobs:\n- job: a\n  strategy:\n    matrix:\n      one: {dir: dev}\n      two: {dir: prod}\n  steps:\n  - script: kubectl apply -f env/$(dir)\n',
      ['env/dev', 'env/prod'],
    ],
    [
      'GitLab',
      'deploy:\n  parallel:\n    matrix:\n    - DIR: [dev, prod]\n      REGION: eu\n    - {DIR: test, REGION: us}\n  script: kubectl apply -f $REGION/$DIR\n',
      ['eu/dev', 'eu/prod', 'us/test'],
    ],
  ])('%s', (_, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['a list that an expression makes', github('{env: "${{ fromJSON(inputs.envs) }}"}')],
    ['a matrix that an expression makes', github('"${{ fromJSON(needs.a.outputs.matrix) }}"')],
    ['too many jobs', github(`{env: [${Array.from({ length: 300 }, (_, index) => index).join(', ')}]}`)],
    ['no value of that name', github('{other: [a, b]}')],
  ])('are not known: %s', (_, text) => {
    expect(places(text).join(' ')).not.toMatch(/env\/\w/);
  });
});

describe('the jobs that a workflow of CircleCI starts', () => {
  const circle = (calls: string, { folder = 'env/<< parameters.env >>', declared = '{env: {type: string}}' } = {}): string =>
    `version: 2.1
jobs: {deploy: {parameters: ${declared}, steps: [checkout, {run: "kubectl apply -f ${folder}"}]}}
workflows: {main: {jobs: ${calls}}}
`;
  const BOTH = '[{deploy: {name: a, env: dev}}, {deploy: {env: prod, requires: [a]}}]';

  it.each<[string, string, readonly string[]]>([
    ['values of parameters', circle(BOTH), ['env/dev', 'env/prod']],
    ['without blanks', circle(BOTH, { folder: 'env/<<parameters.env>>/all.yaml' }), ['env/dev/all.yaml', 'env/prod/all.yaml']],
    ['a default', circle('[deploy, {deploy: {env: prod}}]', { declared: '{env: {type: string, default: dev}}' }), ['env/dev', 'env/prod']],
    [
      'a matrix',
      circle('[{deploy: {matrix: {parameters: {env: [dev, qa, prod]}, exclude: [{env: qa}]}, context: hub}}]'),
      ['env/dev', 'env/prod'],
    ],
  ])('%s', (_, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['is not given', circle('[deploy]')],
    ['is of the pipeline', circle('[deploy]', { folder: 'env/<< pipeline.parameters.env >>' })],
    ['is of a job that nothing starts', circle('[other]')],
  ])('a parameter that %s is not known', (_, text) => {
    const scripts = jobsOfPipeline(text).flatMap((job) => job.map(({ script }) => script));
    expect(scripts.join('\n')).toMatch(/kubectl apply -f env\/\$\{\{ [\w.]+ \}\}/);
    expect(places(text).join(' ')).not.toMatch(/^env$/);
  });

  it('leaves a here-document of a script', () => {
    const script = 'cat << EOF >> all.yaml\n<< parameters.env >>\nEOF\nkubectl apply -f env';
    const text = JSON.stringify({ steps: [{ run: script }] });
    expect(jobsOfPipeline(text).flatMap((job) => job.map((step) => step.script))).toEqual([script]);
  });
});
