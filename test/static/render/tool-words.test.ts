import { describe, expect, it } from 'vitest';
import { withoutSecretsOf } from '../../../src/static/read/render/tools/tool-words.ts';

const PASSWORD = 'hunter2-Xk9q8ZpL';
const NONE = new Map<string, string>();
/** What is shown of the error of a chart that has a file besides its templates. */
const shown = (said: string, text: string): string => withoutSecretsOf(said, NONE, { values: [], readable: new Map([['c/f', text]]) });
const unparsable = (text: string): string =>
  `error calling tpl: cannot parse template ${JSON.stringify(text)}: function "nofunc" not defined`;

describe('a file that a template of a chart reads', () => {
  it.each([
    ['a line of a configuration', `bind {{ .Values.a | nofunc }}\nrequirepass ${PASSWORD}\n`],
    ['YAML', `host: "{{ .Values.a | nofunc }}"\nkey: ${PASSWORD}\n`],
    ['JSON', `{"h": "{{ .Values.a | nofunc }}", "users": [{"name": "x", "key": "${PASSWORD}"}]}`],
    ['a line with quotes and tabs', `a\t"${PASSWORD}"\nb {{ nofunc }}\n`],
    ['lines of Windows', `a {{ nofunc }}\r\nkey ${PASSWORD}\r\n`],
  ])('is named in place of its whole text: %s', (_, text) => {
    const hidden = 'error calling tpl: cannot parse template "(the text of c/f)';
    expect(shown(unparsable(text), text)).toMatch(
      new RegExp(`^${hidden.replaceAll(/[()]/g, '\\$&')}.{0,4}": function "nofunc" not defined$`),
    );
    expect(shown(`execution error at (c/templates/s.yaml:5:8): ${text}`, text)).not.toContain(PASSWORD);
  });

  it.each<[string, string, string]>([
    ['the text of a file of one line', `${PASSWORD}\n`, PASSWORD],
    ['a word that is all of the file', 'letmeinplease', 'letmeinplease'],
    ['a line', `a\nrequirepass ${PASSWORD}\n`, `requirepass ${PASSWORD}`],
    ['a word of a line', 'a\nrequirepass hunter2-Xk9\n', 'hunter2-Xk9'],
    ['a part of a line', `# ${PASSWORD} and more\nb\n`, PASSWORD],
    ['a value of YAML', `a: [{ b: ${PASSWORD} }]\nc: d\n`, PASSWORD],
    ['a value of JSON', `{"a": {"b": "${PASSWORD}"},\n"c": 1}`, PASSWORD],
    ['a word that a name shows to be a credential', 'a: b\npassword: letmein\n', 'letmein'],
    ['a value of properties', `host=a\ndb.key = "${PASSWORD}"\n`, PASSWORD],
    ['a field of a line', `host:1:db:${PASSWORD}\na\n`, `1:db:${PASSWORD}`],
    ['a value in base64', `a: x\nb: ${PASSWORD}\n`, Buffer.from(`xy${PASSWORD}z`).toString('base64')],
    ['a value in a URL', 'a: x\nb: hunter2/Xk9+q8\n', encodeURIComponent('hunter2/Xk9+q8')],
    ['a value in capitals', `a: x\nb: ${PASSWORD}\n`, PASSWORD.toUpperCase()],
    ['a value in quotes', 'a: x\nb: hunter2"Xk9\\q8\n', 'hunter2\\"Xk9\\\\q8'],
    ['a value in JSON of Go', 'a: x\nb: Zx9q<W3v&Tk7>LmPq2\n', String.raw`Zx9q\u003cW3v\u0026Tk7\u003eLmPq2`],
    ['a short value in JSON of Go', 'a: x\nb: h4n<Xr2>\n', String.raw`h4n\u003cXr2\u003e`],
    ['a line of bytes', `PASSWORD=${PASSWORD}\n`, `[${[...Buffer.from(`PASSWORD=${PASSWORD}`)].join(' ')}]`],
  ])('is not shown in a message: %s', (_, text, said) => {
    const message = shown(`parsing time "${said}" as "2006": cannot parse "${said}"`, text);
    expect(message).not.toContain(said);
    expect(message).toMatch(/^parsing time.*as "2006": cannot parse/);
  });

  it.each([
    'Error: template: c/templates/s.yaml:5:8: executing "c/templates/s.yaml" at <.Values.a>: nil pointer evaluating interface {}.name',
    'Error: execution error at (c/templates/s.yaml:1:3): give a name',
    'Error: YAML parse error on c/templates/s.yaml: error converting YAML to JSON: yaml: line 2: did not find expected node content',
  ])('does not hide the words of helm: %s', (said) => {
    const dashboard = {
      title: 'Error',
      panels: [{ type: 'template', name: 'interface', path: './s.yaml', at: 'executing', version: '12345678' }],
    };
    const text = `${JSON.stringify(dashboard, null, 2)}\n`;
    expect(shown(said, text)).toBe(said);
    expect(shown(said, 'type: template\nname: pointer\n')).toBe(said);
  });

  it('takes no long time if it is very large', () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `key${index}: value-${index}-of-a-file`);
    expect(shown('cannot parse "value-777-of-a-file"', lines.join('\n'))).toBe('cannot parse "***"');
    const alike = lines.map((line) => `${line}-in-which-each-line-is-alike`);
    expect(shown('cannot parse "value-777-of-a-file-in-which-each-line-is-alike"', alike.join('\n'))).toBe(
      'an error that is not shown, because it quotes very many texts of its files',
    );
  });
});

it('values that cannot be parsed are not shown', () => {
  const values = new Map([['c/values.yaml', `a: [\nb: ${PASSWORD}\n`]]);
  const said = `Error: failed to parse c/values.yaml: line 2: ${PASSWORD}`;
  expect(withoutSecretsOf(said, values, { values: ['c/values.yaml'], readable: NONE })).not.toContain(PASSWORD);
});
