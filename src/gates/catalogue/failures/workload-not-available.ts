import type { Observation } from '../../observations/observation.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** What makes each kind available: KubeFleet pkg/controllers/workapplier/availability_tracker.go. */
export const workloadNotAvailable = defineFailure({
  id: 'workload-not-available',
  title: 'Not available yet',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'Available', status: 'False', reasons: ['ManifestNotAvailableYet'] }],
  outcome: 'waiting',
  details: (observation) => ofKind(observation) ?? ofMember(observation),
  explain:
    '{object} is applied on {cluster} and not available. The hub never says why: image, capacity, quota and crashes all look the same from here.',
  remedy: [
    'Look on {cluster}: `kubectl describe {objectArgs}` and `kubectl get events {namespaceArgs}`',
    'Give the gate access with {--member {cluster}=CONTEXT} to name the cause.',
  ],
});

/** Kinds that run no pods wait for something else. */
function ofKind({ object, target }: Observation): Details | undefined {
  switch ((object ?? target).kind) {
    case 'Service':
      return {
        title: 'The Service has no address yet',
        explain:
          '{object} is applied on {cluster} and waits for an address: a LoadBalancer for that of its load balancer, any other for its cluster IP.',
        remedy: [
          'Look on {cluster} at what the load balancer controller says: `kubectl describe {objectArgs}`',
          'Check that the cluster has such a controller, and that quota, subnet and annotations let it give an address.',
        ],
      };
    case 'CustomResourceDefinition':
      return {
        title: 'The kind is not served yet',
        explain: '{object} is applied on {cluster}, and the API server there does not serve it yet, or refuses its names.',
        remedy: ['Look on {cluster} at the conditions Established and NamesAccepted: `kubectl describe {objectArgs}`'],
      };
    case 'PodDisruptionBudget':
      return {
        title: 'The disruption budget is not computed yet',
        explain: '{object} is applied on {cluster}, and the controller there has not looked at its newest generation yet.',
        remedy: ['Look on {cluster} at its status: `kubectl describe {objectArgs}`'],
      };
    default:
      return undefined;
  }
}

/** Whoever gave access needs no advice to give it. */
function ofMember({ words }: Observation): Details {
  if (words?.['member'] === 'read')
    return {
      explain:
        '{object} is applied on {cluster} and not available. What the cluster itself says stands in the evidence, and in the causes beside this one.',
      remedy: ['Look on {cluster}: `kubectl describe {objectArgs}` and `kubectl get events {namespaceArgs}`'],
    };
  if (words?.['member'] === 'unread')
    return {
      explain:
        '{object} is applied on {cluster} and not available. Why is not verified: the cluster cannot be read with the access that was given.',
      remedy: [
        'Look on {cluster}: `kubectl describe {objectArgs}` and `kubectl get events {namespaceArgs}`',
        'Correct what keeps the gate from reading {cluster}; the notes of this run say what it is.',
      ],
    };
  return {};
}
