import type { PlannedPlacement } from '../report.ts';
import type { RenderedPlacement } from '../schedule/render-cluster.ts';
import { secretsIn } from '../secrets/secrets-in.ts';
import type { StaticInput } from './static-input.ts';

/** Hides in what is said of failed patches the values that overrides of Secrets give: KubeFleet's own words quote them. */
export interface QuotedPatches {
  plan(placement: PlannedPlacement): PlannedPlacement;
  rendered(placement: RenderedPlacement): RenderedPlacement;
}

export function quotedPatches(parts: readonly StaticInput[]): QuotedPatches {
  const overrides = new Set(
    parts.flatMap(({ read }) => read.manifests.map(({ object }) => object).filter(({ kind }) => kind.endsWith('Override'))),
  );
  const secrets = secretsIn([...overrides]);
  const hide = (text: string): string => secrets?.hide(text) ?? text;
  return {
    plan: (placement) =>
      secrets === undefined || placement.overrides === undefined
        ? placement
        : {
            ...placement,
            overrides: placement.overrides.map((override) => ({
              ...override,
              failures: override.failures.map((failure) => ({ ...failure, error: hide(failure.error) })),
            })),
          },
    rendered: (placement) => ({ ...placement, notes: placement.notes.map(hide) }),
  };
}
