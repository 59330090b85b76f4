import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The releases whose fields are known: all that vendors still support, up to the newest. */
export const RELEASES = { oldest: '1.29', newest: '1.37' } as const;

/** The modules that define Kubernetes' kinds, each with the beginning of its names in OpenAPI documents and its folder of API groups. */
const MODULES = [
  ...['v0.29.15', 'v0.30.14', 'v0.31.14', 'v0.32.10', 'v0.33.6', 'v0.34.10', 'v0.35.1', 'v0.36.1', 'v0.37.2'].map(
    (version) => ({ module: `k8s.io/api@${version}`, prefix: 'io.k8s.api', groups: '.' }) as const,
  ),
  { module: 'k8s.io/apimachinery@v0.37.2', prefix: 'io.k8s.apimachinery.pkg.apis', groups: 'pkg/apis' },
  {
    module: 'k8s.io/apiextensions-apiserver@v0.37.2',
    prefix: 'io.k8s.apiextensions-apiserver.pkg.apis',
    groups: 'pkg/apis',
  },
  { module: 'k8s.io/kube-aggregator@v0.37.2', prefix: 'io.k8s.kube-aggregator.pkg.apis', groups: 'pkg/apis' },
] as const;

/** The names of the fields that a type has in any of the releases, by its name in OpenAPI documents (`io.k8s.api.core.v1.Container`). */
export function fieldsOfReleases(): (type: string) => Iterable<string> {
  const known = new Map<string, Set<string>>();
  for (const { module, prefix, groups } of MODULES) {
    const { Dir: root } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8', cwd: '/' })) as {
      Dir: string;
    };
    const base = path.join(root, groups);
    for (const folder of readdirSync(base, { recursive: true, withFileTypes: true })) {
      const file = path.join(folder.parentPath, folder.name, 'types.go');
      if (!folder.isDirectory() || !/^v\d+$/.test(folder.name) || !existsSync(file)) continue;
      const name = `${prefix}.${path.relative(base, path.dirname(file)).replaceAll('/', '.')}`;
      const structs = structsIn(readFileSync(file, 'utf8'));
      for (const struct of structs.keys()) {
        const type = `${name}.${struct}`;
        known.set(type, new Set([...(known.get(type) ?? []), ...namesIn(struct, structs)]));
      }
    }
  }
  return (type) => known.get(type) ?? [];
}

interface GoStruct {
  readonly names: readonly string[];
  /** The structures whose fields it has as its own. */
  readonly inlined: readonly string[];
}

function structsIn(text: string): ReadonlyMap<string, GoStruct> {
  const structs = [...text.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm)];
  return new Map(
    structs.map(([, struct = '', body = '']) => {
      const fields = [...body.matchAll(/^\t(?:\w+\s+)?(\S+)\s+`json:"([^",]*)/gm)];
      const names = fields.map(([, , name = '']) => name).filter((name) => name !== '' && name !== '-');
      return [struct, { names, inlined: fields.flatMap(([, type = '', name]) => (name === '' ? [type] : [])) }];
    }),
  );
}

function namesIn(struct: string, structs: ReadonlyMap<string, GoStruct>): readonly string[] {
  const { names = [], inlined = [] } = structs.get(struct) ?? {};
  return [...names, ...inlined.flatMap((inner) => namesIn(inner, structs))];
}
