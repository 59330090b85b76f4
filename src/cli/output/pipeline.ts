type Env = Readonly<Record<string, string | undefined>>;

export type Pipeline = 'github' | 'gitlab' | 'azure';

/** The pipeline the tool runs in, by the variable that each says it with; `undefined` anywhere else. */
export function pipelineOf(env: Env): Pipeline | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  if (env['GITLAB_CI'] === 'true') return 'gitlab';
  return env['TF_BUILD'] === 'True' ? 'azure' : undefined;
}

/** The address of the GitHub that a run is of: that of a GitHub Enterprise Server where one says it. */
export function gitHubServer(env: Env): string {
  return env['GITHUB_SERVER_URL'] || 'https://github.com';
}
