import type { NothingToDo } from '../../errors.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { baseCommit, hasBase } from '../git/base-commit.ts';
import type { JudgingIo } from '../process/io.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { judgedPaths, type JudgedPaths, withPathsOfBase } from '../settings/judged-paths.ts';
import { renderOptionsOfBase } from '../settings/rendering.ts';
import { defaultBranches, targetBranches } from './base/moved-sources.ts';
import { isNothing, nothingRead } from './nothing-read.ts';
import { excludedBy, TreeReader } from './tree-reader.ts';
import type { Comparison } from './compare/compared-trees.ts';
import { hideInErrors } from './hide-in-errors.ts';
import { notSentNotes } from './worlds/given-namespaces.ts';
import { deployersOutside } from './worlds/deployers-outside.ts';
import { editsNotes } from './worlds/edits-notes.ts';
import { foldersWithoutFilesNotes } from './worlds/folder-without-files.ts';
import { readRepositoryDeployers } from './worlds/read-repository-deployers.ts';
import { topOfDeployers } from './worlds/top-of-deployers.ts';

/** The judged tree, and its base in the form in which they are compared, if there is one. */
export interface TreesToJudge extends JudgedPaths, Pick<Comparison, 'read' | 'notes'>, Partial<Omit<Comparison, 'read' | 'notes'>> {
  /** Reads the judged tree in the same way with another configuration. */
  readonly readBy: (config: FoundConfig) => Promise<ReadResult>;
}

/**
 * Reads the judged tree and its base. The tree is read again if the base shows that more of it is deployed than the tree says.
 * @param nothing the error if there is nothing to check, from a message
 * @throws {ConfigError} @throws {NothingToDo} there is no file, or the files are empty
 */
export async function treesToJudge(
  { invocation, config, before, texts }: JudgedTree,
  io: JudgingIo,
  nothing: (message: string) => NothingToDo,
): Promise<TreesToJudge> {
  const own = judgedPaths(config, invocation, io);
  const named = before === undefined ? own : withPathsOfBase(own, before, invocation, io);
  const { paths, gonePaths } = named;
  const stdin = paths.includes('-') ? await io.stdin() : undefined;
  const top = topOfDeployers(io, paths);
  const scripts = await readRepositoryDeployers(io, { root: top, cwd: io.cwd });
  const { folder: excludeFrom } = config;
  const outside = await deployersOutside(io, { paths, exclude: excludedBy(config), excludeFrom, own: scripts.own });
  const reader = new TreeReader({ invocation, io, config, scripts, outside, texts, stdin });
  let read = await reader.read(config);
  if (read.isWithoutFleet !== true || isNothing(read)) reader.onlyIfFleet = false;
  if (read.isWithoutFleet === true && isNothing(read)) read = await reader.read(config);
  hideInErrors({ read }, io);
  // What the change removed must still be checked. Other trees may be empty because a tool failed that made them.
  const mayBeEmpty = invocation.switch('allow-nothing') || (baseCommit(invocation) !== undefined && !paths.includes('-'));
  const empty = (): NothingToDo => nothing(nothingRead([...paths, ...gonePaths], read));
  if (isNothing(read) && !mayBeEmpty) throw empty();
  const found = { ...named, readBy: async (by: FoundConfig): Promise<ReadResult> => reader.read(by) };
  const rendering = reader.rendering(config);
  const render = before === undefined ? rendering : renderOptionsOfBase(rendering, reader.rendering(before));
  const head = { ...named, read, config, exclude: excludedBy(config), render };
  const compareWith = hasBase(invocation) ? await (await import('./base/base.ts')).readBase(invocation, head, io) : undefined;
  if (isNothing(read) && (compareWith === undefined || isNothing(compareWith.read))) throw empty();
  const besides = [...outside.notes, ...foldersWithoutFilesNotes(scripts.withoutFiles), ...editsNotes(scripts.edits, read.manifests)];
  if (compareWith === undefined) return { ...found, read, notes: [...besides, ...notSentNotes(read.withoutNamespace ?? [])] };
  const branches = { targets: targetBranches(baseCommit(invocation)?.ref, io.env), defaults: await defaultBranches(io) };
  const { comparedTrees } = await import('./compare/compared-trees.ts');
  return {
    ...found,
    ...(await comparedTrees({ read, config, scripts, top, reader, besides, outside: outside.manifests, branches }, compareWith, io)),
  };
}

interface JudgedTree {
  readonly invocation: Invocation;
  readonly config: FoundConfig;
  /** The configuration of the base, if that of the change applies and is another one. */
  readonly before?: FoundConfig;
  /** Texts to judge in place of files, by their absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
}
