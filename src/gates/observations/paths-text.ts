const SHOWN = 5;

/** Where an object differs, in a line: paths only, as values may be secret. */
export function pathsText(paths: readonly string[]): string {
  if (paths.length === 0) return 'no path given';
  const shown = paths.slice(0, SHOWN).map((path) => (path === '/' ? '/ (the whole object is missing)' : path));
  return [...shown, ...(paths.length > SHOWN ? [`and ${String(paths.length - SHOWN)} more`] : [])].join(', ');
}
