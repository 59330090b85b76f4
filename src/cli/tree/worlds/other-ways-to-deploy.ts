/**
 * Whether a pipeline or a script may deploy files of the repository by something that is not read: another program, a pipeline or an action of
 * another repository, or a script in a folder that is not searched.
 */
export function mayDeployOtherwise(text: string): boolean {
  return PROGRAMS.test(text) || ELSEWHERE.test(text) || ACTIONS.test(text) || SCRIPTS.test(text);
}

const PROGRAMS =
  /\b(?:helmfile|skaffold|ansible|pulumi|kluctl|tanka|werf|devspace|timoni|kpt|garden|spinnaker|octopus|terragrunt|@Library|argocd app create -f|make -C)\b/i;
/** Pipelines of other repositories, as GitHub, GitLab, Azure Pipelines and CircleCI name them. */
// linear: it starts with a word, and at most 200 signs are tried behind it.
const ELSEWHERE =
  /\buses: {0,9}["']?[\w.-]{1,100}\/[\w.-]{1,100}\/\.github\/|^[\s-]{0,20}(?:project|remote|component|orbs|taskRef|pipelineRef):|\btemplate: {0,9}[^\s@]{1,200}@/m;
/** Actions that are named after what they do. */
// linear: at most 200 signs are tried after each `uses:`.
const ACTIONS =
  /\buses: {0,9}["']?(?!\.|actions\/|azure\/|[\w.-]{1,100}\/(?:setup|kubectl@|helm@))[\w./-]{0,200}(?:deploy|apply|kubectl|kustomize|gitops|manifest|helm)/i;
/** Scripts two folders or more below the top, and other programs that are named after what they do. */
// linear: at most 100 signs are tried for each name, and 200 after each program.
const SCRIPTS =
  /(?:^|[\s"'=(])(?:\.\/)?(?!\.\/)[\w.-]{1,100}\/[\w-][\w.-]{0,100}\/[\w./-]{0,200}\.(?:sh|bash|ps1|py)\b|\b(?:python3?|node|ruby|go run|deno run|tsx) [^\n]{0,200}(?:deploy|apply|sync|kube|k8s)/m;
