/** Every regular expression of the program, to prove that none takes more than linear time. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

export interface SourcePattern {
  /** `src/duration.ts:10` */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
  /** Why its time is bounded by something else: the text after `bounded:` or `linear:` in the comment above it. */
  readonly bounded?: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * The literals, and the expressions that modules build while they are loaded.
 * @throws {Error} an expression is built later, and no comment above it explains with `bounded:` what bounds its time
 */
export function patternsOfSource(): readonly SourcePattern[] {
  const found: SourcePattern[] = [];
  const built: Place[] = [];
  for (const file of readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.d)\.ts$|\.gen\.js$/.test(file)) continue;
    const name = path.posix.join('src', file.split(path.sep).join('/'));
    const text = readFileSync(path.join(ROOT, name), 'utf8');
    visit(parseAst(text, { lang: file.endsWith('.ts') ? 'ts' : 'js' }, name), (node) => {
      const place = placeOf(text, node, name);
      if (node.regex !== undefined) found.push({ ...place.said, source: node.regex.pattern, flags: node.regex.flags });
      else if (node.type === 'NewExpression' && node.callee?.name === 'RegExp') built.push(place);
    });
  }
  return [...found, ...loaded(built)];
}

interface Node {
  readonly type?: string;
  readonly start?: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly said: Pick<SourcePattern, 'place' | 'bounded'>;
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) look(node);
  for (const child of Object.values(node)) visit(child, look);
}

function placeOf(text: string, { start = 0 }: Node, file: string): Place {
  const lines = text.slice(0, start).split('\n');
  // A comment for a linter may come between the two.
  const above = /\/\/ (?:bounded|linear): (.+)/.exec(lines.slice(-3, -1).join('\n'))?.[1];
  const said = { place: `${file}:${lines.length}`, ...(above === undefined ? {} : { bounded: above }) };
  return { file, line: lines.length, said };
}

/** Loads the modules in a separate process that records every expression and where it was built. */
function loaded(built: readonly Place[]): readonly SourcePattern[] {
  const files = [...new Set(built.map(({ file }) => file))];
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', WATCH, '--', ROOT, ...files], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  const seen = JSON.parse(child.stdout) as readonly { source: string; flags: string; stack: string }[];
  return built.flatMap(({ file, line, said }) => {
    const found = seen.filter(({ stack }) => stack.includes(`/${file}:${line}:`)).map(({ source, flags }) => ({ ...said, source, flags }));
    if (found.length > 0 || said.bounded !== undefined) return found;
    throw new Error(
      `${file}:${line} builds an expression while the program runs; say in a comment above it what bounds its time: // bounded: …`,
    );
  });
}

const WATCH = `
const seen = [];
globalThis.RegExp = new Proxy(RegExp, { construct(target, args) {
  const found = new target(...args);
  seen.push({ source: found.source, flags: found.flags, stack: new Error().stack });
  return found;
} });
const [root, ...files] = process.argv.slice(1);
for (const file of files) await import(root + '/' + file);
console.log(JSON.stringify(seen));
process.exit();
`;
