import { compileGlob } from '../files/glob.ts';
import type { Manifest } from '../../world/manifest.ts';
import { type Delivery, isOfFlux } from './delivery.ts';

/**
 * Why a deployer does not take a file of its folder: Flux leaves symbolic links out of an artifact of git, and, unless other patterns are
 * given, `DEFAULTS`. Argo CD does not enter linked folders. Sources: `artifact/storage/archive.go` and `sourceignore/sourceignore.go` of
 * fluxcd/pkg, `getPotentiallyValidManifests` in `reposerver/repository/repository.go` of argoproj/argo-cd.
 */
export function whyNotTaken(delivery: Delivery, folder: string, { file, overlay, rendered }: Place): string | undefined {
  const { links, isFiltered, isUncertain, files } = delivery;
  const isFlux = isOfFlux(delivery);
  if (overlay === undefined ? !isFlux && files === undefined : !isFlux || rendered?.command.startsWith('helm ') !== true) return undefined;
  // Flux may fetch a subchart again.
  if (isFlux && (isUncertain || (overlay !== undefined && file.includes('/charts/')))) return undefined;
  if ((isFlux && links?.has(file) === true) || isInLinkedFolder(file, links, folder))
    return isFlux ? 'sources of Flux leave out symbolic links' : 'Argo CD does not enter linked folders';
  return isFlux && isFiltered !== true && DEFAULTS.test(file) ? 'sources of Flux leave out some names by default' : undefined;
}

/** Whether a symbolic link is a folder around a file. @param below only links below this folder */
export function isInLinkedFolder(file: string, links: ReadonlySet<string> | undefined, below = ''): boolean {
  if (links === undefined || links.size === 0) return false;
  for (let end = file.indexOf('/', below === '' ? 0 : below.length + 1); end >= 0; end = file.indexOf('/', end + 1))
    if (links.has(file.slice(0, end))) return true;
  return false;
}

type Place = Pick<Manifest, 'file' | 'overlay' | 'rendered'>;

/** What Flux leaves out at any depth if no pattern is given: files or folders, and three kinds of folders. */
const DEFAULTS =
  /(?:^|\/)(?:\.git(?:ignore|modules|attributes)|[^/]*\.(?:jpe?g|gif|png|wmv|flv|tar\.gz|zip)|\.travis\.yml|\.gitlab-ci\.yml|appveyor\.yml|\.drone\.yml|cloudbuild\.yaml|codeship-(?:services|steps)\.yml|\.goreleaser\.yml|\.(?:sops|flux)\.yaml)(?:\/|$)|(?:^|\/)\.(?:git|github|circleci)\//;

/**
 * Whether a deployer does not apply a file: see `whyNotTaken`, or it is plain and in a folder below, has the marker `SKIPPED`, or
 * `directory.include` and `directory.exclude` of Argo CD leave it out. Their globs have no separator: a star matches slashes too. Source:
 * `getPotentiallyValidManifests` in `reposerver/repository/repository.go` of argoproj/argo-cd.
 * @param folder of the delivery, as reports name it
 */
export function leavesOut(delivery: Delivery, folder: string, place: Place): boolean {
  if (whyNotTaken(delivery, folder, place) !== undefined) return true;
  const { files } = delivery;
  const { file, overlay } = place;
  if (files === undefined || overlay !== undefined) return false;
  const path = folder === '' ? file : file.slice(folder.length + 1);
  const { recurse, include, exclude, skipped } = files;
  if ((path.includes('/') && !recurse) || skipped.has(file)) return true;
  return (exclude !== '' && fits(exclude, path)) || (include !== '' && !fits(include, path));
}

function fits(glob: string, path: string): boolean {
  try {
    return compileGlob(glob.replaceAll('/', NO_SEPARATOR).replace(/^!/, String.raw`\!`))(path.replaceAll('/', NO_SEPARATOR));
  } catch {
    return false;
  }
}

const NO_SEPARATOR = '\u0001';
