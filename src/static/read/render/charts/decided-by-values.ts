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

export function decidedByValues(
  done: readonly RenderedJob[],
  texts: ReadonlyMap<string, string>,
  { isListed, unlisted }: ListedValues = NOT_LISTED,
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
    const textOf = (path: string): string | undefined => {
      const files = [chart, folder, ''].map((from) => joinPath(from, path));
      // These values are already used.
      return files.includes(own) ? '{}' : files.map((file) => texts.get(file)).find((text) => text !== undefined);
    };
    const left = unlisted(chart, values, folder);
    if (isListed(chart) && left.length === 0) return false;
    if (haveFleetObject(left.flat().map((each) => (typeof each === 'string' ? (textOf(each) ?? each) : JSON.stringify(each))))) return true;
    return mayDecide(forFleet, joined(left.map((each) => namesOfValues(each, textOf))));
  };
}
