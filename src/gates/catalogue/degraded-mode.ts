import { onMember } from './commands.ts';
import { createdAnew } from './created-anew.ts';
import type { Details } from './failure.ts';
import type { Observation } from '../observations/observation.ts';

/**
 * The member refused the object in the dry run that a comparison needs, so the whole object was compared. KubeFleet would be refused as
 * well if it may overwrite (KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go). For a takeover, only the message shows
 * this.
 */
export function isDegraded({ condition }: Observation): boolean {
  return condition?.reason === 'FoundDriftsInDegradedMode' || (condition?.message.includes('in degraded mode') ?? false);
}

/** @param read the step that shows the differences */
export function degradedDetails(observation: Observation, read: string, why: string): Details {
  return {
    explain: `${why} Its API server refuses the object as it was deployed, in a dry run. Overwriting it is refused too.`,
    remedy: [
      read,
      `See what {cluster} refuses, with the manifest and without a change there: ${onMember('apply --dry-run=server -f FILE')}`,
      'Correct the manifest. If it changes an immutable field, write the value that {cluster} has.',
      ...createdAnew(observation, 'unknown'),
    ],
  };
}
