/** `npm run new -- rule ID`, `npm run new -- failure ID`: writes the files of a rule or a failure, ready to be filled in. */
import { join } from 'node:path';
import { newFailure } from './new/new-failure.ts';
import { newRule } from './new/new-rule.ts';

const CREATE: Readonly<Record<string, typeof newRule>> = { rule: newRule, failure: newFailure };

const [noun = '', id = ''] = process.argv.slice(2);
const create = CREATE[noun];
try {
  if (create === undefined) throw new Error('usage: npm run new -- rule ID, or npm run new -- failure ID');
  for (const path of create(join(import.meta.dirname, '..'), id)) console.log(`wrote ${path}`);
  console.log('fill them in, then run `npm run gen`');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
