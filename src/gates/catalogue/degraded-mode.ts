import type { Details } from './failure.ts';
import type { Observation } from '../observations/observation.ts';

/**
 * The member refused the object in the dry run a comparison needs, so that it was compared whole. KubeFleet would be refused as well where it
 * may overwrite (KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go). For a takeover only the message tells.
 */
export function isDegraded({ condition }: Observation): boolean {
  return condition?.reason === 'FoundDriftsInDegradedMode' || (condition?.message.includes('in degraded mode') ?? false);
}

/** @param read the step that shows the differences */
export function degradedDetails(read: string, why: string): Details {
  return {
    explain: `${why} Its API server refuses the object as it was deployed, in a dry run: overwriting it is refused as well.`,
    remedy: [
      read,
      'See what {cluster} refuses. There, with the manifest: `kubectl apply --dry-run=server -f FILE`',
      'Correct the manifest. Where it changes a field that cannot change, and losing the object is acceptable, let KubeFleet create it anew. On {cluster}: `kubectl delete {objectArgs}`',
    ],
  };
}
