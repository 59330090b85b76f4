import { onMember } from './commands.ts';
import type { Details } from './failure.ts';

interface Absent {
  readonly kind: 'ServiceAccount' | 'PriorityClass' | 'RuntimeClass';
  readonly name: string;
}

/**
 * Details of an object that every pod names and that the member lacks; `undefined` if the message is about something else (Kubernetes
 * plugin/pkg/admission: serviceaccount, priority, runtimeclass).
 */
export function absentObject(message: string, about: 'object' | 'pods', cluster: string): Details | undefined {
  const absent = missingFor(message);
  return absent && detailsOf(absent, about, cluster);
}

function missingFor(message: string): Absent | undefined {
  for (const { kind, said } of ABSENT) {
    const name = said.exec(message)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

const ABSENT: readonly { readonly kind: Absent['kind']; readonly said: RegExp }[] = [
  // bounded: a message is cut at 32,768 characters.
  { kind: 'ServiceAccount', said: /serviceaccount "([^"]+)" not found/i },
  { kind: 'PriorityClass', said: /no PriorityClass with name (\S+) was found/i },
  // bounded: a message is cut at 32,768 characters.
  { kind: 'RuntimeClass', said: /RuntimeClass "([^"]+)" not found/i },
];

function detailsOf({ kind, name }: Absent, about: 'object' | 'pods', cluster: string): Details {
  const [subject, verb, template] =
    about === 'pods' ? ['The pods of {object}', 'name', 'the pod template'] : ['{object}', 'names', '{object}'];
  const isNamespaced = kind === 'ServiceAccount';
  const plural = kind === 'ServiceAccount' ? 'serviceaccounts' : kind === 'PriorityClass' ? 'priorityclasses' : 'runtimeclasses';
  return {
    title: `${kind} ${name} does not exist on ${cluster}`,
    words: { missing: `${kind} ${name}` },
    explain: `${subject} ${verb} {missing}, which {cluster} does not have. The API server there refuses to create ${about === 'pods' ? 'them' : 'it'}.`,
    remedy: [
      `See which there are: ${onMember(`get ${plural}${isNamespaced ? ' {namespaceArgs}' : ''}`)}`,
      `Place {missing} together with {object}: add it to what {target} selects. If it has another name on {cluster}, correct ${template}.`,
    ],
  };
}
