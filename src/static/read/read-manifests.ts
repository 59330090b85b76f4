import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NotEvaluated } from '../../finding.ts';
import { DEFAULT_YAML_LIMITS, type YamlLimits } from '../../yaml/limits.ts';
import { applyKustomizations } from './apply-kustomizations.ts';
import { findFiles, type FoundFile } from './find-files.ts';
import { parseManifests } from './parse-manifests.ts';
import { joinResults, NOTHING_READ, type ReadResult } from './read-result.ts';

export interface ReadOptions {
  /** Paths are relative to it, in the question and in the answer. */
  readonly cwd: string;
  /** Globs of files and directories to leave out; see `findFiles`. */
  readonly exclude?: readonly string[];
  /** What `-` stands for. */
  readonly stdin?: string;
  readonly limits?: YamlLimits;
}

/** How many files are open at a time. */
const BATCH = 32;
const STDIN = '-';

/**
 * Reads all manifests behind the paths: files, directories, `-` for standard input. A file that cannot be read is said and the others are read.
 *
 * @throws ConfigError for a path that does not exist
 */
export async function readManifests(paths: readonly string[], options: ReadOptions): Promise<ReadResult> {
  const { cwd, exclude = [], stdin = '', limits = DEFAULT_YAML_LIMITS } = options;
  const named = paths.filter((path) => path !== STDIN);
  const found = await findFiles(named, cwd, exclude);
  const texts = await readAll(found.files);
  const charts = new Set(found.files.filter(({ path }) => /[/\\]Chart\.ya?ml$/.test(path)).map(({ path }) => dirname(path)));
  const results: ReadResult[] = [{ ...NOTHING_READ, notEvaluated: found.notEvaluated }];
  for (const { file, text } of texts) {
    if (typeof text === 'string')
      results.push(parseManifests(text, file.name, { limits, chartTemplate: isChartTemplate(file.path, charts) }));
    else results.push({ ...NOTHING_READ, notEvaluated: [text] });
  }
  if (paths.includes(STDIN)) results.push(parseManifests(stdin, STDIN, { limits }));
  const read = joinResults(results);
  return applyKustomizations(
    read,
    new Map(texts.flatMap(({ file, text }) => (typeof text === 'string' ? [[file.name, text] as const] : []))),
  );
}

interface FileText {
  readonly file: FoundFile;
  readonly text: string | NotEvaluated;
}

async function readAll(files: readonly FoundFile[]): Promise<readonly FileText[]> {
  const texts: FileText[] = [];
  for (let from = 0; from < files.length; from += BATCH) {
    texts.push(...(await Promise.all(files.slice(from, from + BATCH).map(async (file) => ({ file, text: await textOf(file) })))));
  }
  return texts;
}

async function textOf({ path, name }: FoundFile): Promise<string | NotEvaluated> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => ({ unreadable: error.code ?? error.message }));
  if (typeof text !== 'string') return { file: name, line: 1, reason: `The file cannot be read (${text.unreadable}).` };
  return text.includes('\0') ? { file: name, line: 1, reason: 'The file is no UTF-8 text.' } : text;
}

function isChartTemplate(path: string, charts: ReadonlySet<string>): boolean {
  for (const chart of charts) if (path.startsWith(join(chart, 'templates', '/'))) return true;
  return false;
}
