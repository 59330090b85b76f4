import { posix } from 'node:path';
import { isObject, objectAt, stringAt, parseJson } from '../../../fleet/json/json.ts';
import type { AppliedTogether } from './script/applied-together.ts';

/** What a file of Terraform, OpenTofu, Bicep or ARM deploys, as far as it can be read without these tools. */
export interface DeployedByInfrastructure {
  /** The folders that configurations of Flux bring to one cluster, from the top of the repository. */
  readonly together: readonly AppliedTogether[];
  /** It applies objects or folders in other ways, which are not read. */
  readonly hasUnread: boolean;
}

/**
 * Reads Azure's configurations of Flux: `azurerm_kubernetes_flux_configuration` and `Microsoft.KubernetesConfiguration/fluxConfigurations`,
 * whose paths are from the top of the repository. A path that is an expression is not read. Those with the same text for their cluster are
 * for the same one.
 * @param file name, whose ending decides the language @param isOwn whether a URL is the one of this repository, if that is known
 */
export function deployedByInfrastructure(
  file: string,
  text: string,
  isOwn: (url: string) => boolean | undefined,
): DeployedByInfrastructure {
  const code = text.replaceAll(COMMENT, '');
  const found = (file.endsWith('.json') ? ofTemplate(text) : ofBlocks(code)).filter(({ repository }) => isOwn(repository) !== false);
  const byCluster = new Map<string, string[]>();
  for (const { cluster, paths } of found) {
    const known = byCluster.get(cluster) ?? [];
    byCluster.set(cluster, known);
    known.push(...paths.flatMap((path) => (path === undefined ? [] : posix.join('/', path).slice(1).replace(/\/$/, ''))));
  }
  return {
    together: [...byCluster]
      .map(([name, paths]) => ({ places: paths.filter((path) => path !== ''), cluster: { by: `${file}: cluster`, name } }))
      .filter(({ places }) => places.length > 0),
    hasUnread: OTHER_WAYS.test(code) || found.some(({ paths }) => paths.includes(undefined)),
  };
}

interface FluxConfiguration {
  readonly cluster: string;
  /** `undefined` for an expression. */
  readonly paths: readonly (string | undefined)[];
  /** The URL of its repository; empty for an expression. */
  readonly repository: string;
}

/** Flux replaces variables in what it applies, has suspended it, or takes it from a bucket or an artifact: these paths are not read. */
// linear: at most 99 blanks are tried after each word.
const NOT_PLAIN =
  /\b(?:post_?build\b|suspend(?:_enabled)?["']? {0,9}[:=] {0,9}true|continuous_reconciliation_enabled {0,99}= {0,99}false|bucket["']? {0,99}[:={]|blob_storage\b|azureBlob\b|oci_?repository\b|source_?kind["']? {0,9}[:=] {0,9}["'](?!GitRepository))/i;

// linear: a comment ends with its line.
const COMMENT = /(?:^|\s)(?:#|\/\/)[^\n]*/g;

/** Resources and commands that apply objects, or set up what applies them. */
const OTHER_WAYS =
  /\b(?:kubernetes_manifest|kubectl_manifest|kustomization_resource|argocd_application(?:_set)?|deploymentScripts|kubectl (?:apply|create|replace))\b/;

// linear: at most 99 letters of a name are tried after each word `resource`.
const FLUX = /\bresource (?:"azurerm_kubernetes_flux_configuration"|\w{1,99} 'Microsoft\.KubernetesConfiguration\/fluxConfigurations@)/gi;
const MOST_BLOCKS = 100;

function ofBlocks(code: string): readonly FluxConfiguration[] {
  const starts = [...code.matchAll(FLUX)].slice(0, MOST_BLOCKS);
  return starts.map(({ index }) => {
    const block = blockFrom(code, index);
    // linear: at most 99 blanks are tried after each word.
    const cluster = /\b(?:cluster_id {0,99}=|scope:) {0,99}([^\s'"]\S*)/.exec(block)?.[1] ?? String(index);
    // linear: at most 99 blanks are tried after each word, and a value ends with its line.
    const paths = [...block.matchAll(/\bpath {0,99}[=:] {0,99}(\S.*)/g)].map(([, value = '']) => /^["']([^"'$]+)["']/.exec(value)?.[1]);
    // linear: at most 99 blanks are tried after each word, and a text ends with its line.
    const repository = /\burl {0,99}[=:] {0,99}["']([^"'$\n]{1,500})["']/.exec(block)?.[1] ?? '';
    return { cluster, repository, paths: NOT_PLAIN.test(block) ? paths.map(() => undefined) : paths };
  });
}

/** The text of the first block in braces. */
function blockFrom(code: string, from: number): string {
  const start = code.indexOf('{', from);
  let depth = 0;
  for (let at = start; at >= 0 && at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}') depth -= 1;
    if (depth === 0) return code.slice(start, at + 1);
  }
  return '';
}

const FLUX_TYPE = /^Microsoft\.KubernetesConfiguration\/fluxConfigurations$/i;

/** Of an ARM template. Its expressions are texts that begin with a bracket. */
function ofTemplate(text: string): readonly FluxConfiguration[] {
  return resourcesIn(parseJson(text));
}

function resourcesIn(value: unknown): readonly FluxConfiguration[] {
  if (Array.isArray(value)) return value.flatMap(resourcesIn);
  if (!isObject(value)) return [];
  const inner = Object.values(value).flatMap(resourcesIn);
  if (!FLUX_TYPE.test(stringAt(value, 'type') ?? '')) return inner;
  const paths = Object.values(objectAt(value, 'properties', 'kustomizations') ?? {}).map((each) => stringAt(each, 'path'));
  const cluster = stringAt(value, 'scope') ?? stringAt(value, 'name') ?? '';
  const isPlain = !NOT_PLAIN.test(JSON.stringify(value));
  const repository = stringAt(value, 'properties', 'gitRepository', 'url') ?? '';
  return [...inner, { cluster, repository, paths: paths.map((path) => (isPlain && path?.startsWith('[') === false ? path : undefined)) }];
}
