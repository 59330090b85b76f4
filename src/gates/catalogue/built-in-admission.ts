import { FORBIDDEN_BY_PLUGIN } from './api-words.ts';
import { onMember } from './commands.ts';
import type { Details } from './failure.ts';
import { memberAnswer } from './member-answer.ts';
import { policyName, policySentence } from './policy-sentence.ts';

/**
 * Details of an object, or of the pods of a workload, that a plugin of the API server itself refuses; `undefined` if a policy or a webhook
 * does, which such an answer always names (Kubernetes plugin/pkg/admission).
 */
export function builtInAdmission(message: string, about: 'object' | 'pods'): Details | undefined {
  const answer = memberAnswer(message);
  if (policyName(message) !== undefined || !FORBIDDEN_BY_PLUGIN.test(answer)) return undefined;
  const title = policySentence(message);
  const known = PLUGINS.find(({ said, ofObjects }) => said.test(answer) && (about === 'object' || ofObjects !== true));
  if (known !== undefined) return { ...(title === undefined ? {} : { title }), ...known.details };
  const [subject, what] = about === 'pods' ? ['the pods of {object}', 'the pod template of {object}'] : ['{object}', '{object}'];
  return {
    ...(title === undefined ? {} : { title }),
    explain: `An admission plugin of the API server of {cluster} refuses ${subject}. It is a part of that server: no policy and no webhook refuses it.`,
    remedy: [
      `Change ${what} as the message says, and deploy again.`,
      'Or keep it off {cluster}: by the policy of {target}, or by an override that deletes it there.',
      'Or ask the owners of {cluster} whether its API server can allow it: some plugins can be set by the namespace or the server.',
    ],
  };
}

/** Plugins whose setting decides. */
const PLUGINS: readonly { readonly said: RegExp; readonly details: Details; readonly ofObjects?: true }[] = [
  {
    // Kubernetes plugin/pkg/admission/storage/persistentvolume/resize.
    said: /only dynamically provisioned pvc can be resized/,
    details: {
      title: 'The StorageClass of the claim does not allow a resize',
      explain:
        'The deploy asks for more storage in {object}. Kubernetes itself allows that only for a volume that was provisioned dynamically, by a StorageClass with `allowVolumeExpansion: true`. No policy and no webhook refuses it.',
      remedy: [
        `See the StorageClass of the claim, and which classes allow it: ${onMember('get {objectArgs} -o jsonpath="{.spec.storageClassName}"')} and ${onMember('get storageclasses')}`,
        'If its provisioner can resize volumes, set `allowVolumeExpansion: true` in that StorageClass on {cluster}. KubeFleet then applies {object} by itself.',
        'Otherwise write the former size into {object}, and deploy again. For more room, place a claim with another name, and copy the data.',
      ],
    },
  },
  {
    // Kubernetes plugin/pkg/admission/resourcequota: its configuration limits these scopes.
    said: /insufficient quota to match these scopes/,
    details: {
      explain:
        'The API server of {cluster} allows objects of this kind, such as pods of a priority class, only in a namespace with a quota for them. The namespace of {object} has none.',
      remedy: [
        `See the quotas of the namespace: ${onMember('describe resourcequotas {namespaceArgs}')}`,
        'Create a ResourceQuota with the scopes of the message in the namespace on {cluster}, or leave what they match out of {object}.',
      ],
    },
  },
  {
    // Kubernetes plugin/pkg/admission/gc: KubeFleet writes an AppliedWork as the owner of each object.
    said: /cannot set blockOwnerDeletion|cannot set an ownerRef/,
    ofObjects: true,
    details: {
      explain:
        'KubeFleet writes an AppliedWork as the owner of {object}. The API server of {cluster} allows that only if the member agent has the right to change that owner.',
      remedy: [
        `See what the member agent may do on {cluster}: ${onMember('get clusterrolebindings,rolebindings -A -o wide')}`,
        'Give the member agent the right to update appliedworks/finalizers of group placement.kubernetes-fleet.io on {cluster}.',
      ],
    },
  },
  {
    // Kubernetes plugin/pkg/admission/priority.
    said: /already marked as default/,
    details: {
      explain: '{cluster} has another PriorityClass that is the default, and it can have only one.',
      remedy: [
        `See which one: ${onMember('get priorityclasses')}`,
        'Leave globalDefault out of {object}, or take it from the other one on {cluster}.',
      ],
    },
  },
];
