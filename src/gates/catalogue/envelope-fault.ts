import { ENVELOPES } from './commands.ts';
import type { Details } from './failure.ts';

/**
 * The wrong entry of an envelope, and the reason; empty if the message has another form. Only the message has it (KubeFleet
 * pkg/controllers/workgenerator/envelope.go; seen in the recordings).
 */
export function envelopeFault(message: string): Details {
  const entry = ENTRY.exec(message)?.[1];
  const untyped = UNTYPED.exec(message);
  if (untyped !== null)
    return {
      title: `An entry of an envelope is not a Kubernetes object: ${untyped[1] ?? ''}: ${untyped[2] ?? ''}`,
      explain:
        'The hub refuses the Work of an envelope, because an entry lacks what every Kubernetes object has. The message does not say which envelope of {target} it is. The hub keeps trying, and writes nothing for {cluster} until the entry is corrected.',
      remedy: [
        `Look for the envelope with an entry without apiVersion or kind, for which one of the lists is shorter: ${ENVELOPES}`,
        'Complete it, and apply the envelope again.',
      ],
    };
  const unreadable = UNREADABLE.exec(message);
  if (unreadable !== null)
    return { title: `Entry ${unreadable[1] ?? ''} of an envelope is not a Kubernetes object: ${unreadable[2] ?? ''}` };
  if (entry === undefined) return {};
  if (message.includes('a cluster scope object ')) return { title: `A ResourceEnvelope holds a cluster-scoped object: entry ${entry}` };
  if (message.includes('from another namespace')) return { title: `An envelope holds an object of another namespace: entry ${entry}` };
  return { title: `A ClusterResourceEnvelope holds a namespaced object: entry ${entry}` };
}

/** `a cluster scope object role.yaml (reader) has been wrapped in …`: the entry, and the name of the object in it. */
// bounded: a message is cut at 32,768 characters.
const ENTRY = /a (?:cluster scope|namespaced) object (\S+ \([^()]*\)) (?:in )?has been wrapped in/;

// bounded: a message is cut at 32,768 characters.
const UNREADABLE = /\(manifestKey=([^\s,)]+),[^)]*\): (.+)$/s;

/** The hub API server's answer to a Work of an envelope, which has such a name (KubeFleet pkg/controllers/workgenerator/controller.go). */
// bounded: a message is cut at 32,768 characters.
const UNTYPED = /-envelope-[\da-f-]{36}" is invalid: spec\.workload\.manifests\[\d{1,9}\]\.([^\s:]{1,100}): (.+)$/s;
