import { expect, it } from 'vitest';
import { issuePlan, memoryOfIssues, type OpenIssue } from '../../../src/watch/issue.ts';
import { seenIn } from '../../support/oracles/markdown.ts';
import { hiddenIn } from '../../support/oracles/terminal.ts';
import { HOSTILE_STRINGS } from '../../support/texts/hostile-strings.ts';
import { badNow, goodNow, memoryOf, ORDERS, SHOP } from '../memory-of.ts';

const bad = memoryOf(badNow(SHOP), badNow(ORDERS));
const issues: readonly OpenIssue[] = issuePlan([], bad, 'prod').open.map(({ title, body }, index) => ({
  number: index + 1,
  title,
  body,
}));

it('opens one issue for each bad object, with what to do', () => {
  expect(issues.map(({ title }) => title)).toEqual([
    'prod: ClusterResourcePlacement/shop: The quota is exceeded on east',
    'prod: ResourcePlacement/web/orders: The quota is exceeded on east',
  ]);
  expect(issues[0]?.body).toContain('fleet-gate diagnose --context &#34;&#60;context of the hub&#62;&#34; crp/shop');
  const [known] = issuePlan([], bad, 'prod', { hub: { context: 'prod' } }).open;
  expect(known?.body).toContain('fleet-gate diagnose --context prod crp/shop');
});

it('does nothing as long as nothing changes, also after GitHub has changed the line ends', () => {
  const stored = issues.map((issue) => ({ ...issue, body: issue.body.trimEnd().replaceAll('\n', '\r\n') }));
  expect(issuePlan(stored, bad, 'prod')).toEqual({ open: [], update: [], close: [] });
});

it('updates the issue of an object whose cause changes', () => {
  const { open, update, close } = issuePlan(
    issues,
    memoryOf(badNow(SHOP, { cause: 'The image cannot be pulled' }), badNow(ORDERS)),
    'prod',
  );
  expect([open, close]).toEqual([[], []]);
  expect(update).toEqual([expect.objectContaining({ number: 1, title: expect.stringContaining('The image cannot be pulled') })]);
});

it('closes the issue of an object that is good again, or gone', () => {
  expect(issuePlan(issues, memoryOf(goodNow(SHOP)), 'prod').close).toEqual([
    { number: 1, why: 'It is good again.' },
    { number: 2, why: 'It is not watched any more: deleted, replaced by a newer update run, or needed no longer.' },
  ]);
});

it('does not say of an object that is not good that it is good again', () => {
  const rolling = { ...goodNow(SHOP), state: 'open' as const };
  expect(issuePlan(issues.slice(0, 1), memoryOf(rolling), 'prod').close).toEqual([
    { number: 1, why: 'The last check did not find it bad.' },
  ]);
});

it('keeps the oldest of two issues about one object', () => {
  const [first] = issues;
  const twin = first === undefined ? [] : [{ ...first, number: 9 }];
  expect(issuePlan([...issues, ...twin], bad, 'prod').close).toEqual([{ number: 9, why: 'Issue #1 is about the same object.' }]);
});

it('leaves issues of another hub, and of people, as they are', () => {
  const other = [...issues, { number: 5, title: 'Help', body: 'It is broken' }];
  const plan = issuePlan(other, { ...memoryOf(), hub: 'other' }, 'prod');
  expect(plan).toEqual({ open: [], update: [], close: [] });
});

it('remembers from the issues what was reported, and since when', () => {
  expect(memoryOfIssues(issues, 'a1b2', bad.at)).toEqual(bad);
  expect(memoryOfIssues(issues, 'other', bad.at).objects).toEqual({});
});

it('does not end the hidden marker with the name of an object', () => {
  const odd = memoryOf(badNow({ ...SHOP, name: 'a--> ![x](https://evil.test)' }));
  const [made] = issuePlan([], odd, undefined).open;
  expect(made?.body.indexOf('-->')).toBe(made?.body.split('\n')[0]?.indexOf('-->'));
  expect(memoryOfIssues([{ number: 1, title: '', body: made?.body ?? '' }], 'a1b2', odd.at)).toEqual(odd);
});

// SECURITY.md: Text from manifests, hubs and GitHub cannot become markup
it('shows texts of the hub as texts, in the title and in the body', () => {
  const issueWith = (text: string): Pick<OpenIssue, 'title' | 'body'> => {
    const hostile = badNow({ ...SHOP, name: text }, { cause: `Refused: ${text}`, step: `Delete it: ${text}`, failure: text });
    return issuePlan([], memoryOf(hostile), text).open[0] ?? { title: '', body: '' };
  };
  const marker = /^<!-- fleet-gate watch v1: [\w.!~*'()%]* -->\n/;
  const plain = seenIn(issueWith('plainword').body.replace(marker, ''));
  for (const text of HOSTILE_STRINGS) {
    const { title, body } = issueWith(text);
    expect([title.includes('\n'), hiddenIn(title), title.length <= 200], text).toEqual([false, [], true]);
    expect(body, text).toMatch(marker);
    const { shape, links, faults } = seenIn(body.replace(marker, ''));
    expect({ shape, links, faults }, text).toEqual({ shape: plain.shape, links: [], faults: [] });
  }
});
