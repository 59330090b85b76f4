import { describe, expect, test } from 'vitest';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { BUILTIN } from '../../src/static/suppress/builtin.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { adviceDocuments, adviceCovers } from '../support/advice.ts';
import { casesOf } from '../support/trees/rule-cases.ts';

const documents = adviceDocuments();
const items = documents.flatMap((document) => document.items);
const found = adviceCovers();

test('every item has its own id and one short sentence', () => {
  const ids = items.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const { says, corrected = '', because = '' } of items)
    for (const text of [says, corrected, because].filter((said) => said !== '')) {
      expect(text).toMatch(/^[`A-Z].*\.$/);
      expect(text.split(' ').length, text).toBeLessThanOrEqual(26);
    }
});

test('every mark names an item that exists', () => {
  const known = new Set(items.map(({ id }) => id));
  expect(found.filter(({ item }) => !known.has(item)).map(({ item, file, line }) => `${file}:${line} ${item}`)).toEqual([]);
});

test('the further places of an item are in existing documents', () => {
  const keys = new Set(documents.map(({ key }) => key));
  const others = items.flatMap(({ also = [] }) => also).map((place) => place.slice(0, place.indexOf(':')));
  expect(others.filter((key) => !keys.has(key))).toEqual([]);
});

describe('every item', () => {
  test.each(items.map((item) => [item.id, item] as const))(
    '%s is covered in each phase in which it can be seen, or says why it is never seen',
    (id, item) => {
      const phases = new Set(found.filter((stand) => stand.item === id).map(({ phase }) => phase));
      expect([...phases].toSorted()).toEqual([...item.seen].toSorted());
      if (item.seen.length === 0) expect(item.because).toBeDefined();
    },
  );
});

/** The tests of rules and of hubs show that each of these gives its finding; here is shown that it is one of them. */
describe('a mark that covers an item', () => {
  const rules = [...RULES.map(({ id }) => id), ...Object.keys(BUILTIN)];

  test('is on a line of a rule fixture with a finding that the rule expects', () => {
    for (const { name, file, line } of found.filter(({ kind }) => kind === 'finding')) {
      expect(rules).toContain(name);
      const places = casesOf(name).flatMap((each) =>
        each.expected.map((place) => (each.files.some(({ path }) => path === each.name) ? place : `${each.name}/${place}`)),
      );
      expect(places).toContain(`${file.split('/').slice(3).join('/')}:${line}`);
    }
  });

  test('without a finding is on a fixture in which the rule reports nothing', () => {
    for (const { name, file } of found.filter(({ kind }) => kind === 'good')) {
      const [, , , folder] = file.split('/');
      expect(casesOf(name).find((each) => each.name === folder)?.expected, file).toEqual([]);
    }
  });

  test('on a hub fixture names the failure that the hub shows', () => {
    const ids = FAILURES.map(({ id }) => id);
    for (const { name, file } of found.filter(({ kind }) => kind === 'failure')) {
      expect(ids).toContain(name);
      expect(file).toBe(`fixtures/hub/${name}/expect.json`);
    }
  });

  test('in a test file is directly above a test', () => {
    expect(found.filter(({ kind, name }) => kind === 'test' && name === '').map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });
});
