import { objectKey } from '../fleet/object.ts';
import { arrivedKeys } from './content/deploy.ts';
import { effectOf, nextTimer } from './effect.ts';
import type { Judged } from './effect.ts';
import { externalSightings, isDelivered } from './external.ts';
import { gatedPlacement } from './gated-placement.ts';
import { identify } from './identify.ts';
import { judgeGone } from './judge-gone.ts';
import { keptTimers } from './kept-timers.ts';
import type { Look } from './look.ts';
import { pendingWork } from './pending-work.ts';
import { placementQuestion } from './placement-question.ts';
import type { PlacementQuestion } from './question.ts';
import type { Sighting } from './sighting.ts';
import { clusterSightings } from './sightings/clusters.ts';
import { contentSightings, isTakenOver } from './sightings/content.ts';
import { deadlockSightings } from './sightings/deadlock.ts';
import { evictionSightings } from './sightings/evictions.ts';
import { notableSightings } from './sightings/notable.ts';
import { schedulingSightings } from './sightings/scheduling.ts';
import { undecidedSightings } from './sightings/undecided.ts';
import { targetName } from './target.ts';
import type { Target } from './target.ts';
import { isDeleting, typeOf } from './view/seen.ts';

export function judgePlacement(target: Target, look: Look): Judged {
  const { snapshot, memory } = look;
  const placement = snapshot.get(typeOf(target.kind), target.namespace, target.name);
  if (placement === undefined || isDeleting(placement)) return judgeGone(target, look);
  const question = placementQuestion(placement, look);
  const name = targetName(target);
  const uid = placement.metadata.uid ?? '';
  const index = question.freshness.kind === 'fresh' ? String(question.freshness.index) : '';
  const sightings = sightingsOf(question);
  const scheduling = identify(sightings.filter(isAboutPlacement), look, `${name}|${uid}|g${String(question.view.generation)}`);
  const onClusters = sightings.filter((sighting) => !isAboutPlacement(sighting));
  const rolling = identify(onClusters, look, `${name}|${uid}|${index}`);
  const found = [...scheduling.found, ...rolling.found];
  const pending = pendingWork(question, found);
  const effect = effectOf(found, pending);
  const gated = gatedPlacement(question, effect, found, pending?.message);
  return {
    gated,
    effect,
    complete: gated.clusters.every((cluster) => cluster.verdict !== 'waiting'),
    ...nextTimer(found, question.settling?.remaining),
    memory: {
      firstSeen: new Map([
        ...keptTimers(question.clusters, memory, `${name}|${uid}|${index}|`),
        ...scheduling.firstSeen,
        ...rolling.firstSeen,
      ]),
      arrived: arrivedKeys(question.deployed, memory),
      uids: new Map([...memory.uids, [name, uid]]),
    },
  };
}

function sightingsOf(question: PlacementQuestion): readonly Sighting[] {
  const content = contentSightings(question);
  if (content.some((sighting) => sighting.fact === 'content-replaced') && !isDelivered(question)) return content;
  const own = question.deployed.find((object) => objectKey(object.ref) === objectKey(question.view.ref));
  if (own?.state === 'awaited') return content;
  const scheduling = schedulingSightings(question);
  if (question.options.for === 'scheduled') return scheduling;
  const refused = scheduling.some((sighting) => sighting.condition?.reason === 'InvalidResourceSelectors');
  if (refused) return scheduling;
  return [
    ...scheduling,
    ...content.filter((sighting) => !isTakenOver(sighting) || !isDelivered(question)),
    ...(question.view.external ? externalSightings(question) : [...undecidedSightings(question), ...deadlockSightings(question)]),
    ...clusterSightings(question),
    ...notableSightings(question),
    ...evictionSightings(question),
  ];
}

function isAboutPlacement(sighting: Sighting): boolean {
  return sighting.scope === 'placement' && sighting.stage === 'Scheduled';
}
