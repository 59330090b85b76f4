import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The facts about a field in the Go source of the newest API, by the name of its type in OpenAPI documents
 * (`io.k8s.api.core.v1.Container`).
 */
export interface NewestApi {
  /** The values that its type lists; empty if it lists none. */
  values(type: string, field: string): readonly string[];
  /** Whether it is optional now; `false` for an unknown field. */
  mayBeAbsent(type: string, field: string): boolean;
  /** The release that stopped serving a kind, by group and version: `1.22`. */
  readonly removed: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Earlier sources, which still have types that later ones removed. */
const EARLIER = [
  'k8s.io/api@v0.34.10',
  'k8s.io/api@v0.25.16',
  'k8s.io/apiextensions-apiserver@v0.34.10',
  'k8s.io/kube-aggregator@v0.34.10',
];
/** Vendors support a release for two years; no API server that is still supported is older. */
const OLDEST_SUPPORTED = 29;

/** Reads `k8s.io/api` of that version; Go downloads it. */
export function newestApi(version: string): NewestApi {
  const newest = `k8s.io/api@${version}`;
  const fields = new Map<string, Field>();
  for (const { name, texts } of packages(newest)) readFields(`io.k8s.api.${name.replace('/', '.')}`, texts, fields);
  const removed: Record<string, Record<string, string>> = {};
  for (const { group, name, texts } of [...EARLIER, newest].flatMap(packages)) {
    if (group === undefined) continue;
    for (const [kind, minor] of removals(texts)) {
      if (minor > OLDEST_SUPPORTED) continue;
      const groupVersion = `${group}/${path.basename(name)}`;
      removed[groupVersion] = { ...removed[groupVersion], [kind]: `1.${String(minor)}` };
    }
  }
  return {
    values: (type, field) => fields.get(`${type}.${field}`)?.values ?? [],
    mayBeAbsent: (type, field) => fields.get(`${type}.${field}`)?.optional ?? false,
    removed,
  };
}

interface Field {
  readonly values: readonly string[];
  readonly optional: boolean;
}

interface GoPackage {
  /** `core/v1`. */
  readonly name: string;
  readonly group: string | undefined;
  readonly texts: readonly string[];
}

function packages(module: string): readonly GoPackage[] {
  const { Dir: root } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8', cwd: '/' })) as {
    Dir: string;
  };
  const folders = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^v\d+((alpha|beta)\d+)?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return folders.map((folder) => {
    const texts = readdirSync(folder)
      .filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const register = path.join(folder, 'register.go');
    const group = existsSync(register) ? /GroupName\s*=\s*"([^"]*)"/.exec(readFileSync(register, 'utf8'))?.[1] : undefined;
    return { name: path.relative(root, folder), group, texts };
  });
}

function removals(texts: readonly string[]): readonly (readonly [kind: string, minor: number])[] {
  return texts
    .flatMap((text) => [...text.matchAll(/func \(in \*(\w+)\) APILifecycleRemoved\(\) \(major, minor int\) \{\s*return 1, (\d+)/g)])
    .map(([, kind = '', minor = '']) => [kind, Number(minor)] as const)
    .filter(([kind]) => !kind.endsWith('List') && !kind.endsWith('Options'));
}

function readFields(prefix: string, texts: readonly string[], fields: Map<string, Field>): void {
  const listed = new Set(texts.flatMap((text) => [...text.matchAll(/\/\/ \+enum\n(?:\/\/.*\n)*type (\w+) /g)].map(([, name]) => name)));
  const constants = texts.flatMap((text) => [...text.matchAll(/^\s*(?:const )?\w+\s+(\w+)\s*=\s*"([^"]*)"/gm)]);
  const values = Map.groupBy(constants, ([, type]) => type);
  for (const text of texts) {
    for (const [, struct = '', body = ''] of text.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm)) {
      for (const [, comment = '', type = '', json = ''] of body.matchAll(/((?:^\t\/\/.*\n)*)^\t\w+\s+(\S+)\s+`json:"([^"]+)"/gm)) {
        const [name = '', ...tags] = json.split(',');
        const bare = type.replace(/^[*[\]]*/, '');
        const optional = /\+optional/.test(comment) || (tags.includes('omitempty') && !/\+required/.test(comment));
        fields.set(`${prefix}.${struct}.${name}`, {
          values: listed.has(bare) ? (values.get(bare) ?? []).map(([, , value = '']) => value) : [],
          optional,
        });
      }
    }
  }
}
