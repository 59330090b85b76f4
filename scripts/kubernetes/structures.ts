import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import type { KubernetesFacts } from '../../src/admission/kubernetes/facts.ts';
import type { KubeApi } from '../../test/hub/rig/kube-api.ts';
import type { NewestApi } from './newest.ts';
import { fieldsOfReleases as readReleases, RELEASES } from './releases.ts';

/** A field of a structure during the examination. */
export interface FoundField {
  /** As the facts write it, with the name of a structure in place of its number. */
  type: string;
  /** If the OpenAPI document requires it: how many dry runs without it were refused and accepted. */
  required: { refused: number; accepted: number } | undefined;
  /** The listed values, and how many dry runs with another value were refused and accepted. */
  values: { readonly all: readonly string[]; refused: number; accepted: number } | undefined;
}

/** The structures of the kinds that clients can create on an API server. */
export interface Structures {
  readonly kinds: ReadonlyMap<string, string>;
  /** The paths at which objects of a kind are created, by `group/version/Kind`, or `v1/Kind` in the core group. */
  readonly paths: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, ReadonlyMap<string, FoundField>>;
  compact(removed: KubernetesFacts['removed']): KubernetesFacts;
}

const fieldsOfReleases = readReleases();

/** Kinds that are only requests, and are not stored. */
const NOT_KEPT = /Review$|^(Binding|Eviction|Scale|TokenRequest)$/;

/** Reads discovery and the OpenAPI documents of an API server. */
export async function structures(api: KubeApi, newest: NewestApi): Promise<Structures> {
  const kinds = new Map<string, string>();
  const paths = new Map<string, string>();
  const byName = new Map<string, Map<string, FoundField>>();
  const index = (await api.must('GET', '/openapi/v3')).body as { paths: Record<string, { serverRelativeURL: string }> };
  for (const [place, { serverRelativeURL }] of Object.entries(index.paths)) {
    const groupVersion = /^apis?\/(.+)$/.exec(place)?.[1];
    if (groupVersion === undefined || !/(^|\/)v\d+$/.test(groupVersion)) continue;
    const { resources = [] } = (await api.must('GET', `/${place}`)).body as { resources?: readonly JsonObject[] };
    const schemas = objectAt((await api.must('GET', serverRelativeURL)).body, 'components', 'schemas') ?? {};
    for (const resource of resources) {
      const [name = '', kind = ''] = [stringAt(resource, 'name'), stringAt(resource, 'kind')];
      if (name.includes('/') || !listAt(resource, 'verbs').includes('create') || NOT_KEPT.test(kind)) continue;
      const group = place.startsWith('api/') ? '' : groupVersion.slice(0, groupVersion.indexOf('/'));
      const version = groupVersion.slice(groupVersion.indexOf('/') + 1);
      const schema = Object.entries(schemas).find(([, each]) =>
        listAt(each, 'x-kubernetes-group-version-kind').some(
          (known) => stringAt(known, 'group') === group && stringAt(known, 'version') === version && stringAt(known, 'kind') === kind,
        ),
      );
      if (schema === undefined) throw new Error(`${groupVersion} ${kind} has no schema`);
      const key = `${group === '' ? version : `${group}/${version}`}/${kind}`;
      kinds.set(key, schema[0]);
      const namespace = field(resource, 'namespaced') === true ? 'namespaces/default/' : '';
      paths.set(key, `/${place}/${namespace}${name}?dryRun=All`);
      collect(schema[0], schemas, byName, newest);
    }
  }
  return { kinds, paths, byName, compact: (removed) => compact(kinds, byName, removed) };
}

function collect(name: string, schemas: JsonObject, byName: Map<string, Map<string, FoundField>>, newest: NewestApi): void {
  if (byName.has(name)) return;
  const fields = new Map<string, FoundField>();
  byName.set(name, fields);
  const schema = objectAt(schemas, name);
  const required = listAt(schema, 'required');
  const isKind = listAt(schema, 'x-kubernetes-group-version-kind').length > 0;
  for (const [key, child] of Object.entries(objectAt(schema, 'properties') ?? {})) {
    // Fields that are not part of a new object are not judged, nor those that name its kind.
    if ((isKind && (key === 'apiVersion' || key === 'kind')) || key === 'managedFields') continue;
    if (key === 'status' && fields.has('spec')) {
      fields.set(key, { type: '*', required: undefined, values: undefined });
      continue;
    }
    const type = typeOf(child, schemas);
    for (const [inner = ''] of type.matchAll(/io\.[\w.-]+/g)) collect(inner, schemas, byName, newest);
    const listed = listAt(child, 'enum').filter((value) => typeof value === 'string');
    fields.set(key, {
      type,
      required: required.includes(key) && !newest.mayBeAbsent(name, key) ? { refused: 0, accepted: 0 } : undefined,
      values:
        listed.length === 0
          ? undefined
          : { all: [...new Set([...listed, ...newest.values(name, key)])].toSorted(), refused: 0, accepted: 0 },
    });
  }
  // A field of another release is known, but its type is not.
  for (const key of fieldsOfReleases(name)) {
    if (!fields.has(key) && !['apiVersion', 'kind', 'managedFields'].includes(key))
      fields.set(key, { type: '*', required: undefined, values: undefined });
  }
}

const FORMATS: Readonly<Record<string, string>> = { int32: 'i', int64: 'l', byte: 'y', 'date-time': 't' };
const SCALARS: Readonly<Record<string, string>> = { string: 's', boolean: 'b', integer: 'l', number: 'f' };

/** The letter or name of a type; `*` if it is not certain. */
function typeOf(schema: unknown, schemas: JsonObject): string {
  const reference = (stringAt(schema, '$ref') ?? stringAt(field(schema, 'allOf', 0), '$ref'))?.split('/').at(-1);
  if (reference !== undefined) return referenced(reference, schemas);
  const type = stringAt(schema, 'type');
  if (type === 'array') return `[${typeOf(field(schema, 'items'), schemas)}`;
  if (type === 'object') {
    const values = field(schema, 'additionalProperties');
    return isObject(values) ? `{${typeOf(values, schemas)}` : '*';
  }
  return FORMATS[stringAt(schema, 'format') ?? ''] ?? SCALARS[type ?? ''] ?? '*';
}

function referenced(name: string, schemas: JsonObject): string {
  if (name.endsWith('.api.resource.Quantity')) return 'q';
  if (name.endsWith('.util.intstr.IntOrString')) return 'x';
  const schema = objectAt(schemas, name);
  if (stringAt(schema, 'type') === 'string') return stringAt(schema, 'format') === 'date-time' ? 't' : 's';
  return stringAt(schema, 'type') === 'object' && objectAt(schema, 'properties') !== undefined ? name : '*';
}

function compact(kinds: ReadonlyMap<string, string>, byName: Structures['byName'], removed: KubernetesFacts['removed']): KubernetesFacts {
  const names = [...byName.keys()].toSorted();
  const numbers = new Map(names.map((name, at) => [name, String(at)]));
  const lists: (readonly string[])[] = [];
  const numberOf = (values: readonly string[]): number => {
    const same = lists.findIndex((list) => list.join('\0') === values.join('\0'));
    return same === -1 ? lists.push(values) - 1 : same;
  };
  const structs = names.map((name) =>
    [...(byName.get(name) ?? [])]
      .toSorted(byKey)
      .map(([key, { type, required, values }]) => {
        const isRequired = required !== undefined && required.refused > 0 && required.accepted === 0;
        const isListed = values !== undefined && values.refused > 0 && values.accepted === 0;
        const numbered = type.replace(/io\.[\w.-]+/, (inner) => numbers.get(inner) ?? '*');
        return `${key}:${isRequired ? '!' : ''}${isListed && values !== undefined ? `e${numberOf(values.all)}` : numbered}`;
      })
      .join(' '),
  );
  const numbered = [...kinds].toSorted(byKey).map(([key, name]) => [key, Number(numbers.get(name))] as const);
  return { kinds: Object.fromEntries(numbered), structs, values: lists, removed, releases: RELEASES };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}
