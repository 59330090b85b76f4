import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface StoredIssue {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  readonly user: { readonly login: string };
  readonly labels: readonly { readonly name: string }[];
  readonly comments: string[];
}

/** The issues of GitHub in this process, with the answers that its REST documentation describes. */
export interface IssuesServer {
  readonly url: string;
  readonly issues: StoredIssue[];
  /** `METHOD path` of each request. */
  readonly requests: string[];
  /** Answers instead of the server while it returns something. */
  refuse: (request: string) => { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | undefined;
  /** Whether labels are set, as for a token with write access. */
  setsLabels: boolean;
  close(): Promise<void>;
}

/** @param token the only one that it accepts */
export async function issuesServer(token: string): Promise<IssuesServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const asked = `${request.method ?? ''} ${pathname}`;
    double.requests.push(asked);
    void (async () => {
      const body = request.method === 'GET' ? {} : ((await json(request)) as { title?: string; body?: string; labels?: readonly string[] });
      const refused = double.refuse(asked);
      if (refused !== undefined) return answer(refused.status, { message: 'no' }, refused.headers);
      if (request.headers.authorization !== `Bearer ${token}`) return answer(401, { message: 'Bad credentials' });
      if (pathname === '/graphql') return answer(200, { data: { viewer: { login: 'github-actions[bot]' } } });
      const [, number, part] = /^\/repos\/contoso\/fleet\/issues(?:\/(\d+))?(\/comments)?$/.exec(pathname) ?? [];
      const issue = double.issues.find((each) => String(each.number) === number);
      if (request.method === 'GET') {
        const label = searchParams.get('labels');
        const page = Number(searchParams.get('page'));
        const open = double.issues.filter(({ state, labels }) => state === 'open' && labels.some(({ name }) => name === label));
        return answer(200, open.slice((page - 1) * 100, page * 100));
      }
      if (number === undefined) {
        const labels = double.setsLabels ? (body.labels ?? []).map((name) => ({ name })) : [];
        const made: StoredIssue = {
          number: double.issues.length + 1,
          title: body.title ?? '',
          body: body.body ?? '',
          state: 'open',
          user: { login: 'github-actions[bot]' },
          labels,
          comments: [],
        };
        double.issues.push(made);
        return answer(201, made);
      }
      if (issue === undefined) return answer(404, { message: 'Not Found' });
      if (part !== undefined) issue.comments.push(body.body ?? '');
      else Object.assign(issue, body);
      return answer(part === undefined ? 200 : 201, issue);
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const double: IssuesServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues: [],
    requests: [],
    refuse: () => undefined,
    setsLabels: true,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}
