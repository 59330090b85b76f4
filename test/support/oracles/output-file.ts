/**
 * What the runner reads from `GITHUB_OUTPUT`, `GITHUB_ENV` or `GITHUB_STATE`: `NAME=VALUE` lines and `NAME<<DELIMITER` blocks. Source:
 * actions/runner, `FileCommandManager`. @throws as the runner does, at a line of neither form and at a block without an end
 */
export function outputsIn(text: string): readonly (readonly [name: string, value: string])[] {
  const lines = text.split('\n');
  const found: [string, string][] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const equals = line.indexOf('=');
    const block = line.indexOf('<<');
    if (equals >= 0 && (block < 0 || equals < block)) {
      found.push([line.slice(0, equals), line.slice(equals + 1)]);
      continue;
    }
    if (block <= 0 || block + 2 === line.length) throw new Error(`invalid line: ${line}`);
    const end = lines.indexOf(line.slice(block + 2), index + 1);
    if (end < 0) throw new Error(`no end of the block: ${line}`);
    found.push([line.slice(0, block), lines.slice(index + 1, end).join('\n')]);
    index = end;
  }
  return found;
}
