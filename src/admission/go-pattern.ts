/**
 * A regular expression of Go (RE2) as one of JavaScript; `undefined` where the two may read it differently, such as `(?i)`, `\z` or
 * `[[:alpha:]]`. What Go itself cannot read, such as lookaround, never gets here: a hub refuses the CRD.
 */
export function goPattern(pattern: string): RegExp | undefined {
  const before = patterns.get(pattern);
  if (before !== undefined || patterns.has(pattern)) return before;
  const found = compiled(pattern);
  patterns.set(pattern, found);
  return found;
}

/** Only patterns of schemas and rules come here, so this holds tens. */
const patterns = new Map<string, RegExp | undefined>();

/** An escape, a class, the beginning of a group, or any character. */
const TOKEN = /\\[^]?|\[\^?(?:\\[^]|[^\]\\])*\]|\(\?[^]?|[^]/gu;
const SPACE = String.raw`\t\n\f\r `;
/** Escapes that mean the same in both languages. */
const SHARED = /^\\[dDwWtnfrv^$\\.*+?()[\]{}|/]$/;

function compiled(pattern: string): RegExp | undefined {
  const tokens = [...pattern.matchAll(TOKEN)].map(([token]) => (token.startsWith('[') ? classOf(token) : tokenOf(token)));
  if (tokens.includes(undefined)) return undefined;
  try {
    return new RegExp(tokens.join(''), 'u');
  } catch {
    return undefined;
  }
}

function tokenOf(token: string): string | undefined {
  if (token === '.') return String.raw`[^\n]`;
  if (token === String.raw`\s`) return `[${SPACE}]`;
  if (token === String.raw`\S`) return `[^${SPACE}]`;
  if (token === String.raw`\b` || token === String.raw`\B`) return token;
  if (token.startsWith('(?')) return token === '(?:' ? token : undefined;
  return token.startsWith('\\') ? escapeOf(token) : token;
}

function classOf(token: string): string | undefined {
  if (token === '[]' || token === '[^]' || token.includes('[:')) return undefined;
  let known = true;
  const written = token.replaceAll(/\\[^]/gu, (escape) => {
    const same = escape === String.raw`\s` ? SPACE : escapeOf(escape);
    known &&= same !== undefined;
    return same ?? '';
  });
  return known ? written : undefined;
}

/** Go takes any escaped sign for itself; letters and digits may mean anything. */
function escapeOf(escape: string): string | undefined {
  if (SHARED.test(escape)) return escape;
  return /^\\[!-~]$/.test(escape) && !/\w/.test(escape) ? `\\x${escape.charCodeAt(1).toString(16)}` : undefined;
}
