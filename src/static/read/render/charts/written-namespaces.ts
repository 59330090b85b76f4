/** The namespaces that are written in a template: those of objects, and Namespaces themselves. */
export function writtenNamespaces(text: string): readonly string[] {
  return [...new Set([NAMESPACE, OBJECT].flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))];
}

/** The namespaces that a kustomization, or a generator of one, gives to charts; none in a file without charts. */
export function namespacesOfCharts(text: string): readonly string[] {
  return /helmChart/i.test(text) ? [...text.matchAll(OF_CHART)].flatMap(([, name]) => name ?? []) : [];
}

// `releaseNamespace` is a field of the older `helmChartInflationGenerator`.
const OF_CHART = /\b(?:n|releaseN)amespace["']?:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
const NAMESPACE = /\bnamespace:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
// bounded: at most 300 characters of each Namespace are tried.
const OBJECT = /\bkind:[^\S\n]*["']?Namespace\b[^]{0,300}?\bname:[^\S\n]*["']?([a-z0-9][a-z0-9-]*)/g;
