/**
 * A stage without a label selector contains no cluster: a missing selector matches nothing, an empty one matches everything. Source:
 * `pkg/controllers/updaterun/initialization.go`, computeRunStageStatus (`LabelSelectorAsSelector` of nil is Nothing). v0.3 also runs the
 * tasks of an empty stage, including an Approval; main skips it.
 */
import { shown } from '../../fleet/text/shown.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelSelector, matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import { labelSlip } from '../answers/label-slip.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface EmptyStage {
  readonly stage: string;
  readonly hasSelector: boolean;
  /** The label that was probably meant. */
  readonly meant?: string | undefined;
}

export const stageSelectsNoCluster = defineRule<EmptyStage>({
  id: 'stage-selects-no-cluster',
  summary: 'A stage of the strategy does not select any cluster',
  effect: 'misbehaves',
  otherwise: { advice: 'the stage has a selector: its clusters may join later' },
  kinds: ['ClusterStagedUpdateStrategy', 'StagedUpdateStrategy'],
  why: 'A stage selects those of the picked clusters that its `labelSelector` matches. Without a selector it matches none; an empty selector matches all. The hub refuses a run with clusters that are not in any stage. On v0.3 an empty stage with an approval still waits for the approval.',
  remedy: 'Give the stage a `labelSelector`; `labelSelector: {}` selects every cluster.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ stage, hasSelector }) =>
    hasSelector
      ? `No member cluster has the labels of stage ${shown(stage)}.`
      : `Stage ${shown(stage)} does not have a labelSelector, so it selects no cluster.`,
  remedyFor: ({ hasSelector, meant }) =>
    meant !== undefined
      ? `Did you mean ${meant}?`
      : hasSelector
        ? 'Correct the labels of the stage, or add the labels to the intended member clusters.'
        : 'Give it a `labelSelector`; `labelSelector: {}` selects every cluster.',
  *check(manifest, world) {
    const clusters = knownClusters(world);
    for (const [index, stage] of listAt(manifest.object, 'spec', 'stages').entries()) {
      const at = `/spec/stages/${index}`;
      if (!isResolved(manifest, at)) continue;
      const selector = labelSelector(objectAt(stage, 'labelSelector'));
      const name = stringAt(stage, 'name') ?? String(index + 1);
      if (selector === undefined) yield { at, data: { stage: name, hasSelector: false } };
      else if (selector.invalid === undefined && clusters?.some(({ labels }) => matchesLabels(selector, labels)) === false) {
        // It may be meant for clusters that will join later.
        yield {
          at: `${at}/labelSelector`,
          part: 'key',
          data: { stage: name, hasSelector: true, meant: labelSlip(objectAt(stage, 'labelSelector'), clusters) },
          effect: 'advice',
        };
      }
    }
  },
});
