import type { Visibility } from '../snapshot.ts';
import { degradationOf } from './degradation.ts';
import type { Notice } from './notices.ts';
import { rbacRuleFor, subjectOf } from './rbac-rule.ts';
import type { Interest } from './reader.ts';

/** How a type can be read. */
export interface TypeAccess {
  readonly interest: Interest;
  /** Known once the type was found. */
  readonly plural: string | undefined;
  readonly state: Visibility;
  readonly watchDenied: boolean;
}

/**
 * What the hub does not let be read or watched, what comes of it, and the rule that would allow it; `undefined` when all may be.
 * @param pollMs between two lists of what may not be watched
 * @param user as the hub calls whoever asks, where it told
 */
export function accessNotice(types: readonly TypeAccess[], pollMs: number, user?: string): Notice | undefined {
  const unlisted = types.flatMap(({ interest, state }) =>
    state.kind === 'denied' ? [{ kind: interest.kind, message: state.message }] : [],
  );
  const unwatched = types.filter(({ state, watchDenied }) => watchDenied && state.kind !== 'denied').map(({ interest }) => interest.kind);
  if (unlisted.length === 0 && unwatched.length === 0) return undefined;
  const lacking = types.filter(({ state, watchDenied }) => state.kind === 'denied' || watchDenied);
  const rule = rbacRuleFor(
    lacking.flatMap(({ interest: { group }, plural }) => (plural === undefined ? [] : [{ group, plural }])),
    user ?? unlisted.flatMap(({ message }) => subjectOf(message) ?? [])[0],
  );
  const lines = [
    ...(unlisted.length === 0 ? [] : ['the hub does not let these be read:', ...unlisted.flatMap(consequence)]),
    ...(unwatched.length === 0 ? [] : [polled(unwatched, pollMs)]),
    'This rule would allow it:',
    rule,
  ];
  return { kind: unlisted.length > 0 ? 'denied' : 'degraded', message: lines.join('\n') };
}

function consequence({ kind, message }: { readonly kind: string; readonly message: string }): readonly string[] {
  return [`- ${message}`, `  hence: ${degradationOf(kind)}`];
}

function polled(kinds: readonly string[], pollMs: number): string {
  const names = [...new Set(kinds)].join(', ');
  return `the hub does not let these be watched; while waiting they are listed every ${pollMs / 1000} s instead: ${names}`;
}
