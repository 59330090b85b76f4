import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issuesServer, type IssuesServer } from '../issues-server.ts';
import { watchedShop, type WatchedShop } from '../watched-shop.ts';

let shop: WatchedShop;
beforeEach(async () => {
  shop = await watchedShop();
});
afterEach(() => shop.close());

/** Makes the next check find `shop` bad. */
async function untilBad(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<void> {
  shop.breakEast();
  await shop.once(argv, env);
  shop.pass(6);
}

describe('--github-issues', () => {
  let github: IssuesServer;
  let env: Readonly<Record<string, string>> = {};
  beforeEach(async () => {
    github = await issuesServer('github-secret-token');
    env = { GITHUB_TOKEN: 'github-secret-token', GITHUB_API_URL: github.url };
  });
  afterEach(() => github.close());
  const STATE = ['--state', 'watch.json', '--github-issues', 'contoso/fleet'];
  const ONLY_ISSUES = ['--github-issues', 'contoso/fleet'];

  it('opens one issue, and closes it when the placement is good again', async () => {
    await untilBad(STATE, env);
    for (let check = 0; check < 3; check++) await shop.once(STATE, env);
    expect(github.issues.map(({ title, state }) => [title, state])).toEqual([
      ['ClusterResourcePlacement/shop: A quota or limit range on the member has no room for the object on east', 'open'],
    ]);
    shop.heal();
    shop.pass(1);
    await shop.once(STATE, env);
    expect(github.issues).toEqual([expect.objectContaining({ state: 'closed', comments: ['It is good again.'] })]);
    expect(github.requests.filter((request) => request.startsWith('POST /repos')).length).toBe(2);
  });

  it('opens an issue for a hub that cannot be read, and closes it when it can', async () => {
    await shop.once(STATE, env);
    shop.hub.faults.denies = () => true;
    await shop.once(STATE, env);
    shop.pass(6);
    await shop.once(STATE, env);
    expect(github.issues.map(({ title, state }) => [title, state])).toEqual([
      ['Hub/hub: the hub cannot be read: it refuses access', 'open'],
    ]);
    shop.hub.faults.denies = () => false;
    await shop.once(STATE, env);
    expect(github.issues).toEqual([expect.objectContaining({ state: 'closed', comments: ['It is good again.'] })]);
  });

  it('remembers by its issues what it reported if the state file is lost', async () => {
    await untilBad(STATE, env);
    await shop.once(STATE, env);
    const lost = await shop.once(ONLY_ISSUES, env);
    expect([lost.exitCode, lost.changes]).toEqual([1, []]);
    expect(lost.report?.notes).toEqual(['The open issues remember 1 bad objects.']);
    shop.heal();
    shop.pass(1);
    expect((await shop.once(ONLY_ISSUES, env)).changes).toEqual(['healed']);
    expect(github.issues.map(({ state }) => state)).toEqual(['closed']);
  });

  it('comments a reminder, which an update of the text would not send', async () => {
    await untilBad(STATE, env);
    await shop.once(STATE, env);
    shop.pass(24 * 60 + 1);
    await shop.once(STATE, env);
    expect(github.issues[0]?.comments).toEqual([expect.stringMatching(/^Still bad: ClusterResourcePlacement\/shop since /)]);
  });

  // SECURITY.md: It changes only issues that its own login wrote
  it('leaves issues with the label that others wrote', async () => {
    await untilBad(STATE, env);
    await shop.once(STATE, env);
    const [issue] = github.issues;
    if (issue !== undefined) github.issues.push({ ...issue, number: 2, user: { login: 'mallory' }, comments: [] });
    shop.heal();
    shop.pass(1);
    await shop.once(STATE, env);
    expect(github.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it.each([
    ['the token is refused', { status: 403 }, 'GitHub answered 403: the token needs write access to issues'],
    ['the rate limit is used up for long', { status: 403, headers: { 'retry-after': '3600' } }, 'GitHub allows the next request in 3600 s'],
  ])('keeps its verdict, and says so, if %s', async (_, refused, problem) => {
    await untilBad(STATE, env);
    github.refuse = (request) => (request.startsWith('POST /repos') ? refused : undefined);
    const { exitCode, err, out } = await shop.once(STATE, env);
    expect(exitCode).toBe(1);
    expect(err).toContain(`not everything was reported: ${problem}`);
    expect(`${out}${err}`).not.toContain('github-secret-token');
    github.refuse = () => undefined;
    await shop.once(STATE, env);
    expect(github.issues).toHaveLength(1);
  });

  it('closes an issue that did not get the label, because it would not be found again', async () => {
    await untilBad(STATE, env);
    github.setsLabels = false;
    expect((await shop.once(STATE, env)).err).toContain('did not set the label fleet-gate-watch');
    expect(github.issues.map(({ state }) => state)).toEqual(['closed']);
  });

  it('needs a token and the name of a repository', async () => {
    await expect(shop.once(ONLY_ISSUES)).rejects.toThrow('--github-issues needs a token: set GITHUB_TOKEN');
    await expect(shop.once(['--github-issues', 'fleet'], env)).rejects.toThrow('--github-issues must be OWNER/REPO, not "fleet"');
  });
});
