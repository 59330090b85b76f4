import { ConfigError } from '../../../errors.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { releaseOverlay } from '../../world/hub-world.ts';
import { overlayName } from '../kustomize/apply-kustomizations.ts';
import { directoryOf, isKustomization, joinPath, kustomizationValue, type Kustomization } from '../kustomize/kustomization.ts';
import { kustomizationRoots } from '../kustomize/kustomization-roots.ts';
import { helmChartsOf } from './kustomize-helm-charts.ts';
import type { Overlay, RenderTool } from './overlay.ts';
import { renderArguments } from './render-arguments.ts';
import type { RenderEntry } from './render-options.ts';
import { firstValueIn } from '../../../yaml/documents.ts';

/** The kustomizations and charts among the files that were read. */
export interface Renderable {
  readonly kustomizations: ReadonlyMap<string, Kustomization>;
  /** Chart.yaml by directory. */
  readonly charts: ReadonlyMap<string, string>;
  /** Directories of charts that are rendered with another chart or a kustomization, or that render nothing alone. */
  readonly parts: ReadonlySet<string>;
  /** Directories that are built by themselves, even if they are a base or a subchart as well. */
  readonly asked: ReadonlySet<string>;
}

/**
 * Finds the files that could be rendered.
 * @param texts of all files by name @param kustomizations by directory
 * @param asked directories that are built by themselves: a condition of a parent chart, or an overlay of another one, does not hide them
 */
export function renderable(
  texts: ReadonlyMap<string, string>,
  kustomizations: ReadonlyMap<string, Kustomization>,
  asked: ReadonlySet<string> = new Set(),
): Renderable {
  const charts = new Map([...texts.keys()].filter(isChartFile).map((name) => [directoryOf(name), name]));
  const libraries = [...charts].flatMap(([directory, name]) => (isLibrary(texts.get(name) ?? '') ? [directory] : []));
  const inOthers = [
    ...[...charts.keys()].filter((directory) => isPart(directory, charts)),
    ...[...kustomizations.values()].flatMap(
      ({ file }) => helmChartsOf(kustomizationValue(texts.get(file) ?? '') ?? {}, directoryOf(file)).charts,
    ),
  ];
  return { kustomizations, charts, parts: new Set([...libraries, ...inOthers.filter((directory) => !asked.has(directory))]), asked };
}

/** Every kustomization and chart that is not part of another one, and those that are asked for, sorted by name. */
export function allOverlays({ kustomizations, charts, parts, asked }: Renderable): readonly Overlay[] {
  const built = kustomizationRoots(kustomizations, asked).map((directory) =>
    overlay('kustomize', directory, kustomizations.get(directory)?.file ?? ''),
  );
  const released = [...charts].flatMap(([directory, file]) => (parts.has(directory) ? [] : [overlay('helm', directory, file)]));
  return [...built, ...released].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The overlay of an entry of the configuration; `undefined` if there is none. @param isBase the configuration belongs to another tree
 * @throws {ConfigError} two overlays match, or an argument is not allowed
 */
export function configuredOverlay(entry: RenderEntry, { kustomizations, charts }: Renderable, isBase: boolean): Overlay | undefined {
  const { path, place, args: given = [] } = entry;
  const values = (entry.values ?? []).map((each) => joinPath('', each));
  const directory = entryDirectory(entry);
  const [kustomization, chart] = [kustomizations.get(directory)?.file, charts.get(directory)];
  if (kustomization !== undefined && chart !== undefined && entry.tool === undefined)
    throw new ConfigError(`${place}: ${path} holds a kustomization and a chart; add tool: kustomize or tool: helm`);
  const tool = entry.tool ?? (kustomization === undefined ? 'helm' : 'kustomize');
  const file = tool === 'kustomize' ? kustomization : chart;
  if (file === undefined) return undefined;
  const checked = renderArguments(tool, given);
  if ('fault' in checked) throw new ConfigError(`${place}: ${checked.fault}`);
  if (tool === 'kustomize' && values.length > 0) throw new ConfigError(`${place}: values are for helm, and ${path} is a kustomization`);
  const name = releaseOverlay(overlayName(directory), values);
  return {
    ...overlay(tool, directory, file),
    name,
    values,
    args: checked.args,
    ...(isBase ? {} : { place }),
  };
}

/** The directory that an entry is about. */
export function entryDirectory({ path }: RenderEntry): string {
  const name = joinPath('', path);
  return isKustomization(name) || isChartFile(name) ? directoryOf(name) : name;
}

function overlay(tool: RenderTool, directory: string, file: string): Overlay {
  return { tool, name: overlayName(directory), directory, file, values: [], args: [] };
}

/** A chart in the `charts` folder of another chart is rendered with it. */
function isPart(directory: string, charts: ReadonlyMap<string, unknown>): boolean {
  return [...directory.matchAll(/(?:^|\/)charts\//g)].some(({ index }) => charts.has(directory.slice(0, index)));
}

/** A library chart renders nothing alone. */
function isLibrary(text: string): boolean {
  return stringAt(firstValueIn(text), 'type') === 'library';
}

/** Whether a file makes its directory a chart. */
function isChartFile(name: string): boolean {
  return /(?:^|\/)Chart\.yaml$/.test(name);
}
