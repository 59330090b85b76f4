export type Pipeline = 'github' | 'gitlab' | 'azure';

/** The pipeline the tool runs in, by the variable that each says it with; `undefined` anywhere else. */
export function pipelineOf(env: Readonly<Record<string, string | undefined>>): Pipeline | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  if (env['GITLAB_CI'] === 'true') return 'gitlab';
  return env['TF_BUILD'] === 'True' ? 'azure' : undefined;
}
