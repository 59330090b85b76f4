/** `npm run new -- failure <id>`: creates the files of a failure, ready to be filled in. */
import { camelCase, FAILURE_FILES } from './registry.ts';
import { scaffold } from './scaffold.ts';

/** Writes the failure and its fixture below `root`; returns their paths. @throws {Error} the id is invalid or in use */
export function newFailure(root: string, id: string): string[] {
  return scaffold(root, id, FAILURE_FILES, filesOf(id));
}

function filesOf(id: string): Readonly<Record<string, string>> {
  return {
    [`src/gates/catalogue/failures/${id}.ts`]: `import { WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The fact that this failure relies on, in a sentence or two (KubeFleet pkg/…, the file that writes it). */
export const ${camelCase(id)} = defineFailure({
  id: '${id}',
  title: 'What is wrong, in a few words',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /what the hub says of ${id}/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'What it means for {object} on {cluster}.',
  remedy: ['What to do first.', 'What to do then.'],
});
`,
    [`fixtures/hub/${id}/expect.json`]: `${JSON.stringify(
      { id, like: 'apply-error', replace: [['an error of an unknown kind', `what the hub says of ${id}`]] },
      undefined,
      1,
    )}
`,
  };
}
