/** The pod in which Jenkins runs a pipeline is no object of a deploy. Jenkins gives it a name. */
import { expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const POD = 'apiVersion: v1\nkind: Pod\nspec: { containers: [{ name: kubectl, image: "bitnami/kubectl:1.34" }] }\n';
const jenkins = (agent: string, command = 'kubectl apply -f deploy'): string =>
  `pipeline {\n  agent { kubernetes { ${agent} } }\n  stages { stage('deploy') { steps { sh '${command}' } } }\n}\n`;

async function judged(jenkinsfile: string, pod = POD) {
  const { dir } = gitRepository({
    'deploy/ns.yaml': namespaceYaml('shop'),
    'deploy/shop.yaml': placementYaml('shop'),
    'ci/pod.yaml': pod,
    Jenkinsfile: jenkinsfile,
  });
  const { exitCode, report } = await runCli(dir, ['lint', '.']);
  const isNamed = (report?.notes ?? []).some((note) => note.includes('the pods in ci/pod.yaml.'));
  return [exitCode, isNamed];
}

it.each(["yamlFile 'ci/pod.yaml'", 'yamlFile "ci/pod.yaml"', "yamlFile('ci/pod.yaml')", "yaml readTrusted('ci/pod.yaml')"])(
  'is named, and not checked: %s',
  async (agent) => {
    expect(await judged(jenkins(agent))).toEqual([0, true]);
  },
);

it.each<[string, string, string?]>([
  ['nothing names the file', jenkins("label 'x'")],
  ['another file is named', jenkins("yamlFile 'ci/other.yaml'")],
  ['a step applies the file', jenkins("yamlFile 'ci/pod.yaml'", 'kubectl apply -f deploy -f ci/pod.yaml')],
  ['a step applies its folder', jenkins("yamlFile 'ci/pod.yaml'", 'kubectl apply -f deploy -f ci')],
  [
    'the file has something else',
    jenkins("yamlFile 'ci/pod.yaml'"),
    `${POD}---\n${placementYaml('x', { policy: 'placementType: PickSome' })}`,
  ],
])('is checked if %s', async (_, jenkinsfile, pod) => {
  expect(await judged(jenkinsfile, pod)).toEqual([1, false]);
});
