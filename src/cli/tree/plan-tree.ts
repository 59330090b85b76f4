import type { NotEvaluated } from '../../finding.ts';
import type { PlanReport } from '../../report.ts';
import { planInSteps } from '../../schedule/plan.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { counted } from '../../report/facts/words/words.ts';
import { planFault } from '../../report/facts/plan/plan-fault.ts';
import { renderCluster, type RenderedPlacement } from '../../schedule/render-cluster.ts';
import { unreadFleetFiles } from '../../static/read/files/unread-fleet-files.ts';
import { NO_PART } from '../../static/compare/tree-parts.ts';
import type { JudgingIo } from '../process/io.ts';
import type { AskedDiff } from './asked-diff.ts';
import { type PartPlan, plansWithDiff } from './plans-with-diff.ts';
import { quotedPatches } from './quoted-patches.ts';
import type { RefusalsOf } from './refusals.ts';
import type { StaticInput } from './static-input.ts';
import { ofUnknownClusters, ofUntoldProperties } from './not-planned-reasons.ts';
import { overlayOf, partsOf, planInput } from './tree-part-inputs.ts';

/** The plan of a tree, each overlay and each folder for one hub by itself. */
export interface PlannedTree {
  readonly plan: PlanReport;
  /** Placements of parts whose clusters are not known, where those of others are, and those that ask what nobody tells of them. */
  readonly unplanned: readonly NotEvaluated[];
  /** What counts for the exit code, one for each placement that would not do what it is meant to. */
  readonly faults: readonly PartFault[];
  /** What a cluster gets; `undefined` for one that is no member. */
  onCluster(name: string): readonly RenderedPlacement[] | undefined;
}

/** What goes wrong with a placement, which it names, of the part with this key. */
export interface PartFault {
  readonly text: string;
  readonly part: string;
}

/**
 * `undefined` where the member clusters are not known.
 * @param refusals what the hub refuses of the tree
 * @param asked what is asked about the objects on clusters; nothing where it is left out
 */
export async function planTree(
  input: StaticInput,
  refusals: RefusalsOf,
  io: Pick<JudgingIo, 'turns'>,
  asked?: AskedDiff,
): Promise<PlannedTree | undefined> {
  return planParts(partsOf(input), refusals, io, asked);
}

/** The plan of parts of a tree. */
export async function planParts(
  parts: readonly StaticInput[],
  refusals: RefusalsOf,
  { turns }: Pick<JudgingIo, 'turns'>,
  asked?: AskedDiff,
): Promise<PlannedTree | undefined> {
  const unplanned: NotEvaluated[] = [];
  const bare: PartPlan[] = [];
  for (const part of parts) {
    const planned = planInput(part, refusals);
    if (planned === undefined) {
      unplanned.push(...ofUnknownClusters(part));
      continue;
    }
    const plan = await turns.run(planInSteps(planned));
    unplanned.push(...ofUntoldProperties(part, planned, plan));
    bare.push({ part: part.part, planned, plan });
  }
  const [first] = parts;
  if (bare.length === 0 || first === undefined) return undefined;
  const { plans, diff } =
    asked === undefined || first.base === undefined ? { plans: bare } : plansWithDiff(bare, asked, first.read, first.base);
  const quoted = quotedPatches(parts);
  const unread = diff === undefined ? unreadOfBase(first) : [];
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
        const fault = planFault(placement);
        return fault === undefined ? [] : [{ text: `${displayName(placement.object)} ${fault}`, part: part?.key ?? NO_PART }];
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

/** What the base holds and nobody could read, unless the tree still has it and says so. A diff tells it with more that it does not know. */
function unreadOfBase({ read, base }: StaticInput): readonly string[] {
  const now = new Set(unreadFleetFiles(read));
  const files = base === undefined ? [] : [...unreadFleetFiles(base)].filter((file) => !now.has(file));
  if (files.length === 0) return [];
  return [`Of ${counted(files.length, 'file')} of the base not all was evaluated, so more may come or go than this plan shows.`];
}
