import { isTokenSecret } from '../../selection/propagation.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';

/** Whether the manifest is certainly a Secret with the token of a ServiceAccount, which is never selected. */
export function isTokenSecretManifest(manifest: Manifest): boolean {
  const { object } = manifest;
  return object.apiVersion === 'v1' && object.kind === 'Secret' && isTokenSecret(object) && isResolved(manifest, '/type');
}

/** How to bring it to a cluster. */
export const TOKEN_SECRET_REMEDY =
  'Put the Secret into a ResourceEnvelope together with its ServiceAccount, without `data`: each member then fills in its own token.';
