import { oncePer } from '../../fleet/memo/once-per.ts';
import { KUBERNETES_FACTS } from './facts.gen.ts';

/**
 * The structure of Kubernetes' own kinds, so far as an API server refuses what differs. The type of a field is `s` text · `b` true or false ·
 * `i` int32 · `l` int64 · `f` number · `x` int32 or text · `q` quantity · `y` base64 · `t` time · `*` anything · `e3` a text of the list
 * `values[3]` · `12` the structure `structs[12]`; with `[` or `{` before it a list or a mapping of those, with `!` a field that is required.
 */
export interface KubernetesFacts {
  /** By apiVersion and kind (`apps/v1/Deployment`, `v1/Secret`), the number of its structure. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The fields of each structure with their types, as `name:type name:type`. */
  readonly structs: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** By group and version, the release that stopped to serve a kind. No API server that is supported today is older. */
  readonly removed: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Read at the first call: most runs never need them. */
export function kubernetesFacts(): KubernetesFacts {
  return read(TEXT);
}

const TEXT = { text: KUBERNETES_FACTS };
/** The fields of a structure by name, each with its type; `undefined` where there is none of that number. Most are never asked for. */
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
