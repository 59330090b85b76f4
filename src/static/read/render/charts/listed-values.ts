import { isObject, stringAt } from '../../../../fleet/json/json.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { Overlay } from '../overlay.ts';

/** The values with which the configuration lists releases of charts. */
export interface ListedValues {
  /** Whether `render` lists a chart with values. @param chart its folder */
  readonly isListed: (chart: string) => boolean;
  /**
   * Values that a deployer gives to a chart and none of its releases has: all of them if the chart is not listed with values. A path with an
   * expression may be any file of its form.
   * @param values see `namesOfValues` @param folder of the file that has them
   */
  readonly unlisted: (chart: string, values: readonly unknown[], folder: string) => readonly unknown[];
}

export const NOT_LISTED: ListedValues = { isListed: () => false, unlisted: (_, values) => values };

export function listedValues(overlays: readonly Overlay[]): ListedValues {
  const releases = Map.groupBy(
    overlays.filter(({ tool, values, args }) => tool === 'helm' && (values.length > 0 || args.some(isSet))),
    ({ directory }) => directory,
  );
  if (releases.size === 0) return NOT_LISTED;
  return {
    isListed: (chart) => releases.has(chart),
    unlisted: (chart, values, folder) => {
      const left = (releases.get(chart) ?? []).map((release) => withoutThose(values, release, folder));
      return left.toSorted((one, other) => one.length - other.length)[0] ?? values;
    },
  };
}

function withoutThose(values: readonly unknown[], release: Overlay, folder: string): readonly unknown[] {
  return values.flatMap((value): readonly unknown[] => {
    if (Array.isArray(value)) {
      const left = withoutThose(value, release, folder);
      return left.length === 0 ? [] : [left];
    }
    if (typeof value === 'string') return isFileOf(value, release, folder) ? [] : [value];
    const name = isObject(value) ? stringAt(value, 'name') : undefined;
    return name !== undefined && release.args.some((arg) => isSet(arg) && arg.includes(`${name}=`)) ? [] : [value];
  });
}

/** The chart's own values are always used. */
function isFileOf(path: string, { directory, values }: Overlay, folder: string): boolean {
  return [...values, joinPath(directory, 'values.yaml')].some((file) => mayBeFile(path, file, directory, folder));
}

/**
 * Whether a path of values is that of a file, or has an expression and may be.
 * @param directory of the chart @param folder of the file that has the path
 */
export function mayBeFile(path: string, file: string, directory: string, folder: string): boolean {
  // It may be any file at all.
  if (path.replace(EXPRESSION, '') === '') return false;
  return [directory, folder, ''].some((from) => {
    const parts = joinPath(from, path).split(EXPRESSION);
    return parts.length === 1 ? parts[0] === file : fits(file, parts);
  });
}

/** Whether a path has these parts in their order, with anything between them. */
function fits(file: string, parts: readonly string[]): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!file.startsWith(first) || !file.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = file.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= file.length - last.length;
}

// linear: an expression ends at the first closing sign.
const EXPRESSION = /\$\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|\{\{[^{}]{0,200}\}\}|\$\w{1,100}/;

function isSet(arg: string): boolean {
  return arg.startsWith('--set');
}
