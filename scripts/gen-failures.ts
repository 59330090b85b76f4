/** Writes the registry of failures and one page per failure; run by `npm run gen`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Failure } from '../src/gates/catalogue/failure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/gates/catalogue/failures');
const ids = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted();

writeFileSync(join(root, 'src/gates/catalogue/index.gen.ts'), registry());
const { FAILURES } = await import('../src/gates/catalogue/index.gen.ts');
const pages = join(root, 'docs/failures');
rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
for (const failure of FAILURES) writeFileSync(join(pages, `${failure.id}.md`), page(failure));
writeFileSync(join(pages, 'README.md'), index(FAILURES));
console.log(`${String(FAILURES.length)} failures`);

function registry(): string {
  const imports = ids.map((id) => `import { ${camelCase(id)} } from './failures/${id}.ts';`).join('\n');
  const list = ids.map((id) => `  ${camelCase(id)},`).join('\n');
  return `// Written by scripts/gen-failures.ts. To add a failure, add its file to failures/.
import type { Failure } from './failure.ts';
${imports}

/** Every known failure, in the order in which they are asked: narrower ones first. */
export const FAILURES: readonly Failure[] = [
${list}
].toSorted((a, b) => a.precedence - b.precedence);
`;
}

function page(failure: Failure): string {
  const where = failure.when.map((when) => {
    const condition = [when.stage, when.status, when.reasons?.join(' or ')].filter((part) => part !== undefined).join(' ');
    const seen = [
      when.fact === undefined ? '' : `the gate concludes it (\`${when.fact}\`)`,
      condition === '' ? '' : `\`${condition}\``,
      when.message === undefined ? '' : `message matches \`${when.message.source.replaceAll('|', '\\|')}\``,
    ];
    return `- on a ${when.scope}: ${seen.filter((part) => part !== '').join(', ') || 'anything else'}`;
  });
  const outcome = typeof failure.outcome === 'function' ? 'depends on the flags and the message' : outcomeText(failure.outcome);
  return `# ${failure.id}

${failure.title}.

| | |
|---|---|
| outcome | ${outcome} |
| KubeFleet | ${failure.since ?? 'all'}${failure.until === undefined ? '' : ` to ${failure.until}`} |
| public page | ${failure.docs} |
${failure.seeAlso === undefined ? '' : `| found before the deploy by | [${failure.seeAlso}](../rules/${failure.seeAlso}.md) |\n`}
## What it means

${code(failure.explain)}

## What to do

${failure.remedy.map((step, at) => `${String(at + 1)}. ${code(step)}`).join('\n')}

## Where it shows

${where.join('\n')}
`;
}

function index(failures: readonly Failure[]): string {
  const rows = failures
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map((failure) => `| [${failure.id}](${failure.id}.md) | ${failure.title} |`);
  return `# Failures

What the gate can name. Ids are stable: grep for them, link to them.

| id | in one line |
|---|---|
${rows.join('\n')}
`;
}

function outcomeText(outcome: Exclude<Failure['outcome'], (...args: never) => unknown>): string {
  if (outcome.kind === 'suspect')
    return `suspect; ${outcome.becomes ?? 'terminal'} after \`gate.grace.${outcome.grace}\` of unbroken sight`;
  const words = {
    terminal: 'terminal',
    stuck: 'stuck (exit 12)',
    superseded: 'superseded (exit 11)',
    waiting: 'the gate waits',
    human: 'waits for a person',
    info: 'for information',
  };
  return words[outcome.kind];
}

/** Placeholders are filled in with the names of the case. */
function code(text: string): string {
  return text.replaceAll(/\{([a-zA-Z]+)\}/g, '`<$1>`');
}

function camelCase(id: string): string {
  return id.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
