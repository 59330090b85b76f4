import { joinPath } from '../../kustomize/kustomization.ts';
import type { RenderedJob } from '../render-overlays.ts';
import { joined, mayDecide, namesOfValues, type ValueNames } from './values-for-fleet.ts';

/**
 * Whether values may decide about KubeFleet objects of a chart that was rendered without values of its own. @param chart its folder
 * @param values as a file has them, which may be paths from the chart, from the file or from the top @param folder of that file
 */
export type DecidedByValues = (chart: string, values: readonly unknown[], folder: string) => boolean;

export function decidedByValues(done: readonly RenderedJob[], texts: ReadonlyMap<string, string>): DecidedByValues {
  const charts = new Map<string, ValueNames>();
  for (const { overlay, rendering } of done) {
    const { tool, directory, values, args } = overlay;
    if (tool !== 'helm' || rendering.kind !== 'rendered') continue;
    const hasOwn = values.length > 0 || args.some((arg) => arg.startsWith('--set'));
    charts.set(directory, hasOwn ? new Set() : (charts.get(directory) ?? rendering.forFleet ?? new Set()));
  }
  return (chart, values, folder) => {
    const forFleet = charts.get(chart);
    if (forFleet === undefined || (forFleet !== 'any' && forFleet.size === 0)) return false;
    const own = joinPath(chart, 'values.yaml');
    const textOf = (path: string): string | undefined => {
      const files = [chart, folder, ''].map((from) => joinPath(from, path));
      // These values are already used.
      return files.includes(own) ? '{}' : files.map((file) => texts.get(file)).find((text) => text !== undefined);
    };
    return mayDecide(forFleet, joined(values.map((each) => namesOfValues(each, textOf))));
  };
}
