/** The page of each failure shows its output: the first line, the first step and its command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { stepParts } from '../../src/report/facts/words/step-parts.ts';
import { diagnosesIn } from '../support/gate/gate.ts';
import { judgedFixture } from '../support/hubs/hub-fixture.ts';

/** A failure that decides nothing is printed below the first line, by its title. */
const firstLine = (id: string): RegExp =>
  new RegExp(
    `^(?:(?:FAILED|STUCK|WAITING FOR A PERSON|NOT DECIDED YET|SUPERSEDED|PASSED(?: with \\d+ let through)?): |[^\n]+ \\[${id}\\]\n)`,
  );

describe.each(FAILURES.map(({ id }) => id))('the page of %s', (id) => {
  const printed = printedOn(id);

  test('shows the first line of a report', () => {
    expect(printed).toMatch(firstLine(id));
  });

  test('shows the first step, with its command', () => {
    const [step = ''] = diagnosesIn(judgedFixture(id)).find((diagnosis) => diagnosis.id === id)?.remedy ?? [];
    expect(step).not.toBe('');
    for (const { text } of stepParts(step)) expect(oneLine(printed)).toContain(oneLine(text).replace(/^\. /, ''));
  });
});

function printedOn(id: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/failures', `${id}.md`), 'utf8');
  const [, section = ''] = page.split('\n## As it is printed\n');
  return /```text\n(.*?)```/s.exec(section)?.[1] ?? '';
}

/** Printed commands are continued with a backslash, and are not marked. */
function oneLine(text: string): string {
  return text.replaceAll('\\\n', ' ').replaceAll('`', '').replaceAll(/\s+/g, ' ').trim();
}
