import { field } from '../../fleet/json/json.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';

/**
 * Whether KubeFleet sends a Job with an empty selector: it removes the selector that the hub's API server generated, and leaves
 * `matchLabels: {}` (`pkg/utils/controller/resource_selector_resolver.go`, generateRawContent). A Job in an envelope is sent as written.
 */
export function isJobWithEmptySelector(manifest: Manifest): boolean {
  const { object } = manifest;
  if (object.kind !== 'Job' || groupOf(object.apiVersion) !== 'batch') return false;
  return field(object, 'spec', 'manualSelector') !== true && isResolved(manifest, '/spec/manualSelector');
}
