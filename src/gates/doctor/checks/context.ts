import { ok, type Check } from '../check.ts';

export const context: Check = {
  id: 'context',
  title: 'context',
  asks: 'Is the context there, with its cluster and its user?',
  needs: ['kubeconfig'],
  remedy: ['List the contexts with `kubectl config get-contexts`, and name that of the hub.'],
  run: (way) => {
    const { name, clusterName, userName } = way.context();
    return ok(`${name}: cluster ${clusterName}, user ${userName === '' ? '(none)' : userName}`);
  },
};
