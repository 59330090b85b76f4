import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { systemClock } from '../gates/clock.ts';
import { expectationOf } from '../gates/deploy/expectation.ts';
import { connectHub } from '../gates/hub/connect-hub.ts';
import type { Progress } from '../gates/loop/progress.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { wait } from '../gates/loop/wait.ts';
import { progressLines } from '../report/text/progress.ts';
import type { GatedPlacement, GateReport } from '../report.ts';
import { temporaryFolder } from '../static/read/files/temporary-folder.ts';
import { startEmbeddedHub } from './hub/embedded-hub.ts';
import { kubectlWaitIsMet } from './kubectl-wait.ts';
import { deployedManifests, FALSE_GREEN_ENDS, shopStory } from './story/shop-story.ts';

export interface ShopGate {
  readonly report: GateReport;
  /** Placements that `kubectl wait` accepted while the gate still waited, as `Kind/name`. */
  readonly falselyGreen: readonly string[];
}

export interface Narrator {
  /** Output of the gate itself. */
  line(text: string): void;
  /** Comments of the demo. */
  aside(text: string): void;
}

/** Plays the shop's two deploys on an embedded hub and gates both through the live reader, reporting each change. Takes about 6 s. */
export async function gateShop(say: Narrator, signal: AbortSignal): Promise<ShopGate> {
  const hub = await startEmbeddedHub();
  const temporary = temporaryFolder('demo');
  try {
    const kubeconfig = join(temporary.path, 'kubeconfig');
    await writeFile(kubeconfig, hub.kubeconfig(), { mode: 0o600 });
    const reader = await connectHub({ kubeconfig, env: {}, wallClock: () => Date.now() });
    const expectation = expectationOf({ targets: [], manifests: deployedManifests() });
    const falselyGreen = new Set<string>();
    const seen = new AbortController();
    const began = systemClock.now();
    // On a slow machine the gate must still see the false green: the story waits for it, but for a limited time.
    const untilSeen = (): Promise<void> => systemClock.sleep(120_000, AbortSignal.any([seen.signal, signal]));
    hub.play(shopStory(), { onMark: (note) => (note === FALSE_GREEN_ENDS ? untilSeen() : undefined) });
    const onProgress = (progress: Progress): void => {
      for (const { object, summary } of greenForKubectl(reader.state(), progress.state.placements)) {
        const name = displayName(object);
        if (falselyGreen.has(name)) continue;
        falselyGreen.add(name);
        seen.abort();
        say.aside(
          `kubectl wait would have said "condition met" here: ${name} is Available, at its current generation. The gate waits: ${summary}.`,
        );
      }
      const { at, changes, awaiting, state } = progress;
      const view = {
        at,
        now: at,
        changes,
        awaiting,
        gated: state.placements,
        elapsed: systemClock.now() - began,
        timeout: expectation.options.timeout,
      };
      for (const line of progressLines(view)) say.line(line);
    };
    try {
      return { report: await wait({ reader, clock: systemClock, expectation, onProgress, signal }), falselyGreen: [...falselyGreen] };
    } finally {
      await reader.close();
    }
  } finally {
    await hub.close();
    temporary.remove();
  }
}

function greenForKubectl(hub: HubState, placements: readonly GatedPlacement[]): readonly GatedPlacement[] {
  return placements.filter(({ object, verdict }) => {
    const placement = hub.get({ group: PLACEMENT_GROUP, kind: object.kind }, object.namespace, object.name);
    return verdict !== 'passed' && placement !== undefined && kubectlWaitIsMet(placement, 'ClusterResourcePlacementAvailable');
  });
}
