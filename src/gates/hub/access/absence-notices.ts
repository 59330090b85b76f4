import type { TypeAccess } from './access-notice.ts';
import type { Notice } from './notices.ts';

/** The kinds that the hub does not serve, in one notice a group. */
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
