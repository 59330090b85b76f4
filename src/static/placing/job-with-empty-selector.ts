import { field } from '../../fleet/json/json.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';

/**
 * Whether it is a Job that KubeFleet sends with an empty selector: it takes the one that the hub's API server wrote out of it, and leaves
 * `matchLabels: {}` (`pkg/utils/controller/resource_selector_resolver.go`, generateRawContent). What an envelope holds is sent as it is.
 */
export function isJobWithEmptySelector(manifest: Manifest): boolean {
  const { object } = manifest;
  if (object.kind !== 'Job' || groupOf(object.apiVersion) !== 'batch') return false;
  return field(object, 'spec', 'manualSelector') !== true && isResolved(manifest, '/spec/manualSelector');
}
