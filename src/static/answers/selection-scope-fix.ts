import { denialKey } from '../../admission/denial.ts';
import { everyDenial } from '../../admission/every-denial.ts';
import type { Denial } from '../../admission/judge.ts';
import { field, isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { admissionExtras } from './admission.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

const MODE = 'NamespaceWithResourceSelectors';

/**
 * Adds the missing `selectionScope` to a ClusterResourcePlacement that selects one namespace by name and objects in it. The field lets
 * selectors pick objects in the namespace. `undefined` if the hub would refuse the result too. Source: KubeFleet
 * `pkg/utils/validator/placement.go`.
 */
export function selectionScopeFix({ object, unresolved }: Manifest, denial: Denial, world: World): (Fix & { kind: 'entry' }) | undefined {
  if (object.kind !== 'ClusterResourcePlacement' || denial.layer !== 'webhook' || unresolved.length > 0) return undefined;
  if (!/^\/spec\/resourceSelectors\/\d+\/kind$/.test(denial.pointer)) return undefined;
  const selectors = listAt(object, 'spec', 'resourceSelectors');
  const namespaces = [...selectors.entries()].filter(([, selector]) => stringAt(selector, 'kind') === 'Namespace');
  const [[at, namespace] = [], ...others] = namespaces;
  if (at === undefined || others.length > 0 || !isObject(namespace) || namespace['selectionScope'] !== undefined) return undefined;
  if ((stringAt(namespace, 'name') ?? '') === '') return undefined;
  const changed = selectors.map((selector, index) => (index === at ? { ...namespace, selectionScope: MODE } : selector));
  const variant: KubeObject = { ...object, spec: { ...(field(object, 'spec') as object), resourceSelectors: changed } };
  const extras = admissionExtras(world);
  // All denials of the hub one after the other, because an earlier fault hides those of this field.
  const before = new Set(everyDenial(object, world.target, extras).denials.map(denialKey));
  const after = everyDenial(variant, world.target, extras).denials.map(denialKey);
  if (after.includes(denialKey(denial)) || after.some((key) => !before.has(key))) return undefined;
  return { kind: 'entry', at: `/spec/resourceSelectors/${String(at)}`, key: 'selectionScope', value: MODE };
}
