import { field } from '../../../fleet/json/json.ts';

/**
 * Whether an object of Flux or Argo CD deletes what is no longer in its folder, by its kind and `spec`. For an ApplicationSet, those of an
 * Application that it makes. An upgrade by Helm deletes it always.
 */
export function prunes(kind: string, spec: unknown): boolean {
  if (kind === 'HelmRelease') return true;
  if (kind === 'Kustomization') return field(spec, 'prune') === true;
  return field(spec, 'syncPolicy', 'automated', 'prune') === true && field(spec, 'syncPolicy', 'automated', 'enabled') !== false;
}
