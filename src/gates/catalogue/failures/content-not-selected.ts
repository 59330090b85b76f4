import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const contentNotSelected = defineFailure({
  id: 'content-not-selected',
  title: 'An object of the deploy is not selected',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-not-carried' }],
  // That the selectors miss it can be read off; only where they pick it, a snapshot may still be to come.
  outcome: (observation) => ({ kind: 'suspect', grace: 'snapshot', answered: observation.words?.['missed'] === 'true' }),
  explain: '{object} was deployed to the hub, but the newest resource snapshot of {target} does not hold it: no cluster will ever get it.',
  remedy: [
    'Compare the selectors with the name and the labels of {object}: `kubectl get {targetArgs} -o jsonpath="{.spec.resourceSelectors}"` and `kubectl get {objectArgs} --show-labels`',
    'A Pod, the ServiceAccount `default` and a Secret of type `kubernetes.io/service-account-token` are never placed by KubeFleet: deploy a workload, name an account of its own, or wrap the object in an envelope.',
    'If another placement is to roll it out, follow that one as well.',
  ],
  seeAlso: 'selects-nothing',
});
