import { namesHub } from '../command-line/reads-hub.ts';
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { indentedTerminalLine } from '../../report/text/terminal.ts';
import { CLUSTERS_FILE, clustersOfHub, type HubClusters } from '../clusters/hub-clusters.ts';
import { clustersText, hiddenInYaml } from '../clusters/clusters-text.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { repositoryRoot, relativePath } from '../git/repository.ts';
import { detectedTarget } from '../hub/detected-target.ts';
import { configText } from '../init/config-text.ts';
import { type FoundTree, foundTree } from '../init/found-tree.ts';
import { deployWorkflow, lintWorkflow } from '../init/workflow-texts.ts';
import type { CommandRun } from '../output/run-result.ts';
import type { Io } from '../process/io.ts';
import { DEFAULT_FILES } from '../settings/config-places.ts';
import { checkNamed } from '../settings/inside-repository.ts';
import { defaultBranch } from '../git/default-branch.ts';
import { gitIn } from '../git/git.ts';
import { save } from '../output/requested-output-file.ts';

const LINT_WORKFLOW = '.github/workflows/fleet-lint.yml';
const DEPLOY_WORKFLOW = '.github/workflows/fleet-deploy.yml';

/**
 * `fleet-gate init` writes the configuration, a workflow for pull requests and one for the deploy into the root of the repository, and the
 * clusters of the hub if one is given. It never changes a file that exists. The hub is read first, so a hub that cannot be read leaves
 * nothing behind.
 */
export const runInit: CommandRun = async (invocation, io) => {
  if (invocation.positionals.length > 0)
    throw new ConfigError('init takes no path: it writes into the root of the repository of the working directory');
  const root = repositoryRoot(io) ?? io.cwd;
  const tree = await foundTree(root, io);
  const isLive = namesHub(invocation);
  const hub = isLive ? await clustersOfHub(invocation, io) : undefined;
  const target = await targetOf(tree, hub, invocation, io);
  const hasClusters = hub !== undefined || existsSync(join(root, CLUSTERS_FILE));
  const { folders, apply } = tree;
  const files: readonly (readonly [string, string])[] = [
    ...(hub === undefined ? [] : [[CLUSTERS_FILE, hiddenInYaml(clustersText(hub, 'yaml'), io.secrets)] as const]),
    [
      configFile(root),
      configText({ paths: isWhole(tree) ? [] : folders, target: target?.profile, clusters: hasClusters ? CLUSTERS_FILE : undefined }),
    ],
    [LINT_WORKFLOW, lintWorkflow()],
    [DEPLOY_WORKFLOW, deployWorkflow({ branch: await mainBranch({ ...io, cwd: root }), target: target?.profile, folders, apply })],
  ];
  // A link of the tree must not lead a write out of it.
  for (const [file] of files) checkNamed(join(root, file), file, io);
  const said = files.map(([file, text]) => {
    const shown = relativePath(io.cwd, join(root, file));
    return `${writeNew(join(root, file), text, shown) ? 'wrote' : 'kept '} ${shown}`;
  });
  const lines = [...said, ...foundLines(tree, target), '', 'Next:', ...nextSteps(tree, target?.profile, hasClusters)];
  io.stdout.write(lines.map((line) => `${line === '' ? '' : indentedTerminalLine(line)}\n`).join(''));
  return { exitCode: 0 };
};

interface InitTarget {
  readonly profile: HubProfile;
  /** The end of a sentence; absent if the user gave it. */
  readonly because?: string;
}

async function targetOf(tree: FoundTree, hub: HubClusters | undefined, invocation: Invocation, io: Io): Promise<InitTarget | undefined> {
  const asked = flagValue(invocation, 'target');
  if (asked !== undefined || hub === undefined) return asked === undefined ? tree.target : { profile: asked };
  const { hasAzureServer } = await import('../hub/reach-of.ts');
  const found = detectedTarget(undefined, { members: hub.members, apis: hub.apis, hasAzureServer: hasAzureServer(invocation, io) });
  return found.by === 'default' ? tree.target : found;
}

/** The configuration that exists, if it has the other name. */
function configFile(root: string): string {
  return DEFAULT_FILES.find((name) => existsSync(join(root, name))) ?? DEFAULT_FILES[0] ?? '';
}

/** Whether objects are in the root itself: the default path then covers all. */
function isWhole({ folders }: FoundTree): boolean {
  return folders.includes('.');
}

function foundLines(tree: FoundTree, target: InitTarget | undefined): readonly string[] {
  const { folders } = tree;
  return [
    folders.length === 0
      ? 'There is no object of KubeFleet in this repository yet.'
      : `KubeFleet's objects are in: ${isWhole(tree) ? 'the root of the repository' : folders.join(', ')}`,
    ...(target?.because === undefined ? [] : [`target: ${target.profile}, because ${target.because}`]),
  ];
}

function nextSteps({ folders, apply }: FoundTree, target: HubProfile | undefined, hasClusters: boolean): readonly string[] {
  const login =
    target === 'aks'
      ? 'the variables AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_SUBSCRIPTION_ID, FLEET_RESOURCE_GROUP and FLEET_NAME'
      : 'the secret HUB_KUBECONFIG';
  const steps = [
    ...(folders.length === 0 ? ['Set paths in .fleet-gate.yaml when there are placements.'] : []),
    ...(target === undefined ? ['If the hub is in Azure Fleet Manager, set target: aks in .fleet-gate.yaml.'] : []),
    ...(hasClusters
      ? []
      : ['Write the member clusters with `fleet-gate clusters --context HUB`, and set clusters: clusters.yaml in .fleet-gate.yaml.']),
    'See the findings of today: fleet-gate lint',
    ...(apply === undefined ? [`In ${DEPLOY_WORKFLOW}, replace the step that applies the manifests.`] : []),
    `On GitHub, create the environment production with ${login}.`,
    'Commit the files and open a pull request.',
  ];
  return steps.map((step, index) => `  ${index + 1}. ${step}`);
}

/** The branch that is deployed: the default branch of the remote `origin`, else the current one, else `main`. */
async function mainBranch(io: Pick<Io, 'cwd' | 'env'>): Promise<string> {
  const git = gitIn(io);
  const current = async (): Promise<string> => (await git('symbolic-ref', '--quiet', '--short', 'HEAD').catch(() => '')).trim();
  return (await defaultBranch(io)) ?? ((await current()) || 'main');
}

/** Writes a file. If there is one already, changes nothing and returns false. @throws {ConfigError} it cannot be written */
function writeNew(path: string, text: string, shown: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  save(path, text, shown);
  return true;
}
