import { join, resolve } from 'node:path';
import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { textOfFile } from '../../../files/text-of-file.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { deliveredPaths } from '../../../static/read/deployers/deliveries.ts';
import { type Delivery, isKnownText } from '../../../static/read/deployers/delivery.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { SOURCES } from '../../../static/read/deployers/flux-sources.ts';
import { deliveriesIn, repositoryFrom } from '../../../static/read/deployers/repository.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import { excluderOf } from '../../../static/read/files/find-files.ts';
import { isHiddenFolder, MANIFEST } from '../../../static/read/files/searched-names.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { applyKustomizations } from '../../../static/read/kustomize/apply-kustomizations.ts';
import { directoryOf, isKustomization, parseKustomization } from '../../../static/read/kustomize/kustomization.ts';
import { havePatterns } from '../../../static/read/kustomize/patch-targets.ts';
import { parseManifests } from '../../../static/read/parse-manifests.ts';
import { joinResults } from '../../../static/read/read-result.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { gitIn } from '../../git/git.ts';
import { leadsOut, placeBelow, relativePath, repositoryRoot } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';
import { MAX_BYTES } from './deployer-files.ts';

/** What is judged of a repository. */
interface Judged {
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  /** The folder that the patterns are relative to, absolute. */
  readonly excludeFrom: string;
  readonly own: OwnRepository;
  /** Another commit, and the folder with its files; default: the working tree. */
  readonly at?: { readonly commit: string; readonly dir: string };
}

/** What Flux and Argo CD deploy from a repository of which only a part is judged. */
export interface DeployersOutside {
  /** The folders that they deploy, by name. */
  readonly folders: readonly string[];
  /** Those that are not among the judged files, and their sources. */
  readonly manifests: readonly Manifest[];
  readonly notes: readonly string[];
}

const NONE: DeployersOutside = { folders: [], manifests: [], notes: [] };

/**
 * The objects of Flux and Argo CD of this repository, if only a part of it is judged: they are searched in all of it, as pipelines and scripts
 * are. Without git, or if git cannot search, there are none. What a kustomization changes in one of them is not known, and neither is a
 * file that cannot be read, so a note names both.
 */
export async function deployersOutside(
  io: Pick<Io, 'cwd' | 'env'>,
  { paths, exclude, excludeFrom, own, at }: Judged,
): Promise<DeployersOutside> {
  const root = repositoryRoot(io);
  const places = root === undefined ? [] : paths.flatMap((path) => (path === '-' ? [] : (placeBelow(root, path, io.cwd) ?? [])));
  if (root === undefined || places.length === 0 || places.includes('')) return NONE;
  const isExcluded = excluderOf(exclude);
  const dir = at?.dir ?? root;
  const isRead = (file: string): boolean =>
    MANIFEST.test(file) &&
    !file.split('/').some(isHiddenFolder) &&
    !isExcluded(relativePath(excludeFrom, join(root, file))) &&
    !leadsOut(join(dir, file), dir);
  const git = gitIn(io);
  const namesIn = async (...args: readonly string[]): Promise<readonly string[]> => {
    const found = await git(...args).catch(() => '');
    return found
      .split('\0')
      .map((file) => (at !== undefined && file.startsWith(`${at.commit}:`) ? file.slice(at.commit.length + 1) : file));
  };
  const tree = at === undefined ? ['--untracked'] : [];
  const files = (await namesIn('grep', '-lzIE', ...tree, '--all-match', ...SEARCHED, ...(at === undefined ? [] : [at.commit]))).filter(
    isRead,
  );
  if (files.length === 0) return NONE;
  const all =
    at === undefined ? ['ls-files', '-z', '--cached', '--others', '--exclude-standard'] : ['ls-tree', '-rz', '--name-only', at.commit];
  const lists = (await namesIn(...all)).filter((file) => isKustomization(file) && isRead(file));
  const nameOf = (file: string): string => relativePath(io.cwd, join(root, file));
  const unread: string[] = [];
  const textsOf = async (some: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const texts = new Map<string, string>();
    for (const file of some) {
      const text = await textOfFile(join(dir, file), MAX_BYTES).catch(() => undefined);
      if (text === undefined) unread.push(nameOf(file));
      else texts.set(nameOf(file), text);
    }
    return texts;
  };
  const texts = await textsOf(files);
  const read = joinResults([...texts].map(([file, text]) => parseManifests(text, file)));
  const repository = repositoryFrom(resolve(io.cwd), { what: 'off', env: io.env, own });
  const folders = deliveredPaths(deliveriesIn(read, texts, repository).deliveries).map(repository.nameOfFolder);
  const kustomizations = new Map(
    [...(await textsOf(lists))].flatMap(([file, text]) => {
      const parsed = parseKustomization(text, file);
      return parsed === undefined ? [] : [[directoryOf(file), parsed] as const];
    }),
  );
  if (kustomizations.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const judged = places.map(nameOf);
  const isJudged = ({ file }: Manifest): boolean => judged.some((place) => isAtOrBelow(file, place));
  const open = new Map(read.manifests.map((manifest) => [placeOf(manifest), manifest.unresolved.length]));
  const isChanged = (manifest: Manifest): boolean => manifest.unresolved.length > (open.get(placeOf(manifest)) ?? 0);
  const outside = applyKustomizations(read, kustomizations, texts).manifests.filter(
    (manifest) => isDeployer(manifest) && !isJudged(manifest),
  );
  const bringsJudged = ({ path }: Delivery): boolean => {
    const folder = repository.nameOfFolder(path);
    return !isKnownText(path) || judged.some((place) => isAtOrBelow(place, folder) || isAtOrBelow(folder, place));
  };
  const changed = deliveriesIn({ ...read, manifests: outside }, texts, repository)
    .deliveries.filter((delivery) => isChanged(delivery.manifest) && bringsJudged(delivery))
    .map(({ manifest }) => manifest.file);
  return {
    folders,
    manifests: outside.filter((manifest) => !isChanged(manifest)),
    notes: [
      ...(changed.length === 0 ? [] : [changedNote([...new Set(changed)].toSorted())]),
      ...(unread.length === 0 ? [] : [unreadNote(unread.toSorted())]),
    ],
  };
}

/** An object of Flux or Argo CD that deploys something, or a source of one. */
function isDeployer({ object }: Manifest): boolean {
  return deployerKind(object) !== undefined || SOURCES.has(groupOf(object.apiVersion) ?? '');
}

function placeOf({ file, documentIndex, inDocument = '' }: Manifest): string {
  return `${file} ${documentIndex} ${inDocument}`;
}

function changedNote(files: readonly string[]): string {
  return `A kustomization changes the objects of Flux or Argo CD in ${listed(files, 3, 'files')}, so what they change in the checked files is not known. Check the whole repository to include it.`;
}

function unreadNote(files: readonly string[]): string {
  return `${listed(files, 3, 'files')} cannot be read, or ${files.length === 1 ? 'is' : 'are'} larger than ${String(MAX_BYTES / 1024)} KiB, so what Flux or Argo CD deploys with ${files.length === 1 ? 'it' : 'them'} is not known.`;
}

/** A file must have both. */
const SEARCHED = [
  String.raw`(kustomize|helm|source)\.toolkit\.fluxcd\.io/v|argoproj\.io/v`,
  String.raw`kind["']?[[:space:]]*:[[:space:]]*["']?(Kustomization|HelmRelease|Application|ApplicationSet|GitRepository|OCIRepository|Bucket)`,
].flatMap((pattern) => ['-e', pattern]);
