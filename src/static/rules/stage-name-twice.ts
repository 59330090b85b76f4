/**
 * The name of an approval request consists of its run and its stage. A second stage of that name finds the request that was already
 * approved. Source: `pkg/controllers/updaterun/execution.go`, handleStageApprovalTask (an existing request for the same run and stage name
 * is used); the CRD does not require unique names.
 */
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Namesake {
  readonly name: string;
  readonly sharesApproval: boolean;
}

export const stageNameTwice = defineRule<Namesake>({
  id: 'stage-name-twice',
  summary: 'Two stages of the strategy have the same name',
  effect: 'misbehaves',
  otherwise: { advice: 'the two stages do not share an approval' },
  kinds: ['ClusterStagedUpdateStrategy', 'StagedUpdateStrategy'],
  why: 'Approval requests are called `<run>-before-<stage>` and `<run>-after-<stage>`. If two stages with an approval have the same name, the second one finds the request of the first, which is already approved, and continues without asking: clusters are updated without an approval. Reports and messages cannot distinguish such stages either.',
  remedy: 'Give each stage a unique name.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ name, sharesApproval }) =>
    sharesApproval
      ? `Two stages have the name ${name}: the approval of the first also approves the second, without asking again.`
      : `Two stages have the name ${name}.`,
  *check(manifest) {
    const first = new Map<string, { readonly at: string; readonly approvals: readonly string[] }>();
    for (const [index, stage] of listAt(manifest.object, 'spec', 'stages').entries()) {
      const name = stringAt(stage, 'name');
      const at = `/spec/stages/${index}/name`;
      if (name === undefined || !isResolved(manifest, at)) continue;
      const approvals = ['beforeStageTasks', 'afterStageTasks'].filter((tasks) =>
        listAt(stage, tasks).some((task) => stringAt(task, 'type') === 'Approval'),
      );
      const other = first.get(name);
      if (other === undefined) {
        first.set(name, { at, approvals });
        continue;
      }
      const sharesApproval = approvals.some((tasks) => other.approvals.includes(tasks));
      const related = [{ manifest, at: other.at, message: 'the first of that name' }];
      yield { at, data: { name, sharesApproval }, related, ...(sharesApproval ? {} : { effect: 'advice' }) };
    }
  },
});
