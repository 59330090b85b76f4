import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';

/**
 * The entries of the Secret that a controller makes from an object, if the object shows all of them; `undefined` if it does not. Sources: the
 * CRDs and controllers of external-secrets (`spec.data`, `spec.target.template`) and sealed-secrets (`spec.encryptedData`, `spec.template.data`).
 */
export function madeEntries(maker: Manifest): ReadonlySet<string> | undefined {
  if (!isNamed(maker) || !isResolved(maker, '/spec')) return undefined;
  const of = Object.hasOwn(ENTRIES, maker.object.kind) ? ENTRIES[maker.object.kind] : undefined;
  const entries = of?.(maker.object);
  return entries === undefined || entries.length === 0 ? undefined : new Set(entries);
}

const ENTRIES: Readonly<Record<string, (object: KubeObject) => readonly string[] | undefined>> = {
  SealedSecret(object) {
    const isAdded = field(object, 'spec', 'template', 'metadata', 'annotations', 'sealedsecrets.bitnami.com/patch') !== undefined;
    // An older form has all entries in one value.
    if (isAdded || field(object, 'spec', 'data') !== undefined) return undefined;
    return [objectAt(object, 'spec', 'encryptedData'), objectAt(object, 'spec', 'template', 'data')].flatMap((each) =>
      Object.keys(each ?? {}),
    );
  },
  ExternalSecret(object) {
    const target = objectAt(object, 'spec', 'target');
    const template = objectAt(target, 'template');
    const isOpen =
      listAt(object, 'spec', 'dataFrom').length > 0 ||
      listAt(template, 'templateFrom').length > 0 ||
      target?.['manifest'] !== undefined ||
      (stringAt(target, 'creationPolicy') ?? 'Owner') !== 'Owner';
    if (isOpen) return undefined;
    const fetched = listAt(object, 'spec', 'data').flatMap((each) => stringAt(each, 'secretKey') ?? []);
    const written = Object.keys(objectAt(template, 'data') ?? {});
    if (written.length === 0) return fetched;
    return stringAt(template, 'mergePolicy') === 'Merge' ? [...fetched, ...written] : written;
  },
};
