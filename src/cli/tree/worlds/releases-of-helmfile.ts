import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { ListedRelease } from '../../../static/read/render/charts/helm-command.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { isAddress } from './outside/fetched-files.ts';
import { commandAt } from './releases-from-outside.ts';

/** What a Helmfile deploys from elsewhere and from the tree, and the Helmfiles that it lists. */
interface ReadHelmfile {
  readonly outside: readonly OutsideCommand[];
  readonly releases: readonly ListedRelease[];
  /** Paths from its own folder. */
  readonly files: readonly string[];
  /** A release, or all of them, may be for another cluster than that of the command. */
  readonly choosesCluster: boolean;
}

/**
 * The releases of a Helmfile whose chart, or a chart that is added to it, is in a registry or a repository, or is packed. What a template
 * makes, and other Helmfiles with an address or a pattern, are not read, so they are among these without a namespace. The documents of a file
 * are one state. Source: `pkg/state/state.go` of helmfile.
 * @param isFolder whether the tree has a folder, by its path from the folder of the file
 */
export function releasesOfHelmfile(text: string, file: string, isFolder: (path: string) => boolean): ReadHelmfile {
  const lines = text.split('\n');
  const at = (word: string, namespace?: string): OutsideCommand =>
    commandAt(
      file,
      lines.findIndex((line) => line.includes(word)),
      namespace,
    );
  const documents = [...readDocuments(text)];
  const states = documents.flatMap((document) => (document.kind === 'read' ? [document.value] : []));
  // Other files that are templates are named wherever they are.
  const unread = documents.flatMap((document) =>
    document.kind !== 'read' && file.endsWith('.gotmpl') ? [commandAt(file, document.at.line - 1, undefined)] : [],
  );
  const all = (name: string): readonly unknown[] => states.flatMap((state) => listAt(state, name));
  const repositories = new Set(all('repositories').map((each) => stringAt(each, 'name')));
  const helmfiles = all('helmfiles').flatMap((each) => (typeof each === 'string' ? each : (stringAt(each, 'path') ?? [])));
  const isLocal = (path: string): boolean => !isTemplate(path) && !/[*?[]|::/.test(path) && !isAddress(path);
  const isOutside = (chart: string): boolean => {
    if (isTemplate(chart) || isAddress(chart) || /::|\.tgz$/.test(chart) || repositories.has(chart.split('/', 1)[0])) return true;
    // A repository may be added by another Helmfile, or by hand.
    return /^[\w-][\w.-]*\/[\w.-]+$/.test(chart) && !isFolder(chart);
  };
  const templateOf = (name: string): unknown =>
    states.map((state) => field(state, 'templates', name)).findLast((each) => each !== undefined);
  /** The value of a field of a release, also from a template that it inherits. */
  const given = (release: unknown, name: string): unknown =>
    field(release, name) ??
    listAt(release, 'inherit')
      .flatMap((each) => (listAt(each, 'except').includes(name) ? [] : [field(templateOf(stringAt(each, 'template') ?? ''), name)]))
      .findLast((each) => each !== undefined);
  // It decides for all releases.
  const overriding = states.map((state) => stringAt(state, 'namespace') ?? '').findLast((each) => each !== '');
  const installed = all('releases').filter((release) => given(release, 'installed') !== false);
  const namespaceOf = (release: unknown): string | undefined => overriding ?? textOf(given(release, 'namespace'));
  const outside = installed.flatMap((release) => {
    const dependencies = given(release, 'dependencies');
    const charts = [given(release, 'chart'), ...(Array.isArray(dependencies) ? dependencies.map((each) => field(each, 'chart')) : [])];
    return charts.flatMap((chart) => {
      if (typeof chart !== 'string' || !isOutside(chart)) return [];
      return [at(chart, isTemplate(chart) ? undefined : namespaceOf(release))];
    });
  });
  const isReusing = states.map((state) => field(state, 'helmDefaults', 'reuseValues')).findLast((each) => each !== undefined) === true;
  const reused = isReusing ? ({ reuses: 'in place of' } as const) : {};
  const releases = installed.flatMap((release): readonly ListedRelease[] => {
    const chart = textOf(given(release, 'chart'));
    if (chart === undefined || isOutside(chart)) return [];
    const values = given(release, 'values');
    const named = { name: textOf(given(release, 'name')), namespace: namespaceOf(release) };
    return [{ chart, ...named, values: Array.isArray(values) ? values : [], ...reused }];
  });
  return {
    releases,
    outside: [...unread, ...outside, ...helmfiles.filter((path) => !isLocal(path)).map((path) => at(path))],
    files: helmfiles.filter(isLocal),
    choosesCluster: text.includes('kubeContext'),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isTemplate(text: string): boolean {
  return text.includes('{{');
}
