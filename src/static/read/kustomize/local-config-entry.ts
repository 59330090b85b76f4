import type { NotEvaluated } from '../../../finding.ts';
import { LOCAL_CONFIG } from '../../../fleet/kubernetes/local-config.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';

/** The entry about an object that kustomize or another tool leaves out. A person has written the annotation, so it does not decide the outcome. */
export function localConfigEntry(manifest: Manifest, by = 'kustomize'): NotEvaluated {
  return unevaluated(manifest, `${by} leaves out this ${manifest.object.kind} (${LOCAL_CONFIG}), so it was not checked.`);
}
