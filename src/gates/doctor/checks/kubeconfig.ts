import { ok, type Check } from '../check.ts';

export const kubeconfig: Check = {
  id: 'kubeconfig',
  title: 'kubeconfig',
  asks: 'Is there a kubeconfig, and can it be read?',
  needs: [],
  remedy: [
    'Fetch a kubeconfig of the hub first. On Azure: `az fleet get-credentials --resource-group GROUP --name FLEET`.',
    'A fleet without a hub cluster has no kubeconfig: placements need a fleet that was made with a hub.',
  ],
  run: (way) => {
    const source = way.source();
    return source.kind === 'pod' ? ok('the service account of the pod this runs in') : ok(source.kubeconfig.where);
  },
};
