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
