import { cp, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { contentElsewhere } from '../../files/content-elsewhere.ts';
import { filesOfDependencies } from './chart-dependencies.ts';
import { type ChartFiles, chartFiles } from './chart-files.ts';
import { fleetTemplates } from './fleet-templates.ts';
import { foreignSchema } from './foreign-schema.ts';
import { PACKED } from './helm-output.ts';
import { otherValues, silentTemplates, uncheckedValues, unknownOfRelease, unusedValues } from './helm-remarks.ts';
import { packedCharts } from './packed-charts.ts';
import { dataIn, decodedObjects, readableObjects, readsFiles } from '../readable-objects.ts';
import { dataOfChart } from '../data-elsewhere.ts';
import { helmCommand } from '../overlay-command.ts';
import type { Overlay } from '../overlay.ts';
import { SKIP_SCHEMAS } from '../render-arguments.ts';
import { isReleaseKnown, renderReleases } from './render-releases.ts';
import { undecidedTemplates } from './undecided-templates.ts';
import { executedText, isTemplate, withinChart } from './templates/chart-templates.ts';
import { renderUpgrade } from './render-upgrade.ts';
import { undecidedContent } from './undecided-content.ts';
import type { RepositoryFiles } from '../repository-files.ts';
import type { Refusal } from '../refusal.ts';
import type { Rendering, Unrendered, Workplace } from '../rendering.ts';
import { Sources } from '../sources.ts';
import { valuesForFleet } from './values-for-fleet.ts';
import { valuesOfRelease } from './values-of-release.ts';
import { commentsHoldFleet } from '../../placeholders/parts-of-fleet.ts';

/** Renders a chart, and names the templates of its objects. */
export async function renderHelm(overlay: Overlay, place: Workplace): Promise<Rendering> {
  const { repository, programs } = place;
  const chart = await chartFiles(overlay.directory, overlay.file, repository);
  const files = new Set([...chart.files].filter((file) => isOfChart(file, overlay)));
  const others = otherValues(chart.files, overlay);
  const sources = await Sources.of(files, repository);
  const isReading = readsFiles(files, sources, overlay);
  const own = isReading ? chart.files : new Set([...files, ...others]);
  const all = new Set([...own, ...(await filesOfDependencies(overlay.directory, repository))]);
  const rest = new Set(isReading ? chart.files.difference(new Set([...others, ...overlay.values])) : []);
  const besides = await Sources.of(rest, repository);
  const lacked = isReading ? await repository.lackedIn(overlay.directory) : [];
  const { data, elsewhere } = dataOfChart(files, sources, besides, lacked, overlay);
  const unrendered = (because: Unrendered['because'], why: string | Refusal): Unrendered => ({
    kind: 'unrendered',
    because,
    why: typeof why === 'string' ? { file: overlay.file, line: 1, reason: why } : why,
    files: all,
    elsewhere,
    data,
  });
  if (chart.refusal !== undefined) return unrendered('refused', chart.refusal);
  const wrong = await wrongValues(overlay, repository);
  if (wrong !== undefined)
    return unrendered('refused', { file: overlay.file, line: 1, reason: wrong, remedy: 'correct the path, or what names it' });
  const missing = contentMissing(files, sources);
  if (missing !== undefined) return unrendered('refused', missing);
  const { helm } = programs;
  if (typeof helm === 'string') return unrendered('unavailable', helm);

  const directory = repository.absolute(overlay.directory);
  const path = chart.holdsGit ? await copyWithoutGit(directory, place.folder, chart).catch(whyNotCopied) : directory;
  if (typeof path !== 'string') return unrendered('failed', path.why);
  const schema = await foreignSchema(chart.files, repository);
  const readable = async (): Promise<ReadonlyMap<string, string>> => {
    const { texts: ofChart } = await Sources.of(isReading ? chart.files.difference(files) : [], repository);
    const ofPacked = [...(await packedCharts(files, repository))].filter(([name]) => !name.includes('/templates/'));
    return new Map([...ofChart, ...ofPacked]);
  };
  const given = { helm, path, sources, place, readable, args: schema === undefined ? [] : [SKIP_SCHEMAS] };
  const one = await renderReleases(overlay, given);
  if ('why' in one) return unrendered(one.because, one.why);
  const { manifests } = one;
  const packed = await packedCharts(files, repository);
  const command = helmCommand(overlay);
  const isKnown = isReleaseKnown(overlay);
  const texts = [...sources.texts, ...packed].flatMap(([file, text]) => {
    if (/(?:Chart\.yaml|NOTES\.txt)$/.test(file)) return [];
    return [isTemplate(file, overlay.directory) ? executedText(text) : text];
  });
  const readByTemplates = dataIn(rest, besides, texts, overlay);
  const objects = readableObjects(rest, besides, texts, overlay);
  const decoded = decodedObjects(rest, besides, texts, overlay);
  // A template may evaluate one of them with `tpl`.
  const evaluated = new Map(
    [...besides.texts].filter(([file]) => !files.has(file) && (!file.endsWith('.md') || readByTemplates.has(file))),
  );
  const upgrade = await renderUpgrade(overlay, given, one, [...packed.values(), ...evaluated.values()]);
  const open = undecidedTemplates(files, sources, overlay, command, isKnown, {
    readable: new Map([...objects, ...decoded]),
    read: evaluated,
    packed,
  });
  const unused = others.filter((name) => !place.otherReleases.has(name));
  const notEvaluated = [
    ...one.read.notEvaluated,
    ...unknownOfRelease(manifests, one.read.manifests, overlay),
    ...unusedValues(new Map(await Promise.all(unused.map(async (name) => [name, (await repository.text(name)) ?? ''] as const))), overlay),
    ...uncheckedValues(schema, overlay),
    ...silentTemplates(files, one.made, sources, overlay, command, objects),
    ...open,
  ];
  // A packaged chart that a condition disables is reported by itself.
  const isUsed = (file: string): boolean => !file.endsWith('.tgz') || (one.made.get(PACKED) ?? 0) > 0;
  const used = new Set([...files].filter(isUsed));
  const forFleet = valuesForFleet(files, sources, overlay, one.made, packed);
  const decided = new Set(open.map(({ file }) => file));
  const templates = fleetTemplates(files, sources, overlay, one.made, (file) => forFleet === 'any' || decided.has(file));
  const about = {
    directory: overlay.directory,
    overlayFile: overlay.file,
    evaluated,
    manifests,
    packed,
    isReadingFleet: objects.size + decoded.size > 0,
    isReadingComments: readByTemplates.values().some(commentsHoldFleet),
    values: valuesOfRelease(overlay, sources),
    isReleaseKnown: isKnown,
    isUpgradeKnown: upgrade.isKnown,
  };
  const undecided = undecidedContent(files, sources, about);
  const read = { ...one.read, manifests: [...manifests, ...upgrade.manifests], notEvaluated, comments: sources.comments() };
  return { kind: 'rendered', read, files: used, forFleet, fleetTemplates: templates, undecided, elsewhere, data };
}

/** The first file of the chart whose content is not in the checkout: helm would fail, and not say why. */
function contentMissing(files: ReadonlySet<string>, sources: Sources): Refusal | undefined {
  for (const file of files) {
    const why = contentElsewhere(sources.text(file) ?? '');
    if (why !== undefined) return { file, line: 1, reason: `the file is ${why}`, isElsewhere: true };
  }
  return undefined;
}

/** Why a file with values is not passed to helm, which reads a path with a scheme as an address, and a comma as the end of a path. */
export async function wrongValues({ values }: Overlay, repository: RepositoryFiles): Promise<string | undefined> {
  for (const name of values) {
    const standing = repository.look(name);
    if (standing?.kind !== 'file') return `there is no file "${name}"`;
    if (standing.place === 'outside') return `${name} leads out of the repository`;
    if (standing.place === 'git') return `${name} is one of git's own files`;
    if (/[,"\n]/.test(repository.absolute(name)))
      return `the path of "${name}" contains a comma or a quote, which helm would read as two files`;
  }
  return undefined;
}

/** The files that helm renders; other files below a chart, and below a chart in it, do not belong to it. */
function isOfChart(file: string, { directory, values }: Overlay): boolean {
  return values.includes(file) || OWN.test(withinChart(file, directory) ?? '');
}

const OWN = /^(?:charts\/[^/]+\/)*(?:(?:templates|crds)\/|(?:Chart|values)\.yaml$|charts\/[^/]+\.tgz$)/;

/**
 * A chart may be at the top of its repository, and helm makes every file of a chart available to its templates. Pipes and sockets, which a
 * program has left there, are not copied.
 */
async function copyWithoutGit(directory: string, folder: string, { ignored }: ChartFiles): Promise<string> {
  const copy = join(folder, 'chart');
  const isCopied = async (source: string): Promise<boolean> => {
    if (basename(source) === '.git') return false;
    const found = await stat(source);
    return found.isFile() || (found.isDirectory() && !ignored.has(source));
  };
  await cp(directory, copy, { recursive: true, dereference: true, filter: isCopied });
  return copy;
}

function whyNotCopied(error: NodeJS.ErrnoException): { readonly why: string } {
  return { why: `its files cannot be copied (${error.code ?? String(error)})` };
}
