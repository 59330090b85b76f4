import type { NotEvaluated } from '../../../finding.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';

const ANNOTATION = 'config.kubernetes.io/local-config';

/**
 * Whether kustomize makes nothing of an object, whatever lists it: the annotation has any value but `false`. `kubectl apply` of the file
 * itself ignores the annotation. Source: kustomize `api/resource/factory.go`, DropLocalNodes.
 */
export function isLocalConfig({ object }: Manifest): boolean {
  const value = stringAt(object, 'metadata', 'annotations', ANNOTATION);
  return value !== undefined && value !== 'false';
}

/** The entry about such an object. A person has written the annotation, so it does not decide the outcome. */
export function localConfigEntry(manifest: Manifest): NotEvaluated {
  return unevaluated(manifest, `kustomize leaves out this ${manifest.object.kind} (${ANNOTATION}), so it was not checked.`);
}
