import { isObject } from '../../../../fleet/json/json.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { Overlay } from '../overlay.ts';
import type { Sources } from '../sources.ts';
import { firstValueIn } from '../../../../yaml/documents.ts';

/** The values of a release: its files replace those of the chart one after the other. */
export function valuesOfRelease({ directory, values }: Overlay, sources: Sources): unknown {
  let all: unknown = {};
  for (const file of [joinPath(directory, 'values.yaml'), ...values]) {
    const value = firstValueIn(sources.text(file) ?? '');
    if (value !== undefined) all = laidOver(all, value);
  }
  return all;
}

function laidOver(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  const merged = Object.entries(over).map(([key, value]) => [key, Object.hasOwn(under, key) ? laidOver(under[key], value) : value]);
  return { ...under, ...Object.fromEntries(merged) };
}

export function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const name of path.split('.')) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}
