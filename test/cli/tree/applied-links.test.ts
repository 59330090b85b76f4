import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const SHOP = `${namespaceYaml('shop')}---\n${placementYaml('shop')}`;
const CHART = {
  'ch/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
  'ch/templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
};

/** The exit code for a tree with a link to a file or a folder of another repository. */
async function exitCodeOf(
  link: string,
  to: string,
  script: string,
  files: Readonly<Record<string, string>> = { 'p/a.yaml': SHOP },
): Promise<number> {
  const { dir } = gitRepository({ 'z.yaml': namespaceYaml('z'), ...CHART, ...files, 'deploy.sh': script });
  mkdirSync(dirname(join(dir, link)), { recursive: true });
  symlinkSync(join(gitRepository({ 'd/a.yaml': SHOP }).dir, to), join(dir, link));
  return (await runCli(dir, ['lint', '.'])).exitCode;
}

describe('a link out of the repository that a step applies is not evaluated', () => {
  it.each([
    ['by itself', 'k/l.yaml', 'd/a.yaml', 'kubectl apply -f k/l.yaml'],
    ['with another ending', 'k/l.txt', 'd/a.yaml', 'kubectl apply -f k/l.txt'],
    ['with its folder', 'k/l.yaml', 'd/a.yaml', 'kubectl apply -f k'],
    ['with a folder around it', 'k/b/l.yaml', 'd/a.yaml', 'kubectl apply -R -f k'],
    ['in a folder that is the link', 'k/l', 'd', 'kubectl apply -f k/l/a.yaml'],
    ['in a chart', 'ch/templates/l.yaml', 'd/a.yaml', 'helm upgrade --install c ch'],
    ['in a chart, in a folder', 'ch/templates/l', 'd', 'helm upgrade --install c ./ch'],
  ])('%s', async (_, link, to, step) => {
    expect(await exitCodeOf(link, to, `${step}\n`)).toBe(6);
  });
});

describe('a link out of the repository is only named', () => {
  it.each([
    ['if no step applies it', 'k/l.yaml', 'd/a.yaml', 'kubectl apply -f p'],
    ['if kubectl does not read folders below', 'k/b/l.yaml', 'd/a.yaml', 'kubectl apply -f k'],
    ['if it leads to a folder, which kubectl does not follow', 'k/l', 'd', 'kubectl apply -R -f k'],
    ['in a chart that no step deploys', 'ch/templates/l.yaml', 'd/a.yaml', 'helm upgrade --install c other'],
  ])('%s', async (_, link, to, step) => {
    expect(await exitCodeOf(link, to, `${step}\n`)).toBe(0);
  });

  it('if the tree has no placement', async () => {
    const files = { 'p/a.yaml': placementYaml('shop').replace('kind: ClusterResourcePlacement', 'kind: ClusterStagedUpdateStrategy') };
    expect(await exitCodeOf('k/l.yaml', 'd/a.yaml', 'kubectl apply -f k\n', files)).not.toBe(6);
  });
});
