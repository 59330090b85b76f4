/** Whether the key of a label or annotation is one that tools add to what they apply: GitOps tools, package managers and CI systems. */
export function isAddedByTools(key: string): boolean {
  return ADDED.test(key);
}

const ADDED =
  /argocd|fluxcd|helm|skaffold|spinnaker|octopus|azure-pipelines|gitlab|pulumi|configsync|configmanagement|rio\.cattle|kubectl|kapp\.k14s|^app\.kubernetes\.io\/|^applyset\.kubernetes\.io\/|config\.kubernetes\.io\/|^deployment\.kubernetes\.io\//;
