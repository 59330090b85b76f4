import type { Observation } from '../../observations/observation.ts';
import { onMember, supportIf } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const LOOK = `See its state and its events on {cluster}: ${onMember('describe {objectArgs}')} and ${onMember('get events {namespaceArgs} --sort-by=.lastTimestamp')}`;

const WITHOUT_PODS = supportIf('{object} still has no pods on {cluster} 10 minutes after it was applied');

/** The conditions under which each kind is available: KubeFleet pkg/controllers/workapplier/availability_tracker.go. */
export const workloadNotAvailable = defineFailure({
  id: 'workload-not-available',
  title: 'The workload is not available',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'Available', status: 'False', reasons: ['ManifestNotAvailableYet'] }],
  outcome: 'waiting',
  details: (observation) => ofKind(observation) ?? { ...ofMember(observation), ...ofJob(observation) },
  explain:
    '{object} is applied on {cluster} and not available. The hub does not know why: an image, capacity, a quota and a crash look the same there.',
  remedy: [LOOK, 'Give the gate access with {--member {cluster}=CONTEXT}. It then names the cause.', WITHOUT_PODS],
});

/** The details for kinds that run no pods. */
function ofKind({ object, target }: Observation): Details | undefined {
  switch ((object ?? target).kind) {
    case 'Service':
      return {
        title: 'The Service has no address yet',
        explain:
          '{object} is applied on {cluster} and waits for an address: a LoadBalancer for the address of its load balancer, any other for its cluster IP.',
        remedy: [
          `See what the load balancer controller reports: ${onMember('describe {objectArgs}')}`,
          'Check that {cluster} has such a controller, and that quota, subnet and annotations allow an address.',
        ],
      };
    case 'CustomResourceDefinition':
      return {
        title: 'The kind is not served yet',
        explain: '{object} is applied on {cluster}, but the API server there does not serve it yet, or refuses its names.',
        remedy: [`See the conditions Established and NamesAccepted: ${onMember('describe {objectArgs}')}`],
      };
    case 'PodDisruptionBudget':
      return {
        title: 'The disruption budget is not computed yet',
        explain: '{object} is applied on {cluster}, but the controller there has not observed its newest generation yet.',
        remedy: [`See its status: ${onMember('describe {objectArgs}')}`],
      };
    default:
      return undefined;
  }
}

/** Hubs track Jobs with KubeFleet pull request 809: one is available if it is suspended or complete, and never if it has failed. */
function ofJob({ object, target }: Observation): Details {
  if ((object ?? target).kind !== 'Job') return {};
  return {
    title: 'The Job has not completed yet',
    explain:
      '{object} is applied on {cluster} and not available: it runs, or it has failed. A Job that has failed never becomes available, and the hub does not tell the two apart.',
  };
}

/** If the gate has access to the member, the step to give access is left out. */
function ofMember({ words }: Observation): Details {
  if (words?.['member'] === 'read')
    return {
      explain: '{object} is applied on {cluster} and not available. See the evidence above and the other causes.',
      remedy: [LOOK, WITHOUT_PODS],
    };
  if (words?.['member'] === 'unread')
    return {
      explain:
        '{object} is applied on {cluster} and not available. The cause is not verified: the cluster cannot be read with the access that was given.',
      remedy: [LOOK, 'Correct what keeps the gate from reading {cluster}. The notes of this report name it.', WITHOUT_PODS],
    };
  return {};
}
