/** `npm run new:rule -- <id>`: the files a rule is made of, ready to be filled in. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILTIN } from '../src/static/builtin.ts';
import { camelCase } from './gen-index-rules.ts';

/**
 * Writes rule and fixtures below `root`; answers their paths.
 * @throws {Error} the id is no kebab-case word, or a rule or built-in finding has it already.
 */
export function newRule(root: string, id: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`"${id}" is no rule id; write lower-case words joined by hyphens, such as reserved-namespace`);
  if (Object.hasOwn(BUILTIN, id)) throw new Error(`${id} is a built-in finding; choose another id`);
  const files = filesOf(id);
  for (const path of [...Object.keys(files), `fixtures/rules/${id}`]) {
    if (existsSync(join(root, path))) throw new Error(`${path} exists already; choose another id or edit that rule`);
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return Object.keys(files);
}

function filesOf(id: string): Readonly<Record<string, string>> {
  return {
    [`src/static/rules/${id}.ts`]: `/**
 * The fact this rule rests on, in a sentence or two.
 * Source: the upstream file that shows it.
 */
import { stringAt } from '../../fleet/json.ts';
import { defineRule } from '../rule.ts';

export const ${camelCase(id)} = defineRule<{ readonly value: string }>({
  id: '${id}',
  summary: 'What is wrong, in a few words',
  effect: 'misbehaves',
  kinds: ['ClusterResourcePlacement'],
  why: 'Why it matters, with the fact.',
  remedy: 'What to do about it.',
  docs: 'https://kubefleet.dev/docs/',
  message: ({ value }) => \`One sentence with the cause: \${value}.\`,
  *check({ object }) {
    const value = stringAt(object, 'metadata', 'name');
    if (value === 'wrong') yield { at: '/metadata/name', data: { value } };
  },
});
`,
    [`fixtures/rules/${id}/bad.yaml`]: manifestOf(`wrong # expect: ${id}`),
    [`fixtures/rules/${id}/good.yaml`]: manifestOf('right'),
  };
}

function manifestOf(name: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: ${name}
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
`;
}

if (import.meta.main) {
  const [id = ''] = process.argv.slice(2);
  try {
    for (const path of newRule(join(import.meta.dirname, '..'), id)) console.log(`wrote ${path}`);
    console.log('fill them in, then run `npm run gen`');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
