import { join, resolve } from 'node:path';
import { textOfFile } from '../../../files/text-of-file.ts';
import { deliveredPaths } from '../../../static/read/deployers/deliveries.ts';
import { deliveriesIn, repositoryFrom } from '../../../static/read/deployers/repository.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import { excluderOf } from '../../../static/read/files/find-files.ts';
import { isHiddenFolder, MANIFEST } from '../../../static/read/files/searched-names.ts';
import { parseManifests } from '../../../static/read/parse-manifests.ts';
import { joinResults } from '../../../static/read/read-result.ts';
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
}

/**
 * The folders that Flux and Argo CD deploy from this repository, by name, if only a part of it is judged: their objects are searched in all
 * of it, as pipelines and scripts are. Without git, or if git cannot search, there are none.
 */
export async function foldersDelivered(
  io: Pick<Io, 'cwd' | 'env'>,
  { paths, exclude, excludeFrom, own }: Judged,
): Promise<readonly string[]> {
  const root = repositoryRoot(io);
  if (root === undefined || paths.every((path) => path === '-') || paths.some((path) => placeBelow(root, path, io.cwd) === '')) return [];
  const isExcluded = excluderOf(exclude);
  const isRead = (file: string): boolean =>
    MANIFEST.test(file) && !file.split('/').some(isHiddenFolder) && !isExcluded(relativePath(excludeFrom, join(root, file)));
  const found = await gitIn(io)('grep', '-lzIE', '--untracked', '--all-match', ...SEARCHED).catch(() => '');
  const files = found.split('\0').filter((file) => file !== '' && isRead(file) && !leadsOut(join(root, file), root));
  const texts = new Map<string, string>();
  for (const file of files)
    texts.set(relativePath(io.cwd, join(root, file)), await textOfFile(join(root, file), MAX_BYTES).catch(() => ''));
  const repository = repositoryFrom(resolve(io.cwd), { what: 'off', env: io.env, own });
  const read = joinResults([...texts].map(([file, text]) => parseManifests(text, file)));
  return deliveredPaths(deliveriesIn(read, texts, repository).deliveries).map(repository.nameOfFolder);
}

/** A file must have both. */
const SEARCHED = [
  String.raw`(kustomize|helm|source)\.toolkit\.fluxcd\.io/v|argoproj\.io/v`,
  String.raw`kind["']?[[:space:]]*:[[:space:]]*["']?(Kustomization|HelmRelease|Application|ApplicationSet|GitRepository|OCIRepository|Bucket)`,
].flatMap((pattern) => ['-e', pattern]);
