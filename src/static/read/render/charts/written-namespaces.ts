import { includedTexts } from './templates/chart-templates.ts';
import { valueAt } from './values-of-release.ts';
import { VALUE } from './templates/template-blocks.ts';

/** The files of a chart whose objects helm makes. */
export const OF_CHART = /(?:^|\/)(?:templates|crds)\//;

/** The namespaces that are written in a template: those of objects, and Namespaces themselves. */
export function writtenNamespaces(text: string): readonly string[] {
  return [...new Set([NAMESPACE, OBJECT].flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))];
}

/** The namespaces that a template takes from values. @param bodies the named templates @param values the first one that has a value counts */
export function namespacesOfValues(text: string, bodies: ReadonlyMap<string, string>, values: readonly unknown[]): readonly string[] {
  const found = [...text.matchAll(COMPUTED)].flatMap(([, expression = '']) =>
    includedTexts(expression, bodies).flatMap((each) => [...each.matchAll(VALUE)].map(([, path = '']) => path)),
  );
  return [...new Set(found)].flatMap((path) => {
    const value = values.map((each) => valueAt(each, path)).find((each) => each !== undefined);
    return typeof value === 'string' ? [value] : [];
  });
}

/** The namespaces that a kustomization, or a generator of one, gives to charts; none in a file without charts. */
export function namespacesOfCharts(text: string): readonly string[] {
  return /helmChart/i.test(text) ? [...text.matchAll(GIVEN)].flatMap(([, name]) => name ?? []) : [];
}

/** The folders in which kustomize looks for the charts that a kustomization, or a generator of one, names; none in a file without charts. */
export function chartHomes(text: string): readonly string[] {
  return /helmChart/i.test(text) ? ['charts', ...[...text.matchAll(HOME)].flatMap(([, home]) => home ?? [])] : [];
}

const HOME = /\bchartHome["']?:[^\S\n]*["']?([\w./-]+)/g;
// `releaseNamespace` is a field of the older `helmChartInflationGenerator`.
const GIVEN = /\b(?:n|releaseN)amespace["']?:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
const NAMESPACE = /\bnamespace:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
// bounded: at most 300 characters of each Namespace are tried.
const OBJECT = /\bkind:[^\S\n]*["']?Namespace\b[^]{0,300}?\bname:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
// linear: it matches within one line.
const COMPUTED = /\bnamespace["']?:[^\S\n]*["']?(\{\{[^\n}]{0,300})/g;
