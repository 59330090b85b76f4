import { oncePer } from '../../fleet/memo/once-per.ts';
import { KUBERNETES_FACTS } from './facts.gen.ts';

/**
 * The structure of Kubernetes' own kinds, as far as an API server refuses other values. The type of a field is one of: `s` text · `b` true
 * or false · `i` int32 · `l` int64 · `f` number · `x` int32 or text · `q` quantity · `y` base64 · `t` time · `*` anything · `e3` a text
 * from the list `values[3]` · `12` the structure `structs[12]`. A `[` or `{` before the type means a list or a mapping of it. A `!` means
 * that the field is required.
 */
export interface KubernetesFacts {
  /** The number of each kind's structure, by apiVersion and kind (`apps/v1/Deployment`, `v1/Secret`). */
  readonly kinds: Readonly<Record<string, number>>;
  /** The fields of each structure with their types, as `name:type name:type`. */
  readonly structs: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** The release that stopped serving a kind, by group and version. All API servers that are supported today are newer. */
  readonly removed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The releases of Kubernetes whose fields are all in `structs`. */
  readonly releases: { readonly oldest: string; readonly newest: string };
}

/** Parsed at the first call, because most runs never need the facts. */
export function kubernetesFacts(): KubernetesFacts {
  return read(TEXT);
}

const TEXT = { text: KUBERNETES_FACTS };
/**
 * The fields of a structure by name, each with its type; `undefined` if there is no such structure. Parsed on demand, because most are
 * never read.
 */
export function fieldsOf(at: number): Readonly<Record<string, string>> | undefined {
  const known = fields.get(at);
  if (known !== undefined) return known;
  const struct = kubernetesFacts().structs[at];
  if (struct === undefined) return undefined;
  const found: Record<string, string> = {};
  for (const field of struct.split(' ')) {
    const [name = '', type] = field.split(':');
    if (type !== undefined) found[name] = type;
  }
  fields.set(at, found);
  return found;
}

const fields = new Map<number, Readonly<Record<string, string>>>();
const read = oncePer(({ text }: typeof TEXT) => JSON.parse(text) as KubernetesFacts);
