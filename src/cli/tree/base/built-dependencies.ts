import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { textOfFile } from '../../../files/text-of-file.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { firstValueIn } from '../../../yaml/documents.ts';
import type { BaseTree } from '../../git/base-tree.ts';
import { gitIn } from '../../git/git.ts';
import { ignoredByGit } from '../../git/ignored-by-git.ts';
import { relativePath } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';

/**
 * Copies the dependencies that `helm dependency build` wrote into charts, and git ignores, to the same charts of the base. The charts must name the
 * same dependencies and have the same lock, and all must be of chart repositories, so that the command makes the same of both.
 * @returns a note about these charts @throws {GitFailed}
 */
export async function withBuiltDependencies({ root, dir, commit }: BaseTree, io: Pick<Io, 'cwd' | 'env'>): Promise<readonly string[]> {
  const files = (await gitIn(io)('-C', root, 'ls-tree', '-r', '-z', '--name-only', '--full-tree', commit)).split('\0');
  const charts = files.filter((file) => file === 'Chart.yaml' || file.endsWith('/Chart.yaml')).map((file) => dirname(file));
  const filled: string[] = [];
  for (const chart of charts) {
    const folder = join(chart, 'charts');
    const there = lstatSync(join(dir, folder), { throwIfNoEntry: false });
    if (!existsSync(join(root, folder)) || there?.isDirectory() === false) continue;
    const packed = readdirSync(join(root, folder), { withFileTypes: true }).filter((file) => file.isFile() && file.name.endsWith('.tgz'));
    const missing = packed.map(({ name }) => join(folder, name)).filter((file) => !existsSync(join(dir, file)));
    if (missing.length === 0 || !(await haveSameDependencies(join(root, chart), join(dir, chart)))) continue;
    // Git does not report what is behind a link.
    const built = await ignoredByGit(missing, { ...io, cwd: root });
    if (built.size === 0) continue;
    mkdirSync(join(dir, folder), { recursive: true });
    for (const file of built) copyFileSync(join(root, file), join(dir, file));
    filled.push(relativePath(io.cwd, join(root, chart)));
  }
  if (filled.length === 0) return [];
  return [
    `The base of ${listed(filled, 3, 'charts')} names the same dependencies, and was rendered with those that are in \`charts/\` here.`,
  ];
}

async function haveSameDependencies(here: string, there: string): Promise<boolean> {
  const textIn = (folder: string, name: string): Promise<string> => textOfFile(join(folder, name), MOST_BYTES).catch(() => '');
  const [now, before] = await Promise.all(
    [here, there].map(async (folder) => listAt(firstValueIn(await textIn(folder, 'Chart.yaml')), 'dependencies')),
  );
  const isOfRepository = (each: unknown): boolean => OF_REPOSITORY.test(stringAt(each, 'repository') ?? '');
  if (before?.every(isOfRepository) !== true || !isDeepStrictEqual(now, before)) return false;
  return (await textIn(here, 'Chart.lock')) === (await textIn(there, 'Chart.lock'));
}

const MOST_BYTES = 1_000_000;
const OF_REPOSITORY = /^(?:https?|oci):\/\//;
