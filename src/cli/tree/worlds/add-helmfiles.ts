import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ListedRelease } from '../../../static/read/render/charts/helm-command.ts';
import { leadsOut } from '../../git/repository.ts';
import { MOST_FILES } from './deployer-files.ts';
import type { FoundDeployers } from './found-deployers.ts';
import { releasesOfHelmfile } from './releases-of-helmfile.ts';
import type { AppliedTogether } from './script/applied-together.ts';
import { nameOfHelmfile } from './script/helmfile-call.ts';

/**
 * Adds what Helmfiles deploy, also those that they list. The charts of one that a job or a script starts are for the hub of that.
 * @param given by their paths from the top of the repository
 * @param of the top, and the texts of its files
 */
export async function addHelmfiles(
  found: FoundDeployers,
  given: readonly string[],
  { root, read }: { readonly root: string; readonly read: (file: string) => Promise<string> },
): Promise<void> {
  const helmfiles = new Set(given);
  // A file that is added here is read as well.
  for (const file of helmfiles) {
    const fromTop = (path: string): string => posix.join(posix.dirname(file), path);
    const isFolder = (path: string): boolean => !leadsOut(join(root, fromTop(path)), root) && existsSync(join(root, fromTop(path)));
    const { outside, releases, files, choosesCluster } = releasesOfHelmfile(await read(file), found.nameOf(file), isFolder);
    const listed = files.map(fromTop);
    found.outside.push(...outside);
    found.addReleases(releases, file);
    const names = [file, posix.dirname(file)].map(nameOfHelmfile);
    const unit = { id: file, names, isOfPipeline: false };
    if (!choosesCluster && found.isStarted(names))
      found.addApplied(file, [{ ...chartsOf(releases, fromTop), starts: listed.map(nameOfHelmfile), unit }]);
    for (const each of listed) if (helmfiles.size < MOST_FILES && !leadsOut(join(root, each), root)) helmfiles.add(each);
  }
}

/** Of several releases of a chart, the files of values name each. */
function chartsOf(releases: readonly ListedRelease[], fromTop: (path: string) => string): Pick<AppliedTogether, 'places' | 'charts'> {
  const charts = releases.map(({ chart, values }) => ({
    chart: fromTop(chart),
    values: values.filter((each) => typeof each === 'string').map(fromTop),
  }));
  return { places: charts.map(({ chart }) => chart), charts };
}
