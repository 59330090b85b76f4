import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { repositoryAddress } from '../../../static/read/deployers/repository-address.ts';
import type { DeliveredVersion, movedDestinations } from '../../../static/read/deployers/delivered-versions.ts';
import type { Destination } from '../../../static/read/deployers/delivery.ts';
import type { MovedTo } from '../../../static/read/render/render-options.ts';
import type { MovedSource } from '../../../static/read/deployers/source-urls.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { defaultBranch } from '../../git/default-branch.ts';
import type { Io } from '../../process/io.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/** The deployers of a repository, for which none of these addresses is its own. */
export function withoutMoved(scripts: RepositoryDeployers, moved: MovedTo | undefined): RepositoryDeployers {
  if (moved === undefined || moved.addresses.size === 0) return scripts;
  const { own } = scripts;
  return { ...scripts, own: { ...own, isOwn: (url) => (moved.addresses.has(repositoryAddress(url)) ? false : own.isOwn(url)) } };
}

/** One sentence for each address. */
export function movedNotes(sources: readonly MovedSource[]): readonly string[] {
  return [...Map.groupBy(sources, ({ address }) => address)].map(([address, all]) => {
    const names = all.map(({ manifest }) => `${displayName(manifestRef(manifest))} in ${manifest.file}`);
    return `Not taken from this repository, because this change moves it to ${address}, which is not a remote: the source of ${listed(names, 3)}.`;
  });
}

/** One sentence for each version. */
export function versionNotes(versions: readonly DeliveredVersion[]): readonly string[] {
  return [...Map.groupBy(versions, ({ name }) => name)].map(([name, all]) => {
    const names = [...new Set(all.map(({ manifest }) => `${displayName(manifestRef(manifest))} in ${manifest.file}`))];
    return `This change makes ${listed(names, 3)} deploy ${name}. The content there was not checked.`;
  });
}

/** One sentence for each source. */
export function absentNotes(absent: readonly DeliveredVersion[]): readonly string[] {
  return [...Map.groupBy(absent, ({ name }) => name)].map(([name, all]) => {
    const names = [...new Set(all.map(({ manifest }) => `${displayName(manifestRef(manifest))} in ${manifest.file}`))];
    const folders = [...new Set(all.map(({ path }) => folderOf(path)))].toSorted();
    const [deploys, its] = [names.length === 1 ? 'deploys' : 'deploy', folders.length === 1 ? 'it was' : 'they were'];
    return `${listed(names, 3)} ${deploys} ${listed(folders, 3, 'folders')} ${name}, which is not among the files, and no deployer of the base uses it: ${its} checked as if that source were this repository.`;
  });
}

function folderOf(path: string): string {
  return path === '/' ? 'this repository' : path.slice(1, -1);
}

/** One sentence for each deployer. */
export function destinationNotes(moved: ReturnType<typeof movedDestinations>): readonly string[] {
  return moved.map(([{ manifest, path, destination }, former]) => {
    return `This change makes ${displayName(manifestRef(manifest))} in ${manifest.file} deploy ${folderOf(path)} to ${clusterName(destination)} instead of ${clusterName(former)}. If these are two clusters, everything of it is new in the one, and a deployer that prunes deletes it from the other: neither was compared with the base.`;
  });
}

function clusterName({ by, name }: Destination): string {
  if (by === 'own') return 'its own cluster';
  return by === 'secret' ? `the cluster of kubeconfig ${name}` : `the cluster ${name}`;
}

/** The branches into which a change goes, as far as the base and the environment of the pipeline name them. */
export function targetBranches(base: string | undefined, env: Io['env']): ReadonlySet<string> {
  const ofPush = env['GITHUB_EVENT_NAME'] === 'push' && env['GITHUB_REF_TYPE'] === 'branch' ? env['GITHUB_REF_NAME'] : undefined;
  const ofBase = base === undefined || NO_BRANCH.test(base) ? undefined : base.replace(OF_REMOTE, '');
  const named = [ofBase, ofPush, ...OF_PIPELINES.map((name) => env[name])];
  return new Set(named.filter((name): name is string => name !== undefined && name !== ''));
}

/** What the default branch may be called. Only a clone that has `origin/HEAD` knows it. */
export async function defaultBranches(io: Pick<Io, 'cwd' | 'env'>): Promise<ReadonlySet<string>> {
  const known = await defaultBranch(io);
  return new Set(known === undefined ? ['main', 'master'] : [known]);
}

/** `HEAD` and what is relative to it, a commit, a version. */
const NO_BRANCH = /^(?:HEAD|@|v?\d[\w.-]*$|[0-9a-f]{7,64}$|refs\/tags\/)|[~^]/;
const OF_REMOTE = /^(?:refs\/heads\/|(?:refs\/remotes\/)?(?:origin|upstream)\/)/;
/** Those of GitHub, GitLab and Azure Pipelines. */
const OF_PIPELINES: readonly string[] = ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME', 'SYSTEM_PULLREQUEST_TARGETBRANCHNAME'];
