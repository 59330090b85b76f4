/** So many of something: a number, or a percentage of all there are. */
export type Share = { readonly count: number } | { readonly percent: number };

/** The form `parseShare` reads, for schemas. */
export const SHARE_PATTERN = '^(\\d{1,9}|(\\d{1,2}|100)%)$';

const SHARE = new RegExp(SHARE_PATTERN);

/** `3`, `20%`; `undefined` for anything else. */
export function parseShare(text: string): Share | undefined {
  if (!SHARE.test(text)) return undefined;
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { count: Number(text) };
}

export function shareText(share: Share): string {
  return 'count' in share ? String(share.count) : `${share.percent}%`;
}

/** The most that are still within the share: part of one is none. */
export function atMost(share: Share, total: number): number {
  return 'count' in share ? share.count : Math.floor((share.percent * total) / 100);
}

/** The fewest that make up the share: part of one is one. */
export function atLeast(share: Share, total: number): number {
  return 'count' in share ? share.count : Math.ceil((share.percent * total) / 100);
}
