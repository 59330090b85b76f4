import { expect, test } from 'vitest';
import { redact } from '../../src/gates/hub/dump/redact.ts';
import { linesOfValue } from '../../src/secrets/lines-of-value.ts';

const LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj';
const KEY = `-----BEGIN PRIVATE KEY-----\n${LINE}\n/zL78WdYKo9hbUyhqPQJ10Klr5WxSM52M5PbxTTsf\n-----END PRIVATE KEY-----\n`;

test.each<[string, string, readonly string[]]>([
  ['a key', KEY, [LINE, '/zL78WdYKo9hbUyhqPQJ10Klr5WxSM52M5PbxTTsf']],
  ['a file of variables', 'A=b\nexport DB_LOGIN="kq7-Vw9!x2pL"\n', ['kq7-Vw9!x2pL']],
  ['a file of settings', 'login: kq7-Vw9!x2pL\nlevel: information\npath: /var/run/token\n', ['kq7-Vw9!x2pL']],
  [
    'a file of users',
    'bob:$2y$05$abcdefgh\neve:$2y$05$abcdefgi\n',
    ['bob:$2y$05$abcdefgh', '$2y$05$abcdefgh', 'eve:$2y$05$abcdefgi', '$2y$05$abcdefgi'],
  ],
  ['one line', LINE, []],
  ['sentences', 'The first sentence of it.\nAnother sentence.\n', []],
])('the lines of %s', (_, value, lines) => {
  expect(linesOfValue(value)).toEqual(lines);
});

test('a line of a value is hidden in the sentences of a dump', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a', namespace: 'shop' },
    data: { key: Buffer.from(KEY).toString('base64') },
  };
  const condition = { type: 'Applied', status: 'False', reason: 'A', message: `cannot parse ${LINE} at line 2` };
  const work = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'b', namespace: 'shop' },
    message: condition.message,
    status: { conditions: [condition] },
  };
  const text = JSON.stringify(redact([secret, work], 'k'));
  expect(text).not.toContain(LINE);
  expect(text).toContain('cannot parse *** at line 2');
});
