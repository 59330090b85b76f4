import type { DeletedPlacement, PlannedPlacement } from '../../report.ts';
import type { RenderedPlacement } from '../../schedule/render-cluster.ts';
import { secretsIn } from '../../secrets/secrets-in.ts';
import type { StaticInput } from './static-input.ts';

/** Hides values from overrides of Secrets in texts about failed patches, because KubeFleet's messages quote them. */
export interface QuotedPatches {
  plan(placement: PlannedPlacement): PlannedPlacement;
  deleted(placement: DeletedPlacement): DeletedPlacement;
  rendered(placement: RenderedPlacement): RenderedPlacement;
}

export function quotedPatches(parts: readonly StaticInput[]): QuotedPatches {
  const overrides = new Set(
    parts.flatMap(({ read, base }) =>
      [...read.manifests, ...(base?.manifests ?? [])].map(({ object }) => object).filter(({ kind }) => kind.endsWith('Override')),
    ),
  );
  const secrets = secretsIn([...overrides]);
  const hide = (text: string): string => secrets?.hide(text) ?? text;
  const open = ({ diffNotVerified }: Pick<PlannedPlacement, 'diffNotVerified'>): Pick<PlannedPlacement, 'diffNotVerified'> =>
    diffNotVerified === undefined ? {} : { diffNotVerified: diffNotVerified.map((entry) => ({ ...entry, reason: hide(entry.reason) })) };
  return {
    plan: (placement) =>
      secrets === undefined
        ? placement
        : {
            ...placement,
            ...open(placement),
            ...(placement.overrides === undefined
              ? {}
              : {
                  overrides: placement.overrides.map((override) => ({
                    ...override,
                    failures: override.failures.map((failure) => ({ ...failure, error: hide(failure.error) })),
                    ...(override.mayFail === undefined
                      ? {}
                      : { mayFail: override.mayFail.map((failure) => ({ ...failure, error: hide(failure.error) })) }),
                  })),
                }),
          },
    deleted: (placement) => (secrets === undefined ? placement : { ...placement, ...open(placement) }),
    rendered: (placement) => ({ ...placement, notes: placement.notes.map(hide) }),
  };
}
