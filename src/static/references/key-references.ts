import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { CONTAINER_LISTS } from '../../fleet/kubernetes/pod-template.ts';

/** An entry of a ConfigMap or Secret that a Pod needs to start. */
export interface KeyReference {
  /** Pointer to the key. */
  readonly at: string;
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly key: string;
}

/**
 * The entries that variables and volumes of a PodSpec name, except those marked as `optional`. Sources: the kubelet's `couldn't find key …
 * in ConfigMap` (`pkg/kubelet/kubelet_pods.go`), and `references non-existent … key` of the volume plugins.
 * @param pod a PodSpec
 * @param at its pointer
 */
export function keyReferences(pod: unknown, at: string): readonly KeyReference[] {
  const variables = CONTAINER_LISTS.flatMap((list) =>
    listAt(pod, list).flatMap((container, position) =>
      listAt(container, 'env').flatMap((variable, index) => {
        const from = field(variable, 'valueFrom');
        if (from === undefined) return [];
        const inside = `${at}/${list}/${position}/env/${index}/valueFrom`;
        return [...single(from, 'configMapKeyRef', 'ConfigMap', inside), ...single(from, 'secretKeyRef', 'Secret', inside)];
      }),
    ),
  );
  const volumes = listAt(pod, 'volumes').flatMap((volume, index) => {
    const own = `${at}/volumes/${index}`;
    return [
      ...items(volume, 'configMap', 'name', 'ConfigMap', own),
      ...items(volume, 'secret', 'secretName', 'Secret', own),
      ...listAt(volume, 'projected', 'sources').flatMap((source, position) => {
        const inside = `${own}/projected/sources/${position}`;
        return [...items(source, 'configMap', 'name', 'ConfigMap', inside), ...items(source, 'secret', 'name', 'Secret', inside)];
      }),
    ];
  });
  return [...variables, ...volumes];
}

/** No key below the holder has a character that must be escaped in a pointer. */
function single(holder: unknown, ref: string, kind: KeyReference['kind'], at: string): readonly KeyReference[] {
  const found = field(holder, ref);
  return entry(found, stringAt(found, 'name'), stringAt(found, 'key'), kind, `${at}/${ref}/key`);
}

function items(holder: unknown, ref: string, nameKey: string, kind: KeyReference['kind'], at: string): readonly KeyReference[] {
  const found = field(holder, ref);
  return listAt(found, 'items').flatMap((item, index) =>
    entry(found, stringAt(found, nameKey), stringAt(item, 'key'), kind, `${at}/${ref}/items/${index}/key`),
  );
}

function entry(holder: unknown, name = '', key = '', kind: KeyReference['kind'], at: string): readonly KeyReference[] {
  return name === '' || key === '' || field(holder, 'optional') === true ? [] : [{ at, kind, name, key }];
}
