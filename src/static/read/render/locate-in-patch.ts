import type { SourceRange } from '../../../finding.ts';
import { parentPointer, pointerKeys } from '../../../fleet/json/json-pointer.ts';

/**
 * The line of a kustomization at which an inline patch sets the value at a pointer: the `path` of a JSON patch, the field of a merge patch,
 * or the `path` of a JSON patch that sets an outer value. `undefined` if no line or more than one could be meant.
 * @param texts of kustomizations, by file name
 */
export function locateInPatch(texts: ReadonlyMap<string, string>, pointer: string): SourceRange | undefined {
  const keys = pointerKeys(pointer);
  const last = keys.findLastIndex((each) => !/^\d+$/.test(each));
  const key = keys[last];
  if (key === undefined) return undefined;
  const lines = [...texts].flatMap(([file, text]) =>
    text.includes('patch') ? text.split('\n').map((line, index) => ({ file, line, number: index + 1 })) : [],
  );
  const byPath = (path: string): typeof lines =>
    lines.filter(({ line }) => line.includes('path') && wordsOf(line).some((word) => word === path || word === `${path}/-`));
  const bare = pointer
    .split('/')
    .slice(0, last + 2)
    .join('/');
  let found = byPath(bare);
  if (found.length === 0) found = lines.filter(({ line }) => line.startsWith(' ') && isField(line, key));
  for (let outer = parentPointer(bare); found.length === 0 && outer !== ''; outer = parentPointer(outer)) found = byPath(outer);
  const [place, ...others] = found;
  if (place === undefined || others.length > 0) return undefined;
  const { file, line, number } = place;
  const column = line.length - line.trimStart().length + 1;
  return { file, line: number, column, endLine: number, endColumn: line.trimEnd().length + 1 };
}

function wordsOf(line: string): readonly string[] {
  return line.split(/[\s"',{}[\]]+/);
}

/** Whether a line begins with a field of this name. */
function isField(line: string, key: string): boolean {
  const field = line.trimStart().replace(/^- +/, '').replaceAll(/["']/g, '');
  return field.startsWith(`${key}:`);
}
