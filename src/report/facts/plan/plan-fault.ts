import { withoutGoPrint } from '../../../fleet/kubernetes/go-print.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { PlannedOverride, PlannedPlacement, PlanReport } from '../../../report.ts';
import { placementName } from './placement-name.ts';
import { counted } from '../words/words.ts';

/**
 * Why a placement would not have its intended effect, in one line: the hub refuses it, an object of it or an edit; it is not scheduled; it
 * picks no cluster (which the hub reports as fulfilled); a patch fails; or the hub refuses its update run. `undefined` if all is well or it
 * is not known. Untrusted text.
 */
export function planFault({
  refused = [],
  refusedResources: [refusedResource] = [],
  unknown,
  scheduled,
  picked,
  unpicked,
  reason,
  overrides = [],
  runs = [],
  change,
}: PlannedPlacement): string | undefined {
  const [refusal] = refused;
  if (refusal !== undefined) return `would be refused by the hub: ${refusal}`;
  if (refusedResource !== undefined) return `would not place ${displayName(refusedResource)}, because the hub refuses it`;
  const [refusedEdit] = change?.refused ?? [];
  if (refusedEdit !== undefined) return `would not change completely: ${refusedEdit}`;
  if (unknown === true) return undefined;
  if (scheduled !== 'True') return `would not be scheduled: ${reason}`;
  if (picked.length === 0) return `would pick no cluster: ${whyNone(unpicked) ?? reason}`;
  for (const { object, failures, refused: [why] = [] } of overrides) {
    if (why !== undefined) return `would be placed without ${displayName(object)} in this form, because the hub refuses it: ${why}`;
    const [first] = failures;
    const clusters = [...new Set(failures.flatMap((failure) => failure.clusters))];
    if (first !== undefined) return `would not reach ${listed(clusters, 3)}: ${displayName(object)} fails: ${first.error}`;
  }
  for (const { object, errors } of runs) {
    const [first] = errors;
    if (first !== undefined) return `would not be rolled out by ${displayName(object)}: ${first}`;
  }
  return undefined;
}

/** The clusters that patches keep from a placement, and its fault without their names, which identifies it in the plan of another tree. */
export function lastingFault(placement: PlannedPlacement): { readonly holdsOn: readonly string[]; readonly lasting: string | undefined } {
  const { overrides = [] } = placement;
  const nameless = ({ resource, clusters, error }: PlannedOverride['failures'][number]): PlannedOverride['failures'][number] => ({
    resource,
    clusters: [],
    error: clusters.reduce((text, name) => text.replace(`cluster ${name}`, 'cluster'), error),
  });
  return {
    holdsOn: overrides.flatMap(({ failures }) => failures.flatMap(({ clusters }) => clusters)),
    lasting: planFault({ ...placement, overrides: overrides.map((each) => ({ ...each, failures: each.failures.map(nameless) })) }),
  };
}

/** Why a placement could not be planned, in one line; `undefined` if it is planned, or certain to fail. Untrusted text. */
export function planGap(placement: PlannedPlacement): string | undefined {
  return placement.unknown === true && planFault(placement) === undefined ? `is not planned: ${placement.reason}` : undefined;
}

/** What in a plan depends on unknown facts, overrides and update runs included, in whole sentences. Untrusted text. */
export function planDoubts({ notVerified = [], runs = [], overrides = [] }: PlannedPlacement): readonly string[] {
  const patches = overrides.flatMap(({ object, mayFail = [] }) =>
    mayFail.map(
      (entry) => `${displayName(object)} may fail on ${displayName(entry.resource)} (${listed(entry.clusters, 3)}): ${mayFailText(entry)}.`,
    ),
  );
  return [
    ...notVerified,
    ...patches,
    ...runs.flatMap((run) => (run.notVerified ?? []).map((text) => `${displayName(run.object)}: ${text}`)),
  ];
}

/** `replace operation does not apply: …; nothing is synced there, unless …` */
export function mayFailText({ error, unless }: NonNullable<PlannedOverride['mayFail']>[number]): string {
  return `${error}; nothing is synced there, unless ${unless}`;
}

/** A sentence about a placement that a format without plans must not leave out. */
export interface PlanNote {
  readonly kind: 'fault' | 'gap' | 'warning' | 'doubt';
  readonly name: string;
  /** Begins with the name. Untrusted text. */
  readonly text: string;
}

/** Placements without their intended effect or that could not be planned, then warnings of a change, then what is not verified. */
export function planNotes({ placements }: PlanReport): readonly PlanNote[] {
  return placements.flatMap((placement): readonly PlanNote[] => {
    const name = placementName(placement);
    const fault = planFault(placement);
    const text = fault ?? planGap(placement);
    return [
      ...(text === undefined ? [] : [{ kind: fault === undefined ? 'gap' : 'fault', name, text: `${name} ${text}` } as const]),
      ...(placement.change?.warnings ?? []).map((warning) => ({ kind: 'warning', name, text: `${name}: ${warning}` }) as const),
      ...planDoubts(placement).map((doubt) => ({ kind: 'doubt', name, text: `${name}: not verified: ${doubt}` }) as const),
    ];
  });
}

/** The reason that the hub gives if it found all clusters that were asked for. */
function whyNone([first, ...others]: PlannedPlacement['unpicked']): string | undefined {
  if (first === undefined) return undefined;
  return `${first.cluster}: ${withoutGoPrint(first.reason)}${others.length === 0 ? '' : ` (and ${counted(others.length, 'more cluster')})`}`;
}
