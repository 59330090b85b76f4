/** `npm run new -- rule <id>`: creates the files of a rule, ready to be filled in. */
import { camelCase, RULE_FILES } from './registry.ts';
import { scaffold } from './scaffold.ts';

/** Writes the rule and its fixtures below `root`; returns their paths. @throws {Error} the id is invalid or in use */
export function newRule(root: string, id: string): string[] {
  return scaffold(root, id, RULE_FILES, filesOf(id));
}

function filesOf(id: string): Readonly<Record<string, string>> {
  return {
    [`src/static/rules/${id}.ts`]: `/**
 * The fact that this rule relies on, in a sentence or two.
 * Source: the upstream file that shows it.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { defineRule } from '../world/rule.ts';

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
