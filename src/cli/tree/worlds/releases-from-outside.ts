import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import { isKnownText } from '../../../static/read/deployers/delivery.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { isAddress } from './fetched-files.ts';

/** What a Helmfile deploys from elsewhere, and the Helmfiles that it lists. */
export interface ReadHelmfile {
  readonly outside: readonly OutsideCommand[];
  /** Paths from its own folder. */
  readonly files: readonly string[];
}

/**
 * The releases of a Helmfile whose chart is in a registry, or in a repository that the file adds. What a template makes, and other Helmfiles
 * with an address or a pattern, are not read, so they are among these without a namespace.
 */
export function releasesOfHelmfile(text: string, file: string): ReadHelmfile {
  const lines = text.split('\n');
  const at = (word: string, namespace?: string): OutsideCommand =>
    commandAt(
      file,
      lines.findIndex((line) => line.includes(word)),
      namespace,
    );
  const files: string[] = [];
  const outside = [...readDocuments(text)].flatMap((document): readonly OutsideCommand[] => {
    // Other files that are templates are named wherever they are.
    if (document.kind !== 'read') return file.endsWith('.gotmpl') ? [commandAt(file, document.at.line - 1, undefined)] : [];
    const { value } = document;
    const repositories = new Set(listAt(value, 'repositories').map((each) => stringAt(each, 'name')));
    const others = listAt(value, 'helmfiles').flatMap((each) => (typeof each === 'string' ? each : (stringAt(each, 'path') ?? [])));
    const isLocal = (path: string): boolean => !isTemplate(path) && !/[*?[]|::/.test(path) && !isAddress(path);
    files.push(...others.filter(isLocal));
    const releases = listAt(value, 'releases').flatMap((release) => {
      const chart = stringAt(release, 'chart') ?? '';
      if (isTemplate(chart)) return [at(chart)];
      return isAddress(chart) || repositories.has(chart.split('/', 1)[0]) ? [at(chart, stringAt(release, 'namespace'))] : [];
    });
    return [...releases, ...others.filter((path) => !isLocal(path)).map((path) => at(path))];
  });
  return { outside, files };
}

function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** The releases of Skaffold with a remote chart, also those of its profiles. */
export function releasesOfSkaffold(text: string, file: string): readonly OutsideCommand[] {
  const lines = text.split('\n');
  return [...readDocuments(text)].flatMap((document) => {
    const value = document.kind === 'read' ? document.value : undefined;
    return [value, ...listAt(value, 'profiles')].flatMap((each) =>
      [...listAt(each, 'deploy', 'helm', 'releases'), ...listAt(each, 'manifests', 'helm', 'releases')].flatMap((release) => {
        const chart = stringAt(release, 'remoteChart');
        if (chart === undefined) return [];
        return [
          commandAt(
            file,
            lines.findIndex((line) => line.includes(chart)),
            stringAt(release, 'namespace'),
          ),
        ];
      }),
    );
  });
}

/** The remote chart of a `fleet.yaml` of Rancher Fleet. It deploys to other clusters, so its namespace is not one of the hub. */
export function chartOfRancherFleet(text: string, file: string): readonly OutsideCommand[] {
  const lines = text.split('\n');
  return [...readDocuments(text)].flatMap((document) => {
    if (document.kind !== 'read') return [];
    const [chart = '', repository = ''] = [stringAt(document.value, 'helm', 'chart'), stringAt(document.value, 'helm', 'repo')];
    if (!isAddress(chart) && repository === '') return [];
    return [
      commandAt(
        file,
        lines.findIndex((line) => line.includes(chart)),
        undefined,
      ),
    ];
  });
}

/** The releases of Terraform and OpenTofu whose chart is not a folder. */
export function releasesOfTerraform(text: string, file: string): readonly OutsideCommand[] {
  let line = 0;
  return text.split(/^(?=resource ")/m).flatMap((block) => {
    const index = line;
    line += block.split('\n').length - 1;
    if (!block.startsWith('resource "helm_release" ')) return [];
    const chart = CHART.exec(block)?.[1] ?? '';
    const isFolder = !REPOSITORY.test(block) && /^(?:\.|\/|\$\{path\.)/.test(chart);
    return isFolder ? [] : [commandAt(file, index, NAMESPACE.exec(block)?.[1])];
  });
}

// linear: at most 99 blanks are tried after each word, and a text ends with its line.
const REPOSITORY = /^ {0,99}repository {0,99}=/m;
// linear: as above.
const CHART = /^ {0,99}chart {0,99}= {0,99}"([^"\n]{1,500})"/m;
// linear: as above.
const NAMESPACE = /^ {0,99}namespace {0,99}= {0,99}"([^"\n]{1,500})"/m;

/** @param index of the line, from 0 */
function commandAt(file: string, index: number, namespace: string | undefined): OutsideCommand {
  return { file, line: Math.max(index, 0) + 1, ...(namespace === undefined || !isKnownText(namespace) ? {} : { namespace }) };
}
