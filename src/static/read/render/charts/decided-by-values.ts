import { isObject, stringAt } from '../../../../fleet/json/json.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { haveFleetObject } from '../../placeholders/names-fleet.ts';
import type { RenderedJob } from '../render-overlays.ts';
import { type ListedValues, NOT_LISTED } from './listed-values.ts';
import { joined, mayDecide, namesOfValues, type ValueNames } from './values-for-fleet.ts';

/**
 * Whether values, without those of `render`, may decide about KubeFleet objects of a chart. @param chart its folder
 * @param values as a file has them, which may be paths from the chart, from the file or from the top @param folder of that file
 */
export type DecidedByValues = (chart: string, values: readonly unknown[], folder: string) => boolean;

/**
 * @param texts of manifests; in other files the names may be made by another tool, so they are not known
 * @param textAt the text of any file of the repository: helm reads values from files of any name
 */
export function decidedByValues(
  done: readonly RenderedJob[],
  texts: ReadonlyMap<string, string>,
  { isListed, unlisted }: ListedValues = NOT_LISTED,
  textAt: (file: string) => string | undefined = (file) => texts.get(file),
): DecidedByValues {
  const charts = new Map<string, ValueNames>();
  for (const { overlay, rendering } of done) {
    const { tool, directory } = overlay;
    if (tool === 'helm' && rendering.kind === 'rendered') charts.set(directory, charts.get(directory) ?? rendering.forFleet ?? new Set());
  }
  return (chart, values, folder) => {
    const forFleet = charts.get(chart);
    if (forFleet === undefined) return false;
    const own = joinPath(chart, 'values.yaml');
    const textFrom = (path: string, read: typeof textAt): string | undefined => {
      const files = [chart, folder, ''].map((from) => joinPath(from, path));
      // These values are already used.
      return files.includes(own) ? '{}' : files.map(read).find((text) => text !== undefined);
    };
    const textOf = (path: string): string | undefined => textFrom(path, textAt);
    const left = unlisted(chart, values, folder);
    if (isListed(chart) && left.length === 0) return false;
    const textsOf = (value: unknown): readonly string[] => {
      if (typeof value === 'string') return [textOf(value) ?? value];
      // `--set-file` and `fileParameters` give the text of a file.
      const path = isObject(value) ? stringAt(value, 'path') : undefined;
      return [JSON.stringify(value), ...(path === undefined ? [] : [textOf(path) ?? path])];
    };
    if (haveFleetObject(left.flat().flatMap(textsOf))) return true;
    return mayDecide(forFleet, joined(left.map((each) => namesOfValues(each, (path) => textFrom(path, (file) => texts.get(file))))));
  };
}
