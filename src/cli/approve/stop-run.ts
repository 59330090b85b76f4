import { displayName } from '../../fleet/kubernetes/object.ts';
import type { HubWriter } from '../../gates/hub/write/hub-writer.ts';
import type { RunView } from '../../gates/view/run.ts';
import type { RunStop } from '../../report.ts';

export interface Stopping {
  readonly stop: RunStop;
  /** The run has changed since it was checked. */
  readonly again: boolean;
  readonly refused?: string;
}

/**
 * Sets `spec.state` of the run to `Stop`. KubeFleet then starts no further cluster, and clusters that the run has updated keep the new
 * content (KubeFleet pkg/controllers/updaterun/controller.go). Only a run in state `Run` can be stopped.
 */
export async function stopRun(
  run: RunView,
  { writer, dryRun }: { readonly writer: Pick<HubWriter, 'mergePatch'>; readonly dryRun: boolean },
): Promise<Stopping> {
  const name = displayName(run.ref);
  const ended = (result: RunStop['result'], message: string, again = false): Stopping => ({ stop: { result, message }, again });
  if (run.state !== 'Run')
    return ended('notStopped', `${name} is not stopped: its state is ${run.state}, and only a run in state Run can be.`);
  if (dryRun) return ended('wouldStop', `${name} would be stopped (spec.state: Stop).`);
  const { resourceVersion } = run.object.metadata;
  const written = await writer.mergePatch(run.ref, { metadata: { resourceVersion }, spec: { state: 'Stop' } });
  if (written.kind === 'written')
    return ended('stopped', `${name} is stopped (spec.state: Stop). Clusters that it has updated keep the new content.`);
  const again = written.kind === 'changed' || written.kind === 'unknown';
  const failed = ended('notStopped', `${name} is not stopped: ${written.message}.`, again);
  return written.kind === 'denied' ? { ...failed, refused: written.message } : failed;
}
