import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { degradationOf } from './degradation.ts';
import type { ClusterRole } from './degradation.ts';
import type { Notice } from './notices.ts';
import { rbacRuleFor, type RbacResource, subjectOf, wouldAllow } from './rbac-rule.ts';

/** How a type can be read. */
export interface TypeAccess {
  readonly interest: Interest;
  /** The permissions it needs; known after the type was found. */
  readonly resource: RbacResource | undefined;
  readonly state: Visibility;
  readonly watchDenied: boolean;
}

export interface AccessContext {
  readonly role: ClusterRole;
  /** Milliseconds between two lists of a type that may not be watched. */
  readonly pollMs: number;
  /** Further permissions that the command needs, although it does not follow these types yet. */
  readonly needed?: readonly RbacResource[];
  /** The name that the cluster gives to our identity, if it reported one. */
  readonly user?: string;
}

/**
 * Reports what a cluster does not allow to be read or watched, the effect, and the rule that would allow all of it. Returns `undefined` if
 * all may be read.
 */
export function accessNotice(types: readonly TypeAccess[], { role, pollMs, needed = [], user }: AccessContext): Notice | undefined {
  const unlisted = types.flatMap(({ interest, state }) =>
    state.kind === 'denied' ? [{ kind: interest.kind, message: state.message }] : [],
  );
  const unwatched = types.filter(({ state, watchDenied }) => watchDenied && state.kind !== 'denied').map(({ interest }) => interest.kind);
  if (unlisted.length === 0 && unwatched.length === 0) return undefined;
  // The rule includes what may be read already. If it replaces an earlier rule, it must not remove a permission.
  const rule = rbacRuleFor(
    [...types.flatMap(({ resource }) => resource ?? []), ...needed],
    user ?? unlisted.flatMap(({ message }) => subjectOf(message) ?? [])[0],
  );
  const lines = [
    ...(unlisted.length === 0
      ? []
      : [
          `the ${role} does not let these be read:`,
          ...unlisted.flatMap(({ kind, message }) => [`- ${message}`, `  hence: ${degradationOf(kind, role)}`]),
        ]),
    ...(unwatched.length === 0 ? [] : [`the ${role} does not let these be watched; ${polled(unwatched, pollMs)}`]),
    wouldAllow(rule),
    rule.yaml,
  ];
  return { kind: unlisted.length > 0 ? 'denied' : 'degraded', message: lines.join('\n'), rule };
}

/** The kinds that the hub does not serve, in one notice for each group. */
export function absenceNotices(types: readonly TypeAccess[]): readonly Notice[] {
  const absent = types.flatMap(({ interest: { group, kind }, state }) =>
    state.kind === 'notServed' ? [{ group, kind, message: state.message }] : [],
  );
  return [...Map.groupBy(absent, ({ group }) => group).values()].map((ofGroup) => {
    const others = new Set(ofGroup.map(({ kind }) => kind));
    others.delete(ofGroup[0]?.kind ?? '');
    const more = others.size === 0 ? '' : ` (the same of ${[...others].join(', ')})`;
    return { kind: 'notServed', message: `${ofGroup[0]?.message ?? ''}${more}` };
  });
}

function polled(kinds: readonly string[], pollMs: number): string {
  return `while waiting they are listed every ${pollMs / 1000} s instead: ${[...new Set(kinds)].join(', ')}`;
}
