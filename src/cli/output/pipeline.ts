type Env = Readonly<Record<string, string | undefined>>;

export type Pipeline = 'github' | 'gitlab' | 'azure';

/** The current pipeline system, detected by its environment variable; `undefined` if there is none. */
export function pipelineOf(env: Env): Pipeline | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  if (env['GITLAB_CI'] === 'true') return 'gitlab';
  return env['TF_BUILD'] === 'True' ? 'azure' : undefined;
}

/** The address of the run's GitHub; that of a GitHub Enterprise Server if it is set. */
export function gitHubServer(env: Env): string {
  return env['GITHUB_SERVER_URL'] || 'https://github.com';
}
