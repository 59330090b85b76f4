import { stringAt } from '../../fleet/json/json.ts';
import type { Manifest } from './manifest.ts';

/** By its own metadata, Flux or Argo CD does not prune it. */
export function isKept({ object }: Manifest): boolean {
  const ofFlux = ['annotations', 'labels'].some(
    (all) => stringAt(object, 'metadata', all, 'kustomize.toolkit.fluxcd.io/prune') === 'disabled',
  );
  const ofArgo = stringAt(object, 'metadata', 'annotations', 'argocd.argoproj.io/sync-options') ?? '';
  return ofFlux || ofArgo.split(',').some((option) => ['Prune=false', 'Prune=confirm'].includes(option.trim()));
}

/** By its own metadata, helm does not delete it. */
export function isKeptByHelm({ object }: Manifest): boolean {
  return stringAt(object, 'metadata', 'annotations', 'helm.sh/resource-policy')?.trim().toLowerCase() === 'keep';
}
