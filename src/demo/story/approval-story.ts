import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { StoryEvent } from '../hub/player.ts';
import { PlacementRollout } from './placement-rollout.ts';
import { DEPLOYED_AT, joinMembers, objectsOf } from './shop-story.ts';
import { stored } from './stored-object.ts';
import { openStorybook, type Storybook } from './storybook.ts';

/** The run that asks for an approval, and the mark from which its canary cluster is available again. */
export const RUN = 'storefront-2026-11-02';
export const BROKEN = 'broken';
export const HEALED = 'healed';

const CANARY = 'oslo';
const API = `${PLACEMENT_GROUP}/v1beta1`;

/**
 * A staged update run has finished its canary cluster and asks for an approval. At the mark `broken` the pods there are not available any
 * more, at the mark `healed` they are again. Both follow each other at once: each mark pauses the story.
 */
export function approvalStory(): readonly StoryEvent[] {
  const book = openStorybook(DEPLOYED_AT);
  const members = objectsOf('fleet/members.yaml');
  book.at(-9000);
  joinMembers(book, members);
  const [placement] = objectsOf('storefront/placement.yaml');
  if (placement === undefined) throw new Error('the sample repository has no placement for storefront');
  const spec = { ...(placement['spec'] as object), strategy: { type: 'External' } };
  const app = objectsOf('storefront/app.yaml');
  const rollout = new PlacementRollout(book, stored({ ...placement, spec }), [CANARY]);
  book.at(-600);
  for (const resource of app) book.put(stored(resource));
  rollout.putPolicySnapshot(true);
  rollout.takeSnapshot(app.map((resource) => stored(resource)));
  rollout.bind(CANARY);
  rollout.putWork(CANARY);
  rollout.reach(CANARY, { kind: 'available' });
  rollout.putPlacement();
  putRun(book);
  book.at(0);
  rollout.reach(CANARY, { kind: 'applied' });
  rollout.putPlacement();
  book.mark('deploy');
  book.at(0.1);
  book.mark(BROKEN);
  rollout.reach(CANARY, { kind: 'available' });
  rollout.putPlacement();
  book.at(0.2);
  book.mark(HEALED);
  return book.events;
}

function putRun(book: Storybook): void {
  const at = { observedGeneration: 1, lastTransitionTime: book.now, message: '' };
  const condition = (type: string, status: string, reason: string): object => ({ type, status, reason, ...at });
  const request = `${RUN}-after-canary`;
  const stages = [
    {
      stageName: 'canary',
      clusters: [
        {
          clusterName: CANARY,
          conditions: [condition('Started', 'True', 'ClusterUpdatingStarted'), condition('Succeeded', 'True', 'ClusterUpdatingSucceeded')],
        },
      ],
      conditions: [condition('Progressing', 'False', 'StageUpdatingWaiting')],
      afterStageTaskStatus: [
        {
          type: 'Approval',
          approvalRequestName: request,
          conditions: [condition('ApprovalRequestCreated', 'True', 'StageTaskApprovalRequestCreated')],
        },
      ],
    },
    { stageName: 'prod', clusters: [] },
  ];
  const run: KubeObject = {
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: RUN, generation: 1 },
    spec: { placementName: 'storefront', stagedRolloutStrategyName: 'staging-first', state: 'Run' },
    status: {
      conditions: [
        condition('Initialized', 'True', 'UpdateRunInitializedSuccessfully'),
        condition('Progressing', 'False', 'UpdateRunWaiting'),
      ],
      resourceSnapshotIndexUsed: '0',
      stagedUpdateStrategySnapshot: { stages: [{ name: 'canary', afterStageTasks: [{ type: 'Approval' }] }, { name: 'prod' }] },
      stagesStatus: stages,
    },
  };
  book.put(run);
  book.put({
    apiVersion: API,
    kind: 'ClusterApprovalRequest',
    metadata: { name: request, generation: 1 },
    spec: { parentStageRollout: RUN, targetStage: 'canary' },
  });
}
