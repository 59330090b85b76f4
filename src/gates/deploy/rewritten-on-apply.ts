import { asWanted } from './content/comparable.ts';
import { missingFrom } from './content/equal.ts';
import { fieldManagers, isGitops, isManaging } from './content/field-managers.ts';
import { pointerPath } from './content/pointer-path.ts';
import { typeRules } from './content/type-rules.ts';
import { withValue } from './content/with-value.ts';
import type { DeployedObject } from './deployed-object.ts';

/**
 * The places, as JSON pointers, in which a step of the deploy may have changed the values of the files: the hub's object differs only in
 * texts, numbers and booleans, such as the tag of an image. `images` of Azure/k8s-deploy, `kustomize edit`, `sed`, `envsubst` and Helm do
 * that. Empty if something else differs, or if a GitOps controller wrote the values, because it applies the files unchanged. This is not a proof: the
 * former content of the hub can differ in the same way.
 */
export function mayBeRewrittenAt({ live, manifest, state }: Pick<DeployedObject, 'live' | 'manifest' | 'state'>): readonly string[] {
  if (live === undefined || state !== 'pending') return [];
  const at: string[] = [];
  const type = typeRules(live);
  let wanted: unknown = asWanted(manifest);
  while (at.length <= MOST) {
    const pointer = missingFrom(live, wanted, '', type);
    if (pointer === undefined) return at;
    const way = pointerPath(pointer, live, wanted);
    const last = way.at(-1);
    if (last === undefined || at.includes(pointer) || !isScalar(last.live) || !isScalar(last.wanted)) return [];
    if (fieldManagers(live).some((manager) => isGitops(manager) && isManaging(manager, way))) return [];
    at.push(pointer);
    const keys = way.map(({ key }) => key);
    wanted = withValue(wanted, keys, last.live);
  }
  return [];
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** With more places than this, it is another object. */
const MOST = 20;
