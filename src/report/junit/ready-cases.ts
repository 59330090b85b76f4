import type { ReadyEffect, ReadyReport } from '../../report.ts';
import { readyScope } from '../facts/ready.ts';
import type { Case, Result } from './case.ts';

const RESULTS: Readonly<Record<ReadyEffect, Result>> = { blocks: 'failure', waits: 'skipped', warns: 'passed' };

/** A case for what was checked, for each reason, and for what was not checked. */
export function readyCases(ready: ReadyReport): readonly Case[] {
  return [
    { name: `checked at ${ready.checkedAt}`, result: 'passed', text: readyScope(ready) },
    ...ready.reasons.map(({ id, effect, message, remedy = '' }, index): Case => {
      const name = `${id} ${index + 1}`;
      return { name, result: RESULTS[effect], type: id, message, text: [message, remedy].filter((line) => line !== '').join('\n') };
    }),
    ...ready.notChecked.map(({ message, decides }, index): Case => {
      return { name: `not checked ${index + 1}`, result: decides === true ? 'error' : 'skipped', type: 'not-checked', message };
    }),
  ];
}
