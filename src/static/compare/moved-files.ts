/**
 * The previous name of a file: if only the head has the file, the name of a file with exactly the same text that only the base has. All
 * other files keep their names. It is used only for entries about files, because objects are identified by name.
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
