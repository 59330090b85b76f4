/**
 * What a file was called before: one that only the head has, with the very text of one that only the base has. Any other keeps its name. Asked
 * of what is told of a file alone, as an object is known again by what it is called.
 */
export function movedFiles(
  head: ReadonlyMap<string, string> | undefined,
  base: ReadonlyMap<string, string> | undefined,
): (file: string) => string {
  if (head === undefined || base === undefined) return (file) => file;
  const known = new Map<string, string>();
  let gone: Map<string, string[]> | undefined;
  const before = (file: string): string => {
    const text = base.get(file) === undefined ? head.get(file) : undefined;
    if (text === undefined) return file;
    gone ??= Map.groupBy(
      [...base.keys()].filter((name) => head.get(name) === undefined),
      (name) => base.get(name) ?? '',
    );
    return gone.get(text)?.shift() ?? file;
  };
  return (file) => {
    const name = known.get(file) ?? before(file);
    known.set(file, name);
    return name;
  };
}
