import { field, isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { fleetKind } from '../../../fleet/kubefleet/kinds.ts';
import { isKubeObject, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { bracedNameOf } from '../placeholders/placeholder.ts';

/** A part of `metadata` that the hub's decoder refuses. */
export interface MetadataFault {
  readonly pointer: string;
  readonly message: string;
  readonly remedy: string;
}

/**
 * Converts a value with `apiVersion` and `kind` to an object with a valid `metadata.name`. A missing name becomes empty (the hub makes one
 * from `generateName`, or refuses it), and missing metadata is reported. A name that is not a string is reported and read as text. A
 * missing namespace is not added, and an empty one is left out: kubectl and helm give such an object the namespace of their command.
 */
export function metadataOf(value: JsonObject): {
  readonly object: KubeObject;
  readonly faults: readonly MetadataFault[];
} {
  const given = field(value, 'metadata', 'namespace');
  if (isKubeObject(value) && given !== null && given !== '') return { object: value, faults: NO_FAULTS };
  const faults: MetadataFault[] = [];
  const written = value['metadata'];
  if (written !== undefined && written !== null && !isObject(written))
    faults.push({
      pointer: '/metadata',
      message: 'metadata is not a mapping.',
      remedy: 'Write `metadata:` and below it `name:`, indented.',
    });
  // For the kinds of KubeFleet, the rules about their content say so.
  if ((written === undefined || written === null) && fleetKind(String(value['kind'])) === undefined)
    faults.push({
      pointer: '',
      message: 'This object has no metadata, so it has no name, and kubectl refuses it.',
      remedy: 'Write `metadata:` and below it `name:`, indented.',
    });
  const metadata = isObject(written) ? written : {};
  const name = textOf('name');
  const namespace = textOf('namespace');
  const { namespace: _, ...rest } = metadata;
  const clean = { ...rest, name: name ?? '' };
  const object = { ...value, metadata: (namespace ?? '') === '' ? clean : { ...clean, namespace } } as unknown as KubeObject;
  return { object, faults };

  function textOf(part: 'name' | 'namespace'): string | undefined {
    const found = bracedNameOf(metadata[part]) ?? metadata[part];
    if (found === undefined || found === null || typeof found === 'string') return found ?? undefined;
    const read = typeof found === 'number' || typeof found === 'boolean' ? String(found) : undefined;
    const type = read === undefined ? (Array.isArray(found) ? 'a list' : 'a mapping') : `the ${typeof found} ${read}`;
    const remedy = read === undefined ? `Write one name, as text: \`${part}: shop\`.` : `Put it in quotes: \`${part}: "${read}"\`.`;
    faults.push({ pointer: `/metadata/${part}`, message: `metadata.${part} is ${type}, but the hub accepts only text.`, remedy });
    return read;
  }
}

const NO_FAULTS: readonly MetadataFault[] = [];
