import { childPointer } from '../../fleet/json-pointer.ts';
import { field, listAt, stringAt } from '../../fleet/json.ts';

/** An entry of a ConfigMap or Secret that a Pod cannot start without. */
export interface KeyReference {
  /** Pointer to the key. */
  readonly at: string;
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly key: string;
}

type Path = readonly (string | number)[];

/**
 * The entries that variables and volumes of a PodSpec name; those it marks `optional` it can do without.
 * Sources: the kubelet's `couldn't find key … in ConfigMap` (`pkg/kubelet/kubelet_pods.go`), and `references non-existent … key` of the volume
 * plugins.
 * @param pod a PodSpec @param at its pointer
 */
export function keyReferences(pod: unknown, at: string): readonly KeyReference[] {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    listAt(pod, list).map((container, index) => ({ path: [list, index], container })),
  );
  const variables = containers.flatMap(({ path, container }) =>
    listAt(container, 'env').flatMap((variable, index) => {
      const from = field(variable, 'valueFrom');
      const inside = [...path, 'env', index, 'valueFrom'];
      return [...single(from, 'configMapKeyRef', 'ConfigMap', inside), ...single(from, 'secretKeyRef', 'Secret', inside)];
    }),
  );
  const volumes = listAt(pod, 'volumes').flatMap((volume, index) => [
    ...items(volume, 'configMap', 'name', 'ConfigMap', ['volumes', index]),
    ...items(volume, 'secret', 'secretName', 'Secret', ['volumes', index]),
    ...listAt(volume, 'projected', 'sources').flatMap((source, position) => {
      const inside = ['volumes', index, 'projected', 'sources', position];
      return [...items(source, 'configMap', 'name', 'ConfigMap', inside), ...items(source, 'secret', 'name', 'Secret', inside)];
    }),
  ]);
  return [...variables, ...volumes].map(({ path, ...found }) => ({ ...found, at: path.reduce<string>(childPointer, at) }));
}

type Found = Omit<KeyReference, 'at'> & { readonly path: Path };

function single(holder: unknown, ref: string, kind: KeyReference['kind'], path: Path): readonly Found[] {
  const found = field(holder, ref);
  return entry(found, stringAt(found, 'name'), stringAt(found, 'key'), kind, [...path, ref, 'key']);
}

function items(holder: unknown, ref: string, nameKey: string, kind: KeyReference['kind'], path: Path): readonly Found[] {
  const found = field(holder, ref);
  return listAt(found, 'items').flatMap((item, index) =>
    entry(found, stringAt(found, nameKey), stringAt(item, 'key'), kind, [...path, ref, 'items', index, 'key']),
  );
}

function entry(holder: unknown, name = '', key = '', kind: KeyReference['kind'], path: Path): readonly Found[] {
  return name === '' || key === '' || field(holder, 'optional') === true ? [] : [{ kind, name, key, path }];
}
