/** Addresses of GitHub's API. On GitHub Enterprise Server the runner sets the variables. */
export function gitHubAddresses(env: Readonly<Record<string, string | undefined>>): {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
} {
  const apiUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
  return { apiUrl, graphqlUrl: env['GITHUB_GRAPHQL_URL'] || `${apiUrl}/graphql` };
}

export function gitHubHeaders(token: string, accept = 'application/vnd.github+json'): Readonly<Record<string, string>> {
  return { accept, authorization: `Bearer ${token}`, 'user-agent': 'fleet-gate', 'x-github-api-version': '2022-11-28' };
}

/** The login of a token. REST does not tell it for the token of an app, and the token of a workflow is one. */
export const VIEWER_QUERY = { query: 'query { viewer { login } }' } as const;
