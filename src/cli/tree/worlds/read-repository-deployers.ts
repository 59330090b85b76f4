import { join } from 'node:path';
import { textOfFile } from '../../../files/text-of-file.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import type { Io } from '../../process/io.ts';
import { deployerFilesIn, MAX_BYTES } from './deployer-files.ts';
import type { RepositoryDeployers } from './repository-deployers.ts';
import { ownRepository } from './own-repository.ts';
import { topOfDeployers } from './top-of-deployers.ts';

const UNKNOWN: OwnRepository = { isOwn: () => undefined, isRemote: () => false, isNamesake: () => false };

/** The files and folders that they name. */
export function appliedBy({ worlds, files }: RepositoryDeployers): readonly string[] {
  return [...worlds.flatMap(({ folders }) => folders), ...files];
}

/**
 * The pipelines of the repository, the shell scripts at its top and in the folders directly below, and the code of Terraform, Bicep and ARM
 * down to three folders below. Unreadable files are left out, so the hubs of their content stay unknown.
 * @param of the tree, the folder that names are relative to, and texts in place of those of its files; default: the working tree
 */
export async function readRepositoryDeployers(
  io: Io,
  of: { readonly root: string | undefined; readonly cwd: string; readonly textOf?: (file: string) => Promise<string> } = {
    root: topOfDeployers(io),
    cwd: io.cwd,
  },
): Promise<RepositoryDeployers> {
  const { root, cwd } = of;
  if (root === undefined) return { ...NONE, own: UNKNOWN };
  const own = await ownRepository(root, io);
  const files = deployerFilesIn(root);
  if (Object.values(files).every((names) => names.length === 0)) return { ...NONE, own };
  const read = of.textOf ?? (async (file: string): Promise<string> => textOfFile(join(root, file), MAX_BYTES).catch(() => ''));
  const { deployersOfFiles } = await import('./deployers-of-files.ts');
  return deployersOfFiles(files, { root, cwd, own, read });
}

const NONE = {
  worlds: [],
  unread: [],
  files: [],
  patterns: [],
  helmCommands: [],
  namespaces: [],
  isWhole: false,
  outside: [],
  folders: [],
  asFiles: [],
  applied: [],
  deleted: [],
  unrestricted: [],
  patchFiles: [],
  edits: [],
  agentPods: [],
  choices: [],
  missing: [],
  withoutFiles: [],
  isOpen: false,
};
