/** A number, or a percentage of a total. */
export type Share = { readonly count: number } | { readonly percent: number };

/** The format that `parseShare` accepts, for schemas. */
export const SHARE_PATTERN = '^(\\d{1,9}|(\\d{1,2}|100)%)$';

const SHARE = new RegExp(SHARE_PATTERN);

/** Parses `3` or `20%`; `undefined` for other text. */
export function parseShare(text: string): Share | undefined {
  if (!SHARE.test(text)) return undefined;
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { count: Number(text) };
}

export function shareText(share: Share): string {
  return 'count' in share ? String(share.count) : `${share.percent}%`;
}

/** The share of the total; a percentage is rounded down. */
export function atMost(share: Share, total: number): number {
  return 'count' in share ? share.count : Math.floor((share.percent * total) / 100);
}

/** The share of the total; a percentage is rounded up. */
export function atLeast(share: Share, total: number): number {
  return 'count' in share ? share.count : Math.ceil((share.percent * total) / 100);
}
