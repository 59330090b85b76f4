import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { NotEvaluated } from '../../finding.ts';
import { DEFAULT_YAML_LIMITS, type YamlLimits } from '../../yaml/limits.ts';
import { deployedTree } from './deployed/deployed-tree.ts';
import { withUnreadNearFleet } from './files/near-fleet-objects.ts';
import { contentElsewhere } from './files/content-elsewhere.ts';
import { encryptedText, isEncryptedForOthers } from './files/encrypted-text.ts';
import { type FoundFile, Walk } from './files/find-files.ts';
import { isHiddenFolder, MANIFEST } from './files/searched-names.ts';
import { isAtOrBelow, shownPath } from './files/shown-path.ts';
import { contentOfMangled, type MangledContent } from './files/mangled-content.ts';
import { hiddenObjects, NOT_READ } from './files/hidden-objects.ts';
import { isLinkAsText, LINK_AS_TEXT, linksToFolders } from './files/links-as-text.ts';
import { isSubmodule, SUBMODULE } from './files/is-submodule.ts';
import { largeFileMakesFleetObjects } from './files/look-through-file.ts';
import { conflictIn } from './placeholders/conflict-markers.ts';
import { makesFleetObjects } from './placeholders/names-fleet.ts';
import { isAppliedTemplate } from './placeholders/plain-template.ts';
import { parseManifests } from './parse-manifests.ts';
import { JoinedResult, joinResults, NOTHING_READ, type ReadResult } from './read-result.ts';
import type { RepositoryFacts } from './files/repository-facts.ts';
import type { RenderOptions } from './render/render-options.ts';
import { repositoriesBelow } from './render/repository-files.ts';
import { textOfFile, TooLargeFile, UnreadableFile } from '../../files/text-of-file.ts';

export interface ReadOptions {
  /** Paths are relative to it, in the arguments and in the result. */
  readonly cwd: string;
  /** Globs of files and directories to exclude; see `findFiles`. */
  readonly exclude?: readonly string[];
  /** The folder that the globs are relative to, absolute; default: `cwd`. */
  readonly excludeFrom?: string;
  /** The content of `-`. */
  readonly stdin?: string;
  readonly limits?: YamlLimits;
  /** Files and folders that scripts and pipelines apply, by name. The files below the paths are read, whatever their names are. */
  readonly applied?: readonly string[];
  /** Texts that replace those of files, by absolute path, to judge edits before they are written. */
  readonly texts?: ReadonlyMap<string, string>;
  /** How to render kustomizations and charts; default: they are not rendered. */
  readonly render?: RenderOptions;
  /** Facts about the files from the repository; absent if they are not known. */
  readonly repository?: RepositoryFacts | undefined;
  /** Returns what to wait for between files, so that other work of the thread can run. An error ends the reading. */
  readonly turn?: () => Promise<void> | undefined;
}

/** Characters of all files together. */
const MAX_TOTAL = 256 * 1024 * 1024;
/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
const STDIN = '-';

/**
 * Reads all manifests at the paths: files, directories, `-` for standard input. A file that cannot be read is reported, and the others are
 * read.
 * @throws {ConfigError} a path does not exist
 */
export async function readManifests(paths: readonly string[], options: ReadOptions): Promise<ReadResult> {
  const { cwd, exclude = [], excludeFrom = cwd, stdin = '', limits = DEFAULT_YAML_LIMITS, render = { what: 'off', env: {} } } = options;
  const { applied = [], texts: replaced = new Map<string, string>(), repository, turn = () => undefined } = options;
  const named = paths.filter((path) => path !== STDIN);
  const walk = new Walk({ cwd, exclude, excludeFrom, within: repository?.root ?? render.root });
  const isChart = chartFinder();
  const isTaken = (name: string): boolean => render.asFiles?.checked.has(name) === true || render.asFiles?.added.has(name) === true;
  const texts = new Map<string, string>();
  const manifestTexts = new Map<string, string>();
  const found = new JoinedResult();
  const unseen = new Map<NotEvaluated, string>();
  let left = MAX_TOTAL;
  const roots = named.map((path) => shownPath(resolve(cwd, path), cwd));
  for (const files of filesOf(walk, named, appliedBelow(roots, applied))) {
    for (const file of files) {
      const pause = turn();
      if (pause !== undefined) await pause;
      const text = replaced.get(file.path) ?? (await textOf(file, limits, left));
      if (typeof text === 'string' && (await isLinkAsText(file.path, text, repository))) {
        const entry: NotEvaluated = { file: file.name, line: 1, reason: `${NOT_READ} ${LINK_AS_TEXT}.` };
        unseen.set(entry, '');
        found.add({ ...NOTHING_READ, notEvaluated: [entry] });
        continue;
      }
      if (typeof text !== 'string') {
        const isForOthers = isEncryptedForOthers(file, text.reason, isChart);
        if (!isForOthers) unseen.set(text, '');
        found.add({ ...NOTHING_READ, notEvaluated: [isForOthers ? { file: text.file, line: text.line, reason: text.reason } : text] });
        continue;
      }
      left -= text.length;
      const isTemplate = isChartTemplate(file.path, isChart);
      const chartTemplate = isTemplate && !(isTaken(file.name) && isAppliedTemplate(text));
      const ofChart = !isTemplate && conflictIn(text) !== undefined && isBelowChart(file.path, isChart);
      const result = parseManifests(text, file.name, { limits, chartTemplate, ofChart });
      // Those of a template are counted as helm makes them.
      for (const [entry, of] of result.unseen ?? []) unseen.set(entry, of);
      found.add(isTemplate ? { ...result, documents: 0 } : result);
      texts.set(file.name, text);
      if (hasManifests(result)) manifestTexts.set(file.name, text);
    }
    await turn();
  }
  const { hidden, notEvaluated, empty, jsonnet, links, folderTexts, mangled: unnamed } = walk.beside();
  for (const file of hidden.filter(({ name }) => isHelper(name))) {
    const text = isChartTemplate(file.path, isChart) ? await textOf(file, limits, left) : undefined;
    if (typeof text !== 'string' || conflictIn(text) === undefined) continue;
    left -= text.length;
    found.add({ ...parseManifests(text, file.name, { ofChart: true }), files: 0 });
  }
  const mangled: MangledContent[] = [];
  for (const each of unnamed) {
    const content = await contentOfMangled(each, limits.maxLength * MAX_BYTES_PER_UNIT);
    if (content !== undefined) mangled.push(content);
  }
  const ways = [
    ...notEvaluated,
    ...mangled.map(({ entry }) => entry),
    ...(await submodulesIn(empty, cwd, repository)),
    ...(await linksToFolders(
      folderTexts,
      named.map((path) => resolve(cwd, path)),
      repository,
    )),
  ];
  const { notEvaluated: besides, unsearched } = await hiddenObjects(hidden, repository);
  for (const entry of [...ways, ...besides.filter(({ reason }) => reason.startsWith(NOT_READ))]) unseen.set(entry, '');
  const beside = { ...NOTHING_READ, notEvaluated: [...ways, ...besides] };
  if (paths.includes(STDIN)) {
    const encrypted = encryptedText(stdin);
    const result =
      encrypted === undefined
        ? parseManifests(stdin, STDIN, { limits })
        : { ...NOTHING_READ, notEvaluated: [{ file: STDIN, line: 1, reason: `${NOT_READ} ${encrypted}.`, fleetObject: true }] };
    for (const [entry, of] of result.unseen ?? []) unseen.set(entry, of);
    found.add(result);
    manifestTexts.set(STDIN, stdin);
  }
  const read = withUnreadNearFleet(joinResults([beside, found]), unseen);
  const deployed = await deployedTree({ read, texts, cwd, options: { ...render, repository, jsonnet, links, mangled }, roots });
  const result = { ...deployed, texts: manifestTexts };
  if (unsearched.size === 0) return result;
  const { withBroughtByHidden } = await import('./kustomize/brought-by-hidden.ts');
  return withBroughtByHidden({ ...result, unsearched }, texts, repositoriesBelow(cwd, texts, { ...render, repository }));
}

function* filesOf(walk: Walk, paths: readonly string[], applied: readonly string[]): Generator<readonly FoundFile[]> {
  yield* walk.all(paths);
  for (const name of applied) yield walk.applied(name);
}

/** The names that are not searched for manifests, also in a hidden folder. Some are those of folders. */
function appliedBelow(roots: readonly string[], applied: readonly string[]): readonly string[] {
  const isSearched = (name: string): boolean => MANIFEST.test(name) && !name.split('/').some(isHiddenFolder);
  return applied.filter((name) => !isSearched(name) && roots.some((root) => isAtOrBelow(name, root)));
}

/** The places of submodules that are not checked out. @param empty folders, absolute */
async function submodulesIn(
  empty: readonly string[],
  cwd: string,
  repository: RepositoryFacts | undefined,
): Promise<readonly NotEvaluated[]> {
  const known = empty.length === 0 ? undefined : await repository?.submodules();
  return empty
    .filter((folder) => known?.has(folder) ?? isSubmodule(folder))
    .map((folder) => ({ file: shownPath(folder, cwd) || '.', line: 1, reason: SUBMODULE }));
}

/** Whether it contains manifests, or text that is meant as manifests. */
function hasManifests({ manifests, problems, notEvaluated }: ReadResult): boolean {
  return manifests.length + problems.length + notEvaluated.length > 0;
}

/** @param left characters that are left for it after all other files */
async function textOf({ path, name }: FoundFile, { maxLength }: YamlLimits, left: number): Promise<string | NotEvaluated> {
  const unread = (reason: string, isFleet: boolean): NotEvaluated => ({
    file: name,
    line: 1,
    reason: `${NOT_READ} ${reason}.`,
    ...(isFleet ? { fleetObject: true } : {}),
  });
  if (left <= 0) return unread(`all files together have more than ${MAX_TOTAL} characters`, await largeFileMakesFleetObjects(path));
  try {
    const text = await textOfFile(path, maxLength * MAX_BYTES_PER_UNIT);
    const elsewhere = contentElsewhere(text);
    if (elsewhere !== undefined) return unread(elsewhere, isNamedYaml(name));
    const encrypted = encryptedText(text);
    if (encrypted !== undefined) return unread(encrypted, isNamedYaml(name));
    return text.includes('\0') ? unread(whyNotText(text), makesFleetObjects(text.replaceAll('\0', ''))) : text;
  } catch (error) {
    if (error instanceof TooLargeFile) return unread(error.message, await largeFileMakesFleetObjects(path));
    if (error instanceof UnreadableFile) return unread(error.message, isNamedYaml(name));
    throw error;
  }
}

/** What a file with NUL characters is. In UTF-16 every second byte of a manifest is one, and kubectl reads it only with a byte order mark. */
function whyNotText(text: string): string {
  const start = text.slice(0, 1000);
  const isUtf16 = start.replaceAll('\0', '').length <= start.length * 0.6;
  return isUtf16 ? 'UTF-16 without a byte order mark (save it as UTF-8)' : 'not a text file (it has a NUL character)';
}

/** Most JSON files belong to other programs. */
function isNamedYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** Returns whether a directory contains a chart, cached. */
function chartFinder(): (directory: string) => boolean {
  const known = new Map<string, boolean>();
  return (directory) => {
    const answer = known.get(directory) ?? existsSync(join(directory, 'Chart.yaml'));
    known.set(directory, answer);
    return answer;
  };
}

/** Whether a file has templates that the other templates of a chart use. */
function isHelper(name: string): boolean {
  return name.endsWith('.tpl') && !name.split('/').some(isHiddenFolder);
}

function isBelowChart(path: string, isChart: (directory: string) => boolean): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (isChart(folder)) return true;
    if (folder === dirname(folder)) return false;
  }
}

function isChartTemplate(path: string, isChart: (directory: string) => boolean): boolean {
  if (!path.includes('templates')) return false;
  for (const { index } of path.matchAll(/[/\\]templates[/\\]/g)) if (isChart(path.slice(0, index))) return true;
  return false;
}
