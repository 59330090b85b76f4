import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const LOOK = `See what the registry answered: ${onMember('describe pod {pod} {namespaceArgs}')}`;
const NODES = `See the architectures of the nodes: ${onMember('get nodes -L kubernetes.io/arch')}`;

/** Seen only with access to the member (`--member`). */
export const workloadImagePull = defineFailure({
  id: 'workload-image-pull',
  title: 'The image cannot be pulled',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-image-pull' }],
  outcome: (observation) => (observation.words?.['lasting'] === 'true' ? 'failed' : { kind: 'suspect', grace: 'member' }),
  details: ({ words = {}, cluster = 'the member' }) => byAnswer(words, cluster),
  explain:
    'The nodes of {cluster} cannot pull the image of {whichContainer} of {object}: it does not exist, the registry cannot be reached, or it refuses the login.',
  remedy: [
    LOOK,
    'Compare the name and the tag of the image with the registry.',
    `If the registry asks for a login, check spec.imagePullSecrets, and that the secret is on {cluster}: ${onMember('get secrets {namespaceArgs}')}`,
  ],
});

function byAnswer(words: Readonly<Record<string, string>>, cluster: string): Details {
  switch (words['refusal'] ?? '') {
    case 'absent':
      return {
        title: 'The image does not exist in the registry',
        explain: 'The registry answers {cluster} that it does not have image {image} of {whichContainer} of {object}.',
        remedy: [LOOK, 'Correct the name or the tag of the image in the manifest, or push the image.'],
      };
    case 'denied':
      return denied(words['missingPullSecrets'] ?? '', words['pullSecrets'] ?? '', cluster);
    case 'no-host':
      return {
        title: 'The name of the registry cannot be resolved',
        explain: 'The nodes of {cluster} cannot resolve the registry of image {image} of {whichContainer} of {object}.',
        remedy: [
          LOOK,
          'Check the registry in the name of the image. If it is right, check the DNS of the nodes of {cluster} (private DNS zones, link to the network).',
        ],
      };
    case 'limited':
      return {
        title: 'The registry limits how often images are pulled',
        explain:
          'The registry refuses {cluster} image {image} of {whichContainer} of {object}, because of its rate limit. It may answer later.',
        remedy: [
          LOOK,
          'Wait until the limit ends, or pull with a login (spec.imagePullSecrets), or from a registry or a cache of your own.',
        ],
      };
    case 'untrusted':
      return {
        title: 'The nodes do not trust the certificate of the registry',
        explain: 'The nodes of {cluster} refuse the TLS connection to the registry of image {image} of {whichContainer} of {object}.',
        remedy: [LOOK, 'Correct the certificate of the registry, or give the nodes of {cluster} its certificate authority.'],
      };
    case 'unreachable':
      return {
        title: 'The registry cannot be reached',
        explain: 'The nodes of {cluster} do not reach the registry of image {image} of {whichContainer} of {object}.',
        remedy: [
          LOOK,
          'Check the connection from the nodes of {cluster} to the registry: firewall, proxy, private endpoint, and whether the registry works.',
        ],
      };
    case 'no-space':
      return {
        title: 'A node has no disk space left for the image',
        explain: 'A node of {cluster} cannot store image {image} of {whichContainer} of {object}: its disk is full.',
        remedy: [
          `See the node of the pod and its message: ${onMember('describe pod {pod} {namespaceArgs}')}`,
          `See which nodes report DiskPressure: ${onMember('describe nodes')}`,
          'Free disk space on that node, or give the nodes of {cluster} larger disks. The kubelet tries again by itself.',
        ],
      };
    case 'never':
      return {
        title: 'The image is not on the node, and its pull policy is Never',
        explain:
          'The nodes of {cluster} do not have image {image} of {whichContainer} of {object}, and imagePullPolicy Never does not allow a pull.',
        remedy: [LOOK, 'Set imagePullPolicy to IfNotPresent, or load the image on the nodes of {cluster}.'],
      };
    case 'unsigned':
      return {
        title: 'The signature of the image is not accepted',
        explain: 'The nodes of {cluster} refuse image {image} of {whichContainer} of {object}, because they cannot validate its signature.',
        remedy: [LOOK, 'Sign the image with a key that the policy of the nodes accepts, or correct that policy on {cluster}.'],
      };
    case 'architecture':
      return {
        title: 'The image is not built for the architecture of the nodes',
        explain:
          'Image {image} of {whichContainer} of {object} has no variant for the operating system and the CPU of the nodes of {cluster}.',
        remedy: [
          NODES,
          'Build the image for that architecture too, or place the pods on other nodes with a node selector (kubernetes.io/arch).',
        ],
      };
    default:
      return {};
  }
}

function denied(missing: string, named: string, cluster: string): Details {
  const secrets = onMember('get secrets {namespaceArgs}');
  const login = 'Many registries answer the same if the image does not exist: compare its name and tag with the registry.';
  if (missing !== '')
    return {
      title: `The image cannot be pulled: pull secret ${missing} is missing on ${cluster}`,
      explain:
        'The registry asks {cluster} for a login for image {image} of {whichContainer} of {object}. The pod names pull secret {missingPullSecrets}, and its namespace does not have it.',
      remedy: [
        `See which secrets the namespace has: ${secrets}`,
        'Place Secret {missingPullSecrets} together with {object}, or correct its name in spec.imagePullSecrets.',
        login,
      ],
    };
  return {
    title: 'The registry refuses the login for the image',
    explain:
      named === ''
        ? 'The registry refuses {cluster} image {image} of {whichContainer} of {object}. The pod names no pull secret, so the nodes use their own login, or none.'
        : 'The registry refuses {cluster} image {image} of {whichContainer} of {object}, with pull secret {pullSecrets}.',
    remedy: [
      LOOK,
      named === ''
        ? 'Give the identity of the nodes of {cluster} the right to pull, or name a pull secret in spec.imagePullSecrets.'
        : `Check the login in pull secret {pullSecrets}, and that the secret is on {cluster}: ${secrets}`,
      login,
    ],
  };
}
