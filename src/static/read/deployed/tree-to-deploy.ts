import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Delivery } from '../deployers/delivery.ts';
import { deliveredPaths } from '../deployers/deliveries.ts';
import { type MistypedPaths, mistypedPaths } from '../deployers/mistyped-paths.ts';
import { ownDeliveriesOfOthers } from '../deployers/other-deployers.ts';
import { deliveriesIn, type Repository, repositoryFrom } from '../deployers/repository.ts';
import { directoryOf, isKustomization, type Kustomization, parseKustomization } from '../kustomize/kustomization.ts';
import type { ReadResult } from '../read-result.ts';
import { type Renderable, renderable } from '../render/find-overlays.ts';
import type { RenderOptions } from '../render/render-options.ts';

/** What was read of a tree, and how it is deployed as far as its files say. */
export interface TreeToDeploy {
  readonly read: ReadResult;
  /** Of all files by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly options: RenderOptions;
  /** The files and directories that were read, by name. */
  readonly roots: readonly string[];
  /** By their folders. */
  readonly kustomizations: ReadonlyMap<string, Kustomization>;
  readonly repository: Repository & { readonly mistyped: MistypedPaths };
  /** What Flux and Argo CD bring. */
  readonly deliveries: readonly Delivery[];
  /** What others bring. Only their folders matter, and that they prune. */
  readonly others: readonly Delivery[];
  /** Folders that are built on their own, whatever lists them. */
  readonly asked: ReadonlySet<string>;
  readonly found: Renderable;
  readonly isRead: (folder: string) => boolean;
}

export type TreeInput = Pick<TreeToDeploy, 'read' | 'texts' | 'cwd' | 'options' | 'roots'>;

export function treeToDeploy(input: TreeInput): TreeToDeploy {
  const { read, texts, cwd, options, roots } = input;
  const kustomizations = kustomizationsIn(texts);
  const isRead = (folder: string): boolean => roots.some((root) => !relative(join(cwd, root), join(cwd, folder)).startsWith('..'));
  const inRepository = repositoryFrom(cwd, options);
  // The folder of a base is deleted before the last question.
  const absent = new Map<string, boolean>();
  const hasNoFolder = (path: string): boolean => {
    const folder = inRepository.nameOfFolder(path);
    const isAbsent = absent.get(folder) ?? (isRead(folder) && !existsSync(join(cwd, folder)));
    absent.set(folder, isAbsent);
    return isAbsent;
  };
  const hasIgnoreFile = (path: string): boolean =>
    ['', path].some((each) => existsSync(join(cwd, inRepository.nameOfFolder(each), '.sourceignore')));
  const asWritten = { ...inRepository, hasNoFolder, hasIgnoreFile };
  const isOwn = (url: string): boolean | undefined => asWritten.isOwn(url) ?? (options.ours?.has(url) === true ? true : undefined);
  const written = deliveriesIn(read, texts, asWritten);
  const mistyped = mistypedPaths(written.deliveries, { ...asWritten, isOwn, cwd, isRead, hubs: written.hubs });
  const repository = { ...asWritten, mistyped };
  const { deliveries } = deliveriesIn(read, texts, repository);
  const others = ownDeliveriesOfOthers(read.manifests, repository.isOwn);
  const asked = askedFolders(deliveredPaths([...deliveries, ...others]).map(repository.nameOfFolder), roots, options);
  const found = renderable(texts, kustomizations, asked);
  return { ...input, kustomizations, repository, deliveries, others, asked, found, isRead };
}

function kustomizationsIn(texts: ReadonlyMap<string, string>): ReadonlyMap<string, Kustomization> {
  const found = new Map<string, Kustomization>();
  for (const [file, text] of texts) {
    const parsed = isKustomization(file) ? parseKustomization(text, file) : undefined;
    if (parsed !== undefined) found.set(directoryOf(file), parsed);
  }
  return found;
}

/**
 * Folders that are built on their own: those named on the command line, and those that a deployer names. Otherwise the change itself could
 * turn any of them into a base of another overlay. The top folder is not treated as a named one.
 */
function askedFolders(delivered: readonly string[], named: readonly string[], { deployed = [] }: RenderOptions): ReadonlySet<string> {
  return new Set([...named, ...deployed, ...delivered].filter((folder) => folder !== ''));
}
