import type { NotEvaluated } from '../../finding.ts';
import type { PlanReport } from '../../report.ts';
import { planInSteps } from '../../schedule/plan.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { lastingFault } from '../../report/facts/plan/plan-fault.ts';
import { renderCluster, type RenderedPlacement } from '../../schedule/render-cluster.ts';
import { unreadOfBase } from './base/unread-of-base.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { NO_PART } from '../../static/compare/tree-parts.ts';
import type { JudgingIo } from '../process/io.ts';
import type { AskedDiff } from './asked-diff.ts';
import { type PartPlan, plansWithDiff } from './plans-with-diff.ts';
import { quotedPatches } from './quoted-patches.ts';
import type { RefusalsOf } from './refusals.ts';
import type { StaticInput } from './static-input.ts';
import { ofUnknownClusters, ofUnknownProperties } from './not-planned-reasons.ts';
import { type OpenReference, openReferences } from './open-between-parts.ts';
import { plannedParts } from './per-hub/planned-parts.ts';
import { overlayOf, planInput } from './tree-part-inputs.ts';
import { withoutDeleted } from './without-deleted.ts';

/** The plan of a tree. Each overlay and each folder for one hub is planned separately. */
export interface PlannedTree {
  readonly plan: PlanReport;
  /**
   * Placements of parts whose clusters are not known while those of other parts are, and placements that require unknown cluster
   * properties.
   */
  readonly unplanned: readonly NotEvaluated[];
  /** The faults that affect the exit code, one for each placement that would not work as intended. */
  readonly faults: readonly PartFault[];
  /** The objects that a cluster gets; `undefined` if it is not a member. */
  onCluster(name: string): readonly RenderedPlacement[] | undefined;
}

/** A fault of a placement in the part with this key. */
export interface PartFault {
  /** With the name of the placement, and without names of clusters that patches keep from it. */
  readonly text: string;
  readonly holdsOn: readonly string[];
  readonly part: string;
}

/**
 * Plans a tree; `undefined` if the member clusters are not known.
 * @param refusals what the hub refuses in the tree
 * @param asked the requested object changes on clusters; none if absent
 */
export async function planTree(
  input: StaticInput,
  refusals: RefusalsOf,
  io: Pick<JudgingIo, 'turns'>,
  asked?: AskedDiff,
): Promise<PlannedTree | undefined> {
  return planParts(plannedParts(input).map(withoutDeleted), refusals, io, { asked, open: openReferences(input) });
}

/** Plans the parts of a tree. @param options.open what placements select if other parts are for their hub */
export async function planParts(
  parts: readonly StaticInput[],
  refusals: RefusalsOf,
  { turns }: Pick<JudgingIo, 'turns'>,
  { asked, open }: { readonly asked?: AskedDiff | undefined; readonly open?: ReadonlyMap<Manifest, readonly OpenReference[]> } = {},
): Promise<PlannedTree | undefined> {
  const unplanned: NotEvaluated[] = [];
  const bare: PartPlan[] = [];
  for (const part of parts) {
    const planned = planInput(part, refusals, open);
    if (planned === undefined) {
      unplanned.push(...ofUnknownClusters(part));
      continue;
    }
    const plan = await turns.run(planInSteps(planned));
    unplanned.push(...ofUnknownProperties(part, planned, plan));
    bare.push({ part: part.part, planned, plan });
  }
  const [first] = parts;
  if (bare.length === 0 || first === undefined) return undefined;
  const { plans, diff } = asked === undefined || first.base === undefined ? { plans: bare } : plansWithDiff(bare, asked, parts);
  const quoted = quotedPatches(parts);
  // A diff reports them with other unknown data.
  const unread = diff === undefined ? unreadOfBase(first, 'the change may add or remove more than this plan shows') : [];
  const assumptions = [...new Set([...plans.flatMap(({ plan }) => plan.assumptions ?? []), ...unread])];
  const deleted = plans.flatMap(({ plan, part }) =>
    (plan.deleted ?? []).map((placement) => ({ ...quoted.deleted(placement), ...overlayOf(part) })),
  );
  return {
    plan: {
      clusters: Math.max(...plans.map(({ plan }) => plan.clusters)),
      ...(assumptions.length === 0 ? {} : { assumptions }),
      placements: plans.flatMap(({ plan, part }) =>
        plan.placements.map((placement) => ({ ...quoted.plan(placement), ...overlayOf(part) })),
      ),
      ...(deleted.length === 0 ? {} : { deleted }),
      ...(diff === undefined ? {} : { diff }),
    },
    faults: plans.flatMap(({ plan, part }) =>
      plan.placements.flatMap((placement) => {
        const { lasting, holdsOn } = lastingFault(placement);
        return lasting === undefined ? [] : [{ text: `${displayName(placement.object)} ${lasting}`, holdsOn, part: part?.key ?? NO_PART }];
      }),
    ),
    unplanned,
    onCluster(name) {
      const rendered = plans.flatMap(({ planned, plan, part }) =>
        (renderCluster(planned, plan, name) ?? []).map((each) => ({ ...quoted.rendered(each), ...overlayOf(part) })),
      );
      return plans.some(({ planned }) => planned.members.some(({ metadata }) => metadata.name === name)) ? rendered : undefined;
    },
  };
}
