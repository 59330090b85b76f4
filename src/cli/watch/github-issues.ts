import { ConfigError } from '../../errors.ts';
import { field, listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import { proxyFor } from '../../gates/hub/http/proxy.ts';
import { counted } from '../../report/facts/words/words.ts';
import { ISSUE_LABEL, issueOf, type IssueText, issuePlan, memoryOfIssues, type OpenIssue } from '../../watch/issue.ts';
import type { WatchMemory } from '../../watch/memory.ts';
import type { WatchChange } from '../../watch-report.ts';
import { knownReach } from '../hub/reach-of.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import type { Message } from '../../gates/hub/web-answer.ts';
import { gitHubAddresses, gitHubHeaders, VIEWER_QUERY } from './github-api.ts';
import { send, SendError, type Sending } from './send.ts';
import { changeLine } from '../../report/facts/watch.ts';
import { prose } from '../../report/markdown/markup.ts';

/** One issue for each bad object, in one repository. */
export interface GitHubIssues {
  /** Opens, updates and closes issues. @returns why not all of it was done; `undefined` if it was */
  tell(memory: WatchMemory, changes: readonly WatchChange[]): Promise<string | undefined>;
  /** What the issues remember. @throws {SendError} */
  recall(hub: string): Promise<WatchMemory>;
}

/** @throws {ConfigError} */
export function gitHubIssuesOf(invocation: Invocation, io: Io, clock: Sending['clock']): GitHubIssues | undefined {
  const repository = invocation.value('github-issues');
  if (repository === undefined) return undefined;
  const { named } = invocation;
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository))
    throw new ConfigError(`${named('github-issues')} must be OWNER/REPO, not "${repository}"`);
  const token = io.githubToken ?? io.env['GITHUB_TOKEN'] ?? '';
  if (token === '') throw new ConfigError(`${named('github-issues')} needs a token: set GITHUB_TOKEN`);
  io.secrets.add(token);
  const title = invocation.value('title');
  const api = new IssuesApi(repository, token, io, clock);
  return {
    recall: async (hub) => memoryOfIssues(await api.ours(), hub, io.now().toISOString()),
    tell: async (memory, changes) => {
      try {
        const issues = await api.ours();
        const plan = issuePlan(issues, memory, title, knownReach(invocation, io));
        for (const { number, why } of plan.close) await api.close(number, why);
        for (const { number, ...text } of plan.update) await api.update(number, text);
        for (const { number, text } of reminders(issues, changes, memory.hub)) await api.comment(number, text);
        const now = plan.open.slice(0, MOST_NEW);
        for (const { object: _, ...text } of now) await api.open(text);
        const left = plan.open.length - now.length;
        return left === 0
          ? undefined
          : `${counted(left, 'issue is', 'issues are')} opened with the next checks, at most ${MOST_NEW} with each`;
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        return `GitHub ${error.message}`;
      }
    },
  };
}

/** The most issues that one check opens. GitHub allows about 80 in a minute. */
const MOST_NEW = 20;
/** Milliseconds between two issues that are opened. */
const BETWEEN_NEW = 1000;
const MOST_PAGES = 20;
/** Milliseconds before each repetition. */
const PAUSES = [2000, 10_000];

/** A comment notifies the subscribers of an issue, an update of its text does not. */
function reminders(
  issues: readonly OpenIssue[],
  changes: readonly WatchChange[],
  hub: string,
): readonly { readonly number: number; readonly text: string }[] {
  return changes.flatMap((change) => {
    const issue = change.change === 'stillBad' ? issueOf(issues, change.object, hub) : undefined;
    return issue === undefined ? [] : [{ number: issue.number, text: prose(changeLine(change)) }];
  });
}

class IssuesApi {
  readonly #root: string;
  readonly #graphql: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #sending: Sending;
  #me: string | undefined;

  constructor(repository: string, token: string, { env, signal }: Pick<Io, 'env' | 'signal'>, clock: Sending['clock']) {
    const { apiUrl, graphqlUrl } = gitHubAddresses(env);
    this.#root = `${apiUrl}/repos/${repository}/issues`;
    this.#graphql = graphqlUrl;
    this.#headers = gitHubHeaders(token);
    const server = URL.parse(apiUrl);
    if (server === null) throw new ConfigError('GITHUB_API_URL is not an address; write it as https://host');
    this.#sending = { clock, signal, proxy: proxyFor(server, env), pauses: PAUSES };
  }

  /** All open issues with the label that we wrote: anyone can copy the marker, but not the author. */
  async ours(): Promise<readonly OpenIssue[]> {
    const all: OpenIssue[] = [];
    this.#me ??= await this.#viewer();
    for (let page = 1; page <= MOST_PAGES; page++) {
      const listed = await this.#ask(
        'GET',
        `${this.#root}?state=open&labels=${ISSUE_LABEL}&sort=created&direction=asc&per_page=100&page=${page}`,
      );
      const issues = Array.isArray(listed) ? (listed as readonly unknown[]) : [];
      for (const issue of issues) {
        const [number, title, body] = [numberAt(issue, 'number'), stringAt(issue, 'title'), stringAt(issue, 'body')];
        if (number === undefined || title === undefined || body === undefined || stringAt(issue, 'user', 'login') !== this.#me) continue;
        // GitHub lists pull requests as issues.
        if (field(issue, 'pull_request') !== undefined) continue;
        all.push({ number, title, body });
      }
      if (issues.length < 100) return all;
    }
    throw new SendError(`has more than ${MOST_PAGES * 100} open issues with the label ${ISSUE_LABEL}; none was changed`);
  }

  async open(text: IssueText): Promise<void> {
    const made = await this.#ask('POST', this.#root, { ...text, labels: [ISSUE_LABEL] });
    const number = numberAt(made, 'number');
    const isLabelled = listAt(made, 'labels').some((label) => stringAt(label, 'name') === ISSUE_LABEL);
    if (number !== undefined && !isLabelled) {
      // Without the label it would not be found, and each check would open another one.
      await this.close(number, `It did not get the label ${ISSUE_LABEL}, by which fleet-gate finds its issues.`);
      throw new SendError(`did not set the label ${ISSUE_LABEL}: the token needs write access to issues`);
    }
    await this.#sending.clock.sleep(BETWEEN_NEW, this.#sending.signal);
  }

  async update(number: number, text: IssueText): Promise<void> {
    await this.#ask('PATCH', `${this.#root}/${number}`, text);
  }

  async close(number: number, why: string): Promise<void> {
    await this.comment(number, why);
    await this.#ask('PATCH', `${this.#root}/${number}`, { state: 'closed', state_reason: 'completed' });
  }

  async comment(number: number, body: string): Promise<void> {
    await this.#ask('POST', `${this.#root}/${number}/comments`, { body });
  }

  async #viewer(): Promise<string> {
    try {
      const answer = await this.#ask('POST', this.#graphql, VIEWER_QUERY);
      return stringAt(answer, 'data', 'viewer', 'login') ?? WORKFLOW_LOGIN;
    } catch (error) {
      if (error instanceof SendError && error.answer !== undefined && error.answer.status < 500 && error.answer.status !== 429)
        return WORKFLOW_LOGIN;
      throw error;
    }
  }

  async #ask(method: Message['method'], url: string, body?: object): Promise<unknown> {
    const init = { method, headers: this.#headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    try {
      return await (await send(url, init, this.#sending)).json();
    } catch (error) {
      if (!(error instanceof SendError)) throw new SendError('sent no JSON');
      const { status } = error.answer ?? {};
      if (status === 401 || status === 404 || (status === 403 && error.message === 'answered 403'))
        throw new SendError(`${error.message}: the token needs write access to issues`, error.answer);
      throw error;
    }
  }
}

/** The login of the token that a workflow gets. */
const WORKFLOW_LOGIN = 'github-actions[bot]';
