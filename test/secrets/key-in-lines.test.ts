/** A private key in a message of several lines is hidden as a whole, where the lines are shown one by one. */
import { expect, test } from 'vitest';
import { printNotice } from '../../src/cli/hub/open-hub.ts';
import { complain } from '../../src/cli/process/io.ts';
import { ConfigError } from '../../src/errors.ts';
import { lackingRights } from '../../src/gates/doctor/lacking-rights.ts';
import { fakeIo } from '../support/process/fake-io.ts';

const BODY = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj', 'fdF7IqMkUmZwZroE5xfrQaGaDhtl95xjYN8doVHu'];
const MESSAGE = `denied: -----BEGIN PRIVATE KEY-----\n${BODY.join('\n')}\n-----END PRIVATE KEY-----\nand more`;

function hasNoKey(text: string): void {
  expect(text).toContain('denied: ***');
  expect(text).toContain('and more');
  for (const line of BODY) expect(text).not.toContain(line);
}

test('in an error', () => {
  const io = fakeIo({ cwd: '.' });
  complain(new ConfigError(MESSAGE), io);
  hasNoKey(io.err());
});

test('in a notice', () => {
  const io = fakeIo({ cwd: '.' });
  printNotice({ kind: 'denied', message: MESSAGE }, io);
  hasNoKey(io.err());
});

test('in the rights that are missing', () => {
  const rule = { title: 'a role', yaml: 'rules: []', group: '', resources: ['works'], verbs: ['list'] };
  const report = lackingRights([{ kind: 'denied', message: MESSAGE, rule }], {});
  hasNoKey(JSON.stringify(report?.checks[0]?.evidence));
});
