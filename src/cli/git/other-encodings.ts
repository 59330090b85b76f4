import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { textOfFile } from '../../files/text-of-file.ts';
import type { NotEvaluated } from '../../finding.ts';
import { isNearFleetObject } from '../../static/read/files/near-fleet-objects.ts';
import { MANIFEST } from '../../static/read/files/searched-names.ts';
import { directoryOf } from '../../static/read/kustomize/kustomization.ts';
import { makesFleetObjects } from '../../static/read/placeholders/names-fleet.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';
import { relativePath, repositoryRoot } from './repository.ts';
import { OF_CHART, textLeftOut } from './sparse-checkout.ts';

/**
 * Adds an entry for each file that has another text in the working directory than in the index, because `working-tree-encoding` in
 * `.gitattributes` converts it. kubectl applies the one text, and a deployer that ignores attributes, such as Flux, the other one. An entry fails the
 * run if an object was read from the file, or if it makes a KubeFleet object or is beside one. Source: gitattributes(5).
 */
export async function withOtherEncodings(read: ReadResult, paths: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<ReadResult> {
  const entries: NotEvaluated[] = [];
  const isBeside = isNearFleetObject(read);
  const judged = new Set(read.manifests.map(({ file }) => file));
  const attributes = attributesNear(read, io);
  // Git would wait for a pipe.
  const names = attributes.some(({ isPipe }) => isPipe) ? undefined : await converted(paths, io);
  if (names === undefined) entries.push(...(await unlisted(attributes, io)));
  for (const path of names ?? []) {
    const stored = await textLeftOut(path, io).catch(() => undefined);
    if (stored !== undefined && (await isText(stored, path))) continue;
    const file = relativePath(io.cwd, path);
    const isFleet = judged.has(file) || isBeside(directoryOf(file)) || (stored !== undefined && makesFleetObjects(stored));
    entries.push({ file, line: 1, reason: stored === undefined ? UNKNOWN : REASON, ...(isFleet ? { fleetObject: true } : {}) });
  }
  return entries.length === 0 ? read : { ...read, notEvaluated: [...read.notEvaluated, ...entries] };
}

const REASON =
  'Git converts this file to another encoding (`working-tree-encoding` in .gitattributes), so a deployer that reads the commit itself, such as Flux, gets another text. Remove the attribute.';

const UNKNOWN =
  'Git converts this file to another encoding (`working-tree-encoding` in .gitattributes), and does not report the text of the commit. Remove the attribute.';

const UNLISTED =
  'Git does not report which files it converts to another encoding (`working-tree-encoding`), so a deployer that reads the commit itself, such as Flux, may get other texts. Remove the attribute, or make `git status` succeed here.';

const UNREAD =
  'Git does not report which files it converts to another encoding (`working-tree-encoding`), and this file, which may name some, cannot be read. Make `git status` succeed here.';

interface Attributes {
  readonly path: string;
  readonly isFile: boolean;
  readonly isPipe: boolean;
}

/** The `.gitattributes` in the folders of files that were read and above them. Git takes a folder for an empty file. */
function attributesNear(read: ReadResult, io: Pick<Io, 'cwd' | 'env'>): readonly Attributes[] {
  const root = repositoryRoot(io);
  const places = new Set<string>();
  for (const { file } of read.manifests) {
    for (let folder = dirname(resolve(io.cwd, file)); !places.has(folder) && folder !== dirname(folder); folder = dirname(folder)) {
      places.add(folder);
      if (folder === root) break;
    }
  }
  return [...places].flatMap((place) => {
    const path = join(place, '.gitattributes');
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined || found.isDirectory() ? [] : [{ path, isFile: found.isFile(), isPipe: found.isFIFO() }];
  });
}

/** An entry for each `.gitattributes` that has the attribute or cannot be read, if git does not list files. */
async function unlisted(attributes: readonly Attributes[], io: Pick<Io, 'cwd'>): Promise<readonly NotEvaluated[]> {
  const entries: NotEvaluated[] = [];
  for (const { path, isFile } of attributes) {
    // Git does not follow a link, and uses the text of the index.
    const text = isFile ? await textOfFile(path, MOST_BYTES).catch(() => undefined) : undefined;
    const reason = text === undefined ? UNREAD : text.includes('working-tree-encoding') ? UNLISTED : undefined;
    if (reason !== undefined) entries.push({ file: relativePath(io.cwd, path), line: 1, reason, fleetObject: true });
  }
  return entries;
}

/** Absolute paths of committed manifests, and of files of charts, that have the attribute. `undefined` if git does not list them. */
async function converted(paths: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<readonly string[] | undefined> {
  const root = repositoryRoot(io);
  const places = paths.filter((path) => path !== '-').map((path) => `:(literal)${resolve(io.cwd, path)}`);
  if (root === undefined || places.length === 0) return [];
  const names = await gitIn(io, {}, LISTED_WITHIN)('ls-files', '-z', '--cached', '--', ...places, ...NOT_CONVERTED).catch(() => undefined);
  return names
    ?.split('\0')
    .filter((name) => name !== '' && (MANIFEST.test(name) || OF_CHART.test(`/${name}`)))
    .map((name) => join(root, name));
}

/** Milliseconds. Git may take much longer for a pattern of a .gitattributes with many stars. */
const LISTED_WITHIN = 60_000;

/** Git does not convert a file without the attribute, or with the encoding that it stores. */
const NOT_CONVERTED = ['!working-tree-encoding', '-working-tree-encoding', 'working-tree-encoding=UTF-8'].map(
  (attribute) => `:(exclude,attr:${attribute})`,
);

/** Whether a file has this text as kubectl decodes it; line ends may differ. Other checks report a file that cannot be read. */
async function isText(stored: string, path: string): Promise<boolean> {
  try {
    return sameLines(await textOfFile(path, MOST_BYTES)) === sameLines(stored);
  } catch {
    return true;
  }
}

/** A larger file is not read as a manifest. */
const MOST_BYTES = 64 * 1024 * 1024;

function sameLines(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
