/**
 * The command that logs in to the same cluster as an action of GitHub; `undefined` for another action. It decides the cluster of later steps.
 * Sources: `action.yml` of the actions.
 */
export function loginByAction(uses: string, input: (name: string) => string): string | undefined {
  const action = LOGS_IN.exec(uses)?.[1] ?? '';
  switch (action.toLowerCase()) {
    case 'azure/aks-set-context':
      return ofAzure(/fleets$/i.test(input('resource-type')) ? 'az fleet get-credentials' : 'az aks get-credentials', input);
    case 'azure/k8s-set-context':
      return byMethod(input);
    case 'google-github-actions/get-gke-credentials':
      return `gcloud container clusters get-credentials ${words(['', input('cluster_name')], ['--location=', input('location')], ['--project=', input('project_id')])}`;
    default:
      return undefined;
  }
}

const LOGS_IN = /^(azure\/(?:aks|k8s)-set-context|google-github-actions\/get-gke-credentials)@/i;

function byMethod(input: (name: string) => string): string {
  if (input('cluster-type').toLowerCase() === 'arc') return ofAzure('az connectedk8s proxy', input);
  if (input('k8s-url') !== '') return `kubectl config set-cluster ${words(['--server=', input('k8s-url')])}`;
  // Contexts of two kubeconfigs may have the same name.
  const named = [input('kubeconfig'), input('context')].filter((text) => text !== '').join('/');
  return `kubectl config use-context ${words(['', named])}`;
}

function ofAzure(command: string, input: (name: string) => string): string {
  const [name, group, subscription] = [input('cluster-name'), input('resource-group'), input('subscription')];
  return `${command} ${words(['--name=', name], ['--resource-group=', group], ['--subscription=', subscription])}`;
}

/** Flags, each with a value that is not split, filled in or taken for a pattern by a shell. Those without a value are left out. */
function words(...flags: readonly (readonly [string, string])[]): string {
  return flags.flatMap(([flag, value]) => (value === '' ? [] : `'${flag}${value.replaceAll(/['\s,*?[\]]/g, '_')}'`)).join(' ');
}
