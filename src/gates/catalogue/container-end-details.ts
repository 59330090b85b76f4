import type { Observation } from '../observations/observation.ts';
import { onMember } from './commands.ts';
import type { Details } from './failure.ts';
import { capitalised } from '../../fleet/text/capitalised.ts';

const DESCRIBE = onMember('describe pod {pod} {namespaceArgs}');
/** Of the run before the present one. */
export const LOGS_BEFORE = onMember('logs {pod} -c {container} {namespaceArgs} --previous --tail=50');

/** Explains the container runtime's message about an end or a failed start; empty if it has no known cause. */
export function containerEndDetails({ words = {} }: Observation): Details {
  const { end, entryPoint = '', memoryLimit = '', whichContainer = 'the container' } = words;
  switch (end ?? '') {
    case 'out-of-memory':
      return outOfMemory(whichContainer, memoryLimit);
    case 'architecture':
      return {
        title: `The program of ${whichContainer} is built for another CPU architecture`,
        explain: 'The nodes of {cluster} cannot execute the program of {whichContainer} of {object} (exec format error).',
        remedy: [
          `Compare the architecture of the nodes with that of the image: ${onMember('get nodes -L kubernetes.io/arch')}`,
          'Build the image for that architecture too, or place the pods on other nodes with a node selector (kubernetes.io/arch). If the entry point is a script, check its first line (`#!`).',
        ],
      };
    case 'entry-point':
      return {
        title:
          entryPoint === ''
            ? `The command of ${whichContainer} cannot be run`
            : `The command ${entryPoint} of ${whichContainer} cannot be run`,
        explain: 'The image of {whichContainer} of {object} does not have the command that should start it, or it may not be executed.',
        remedy: [
          `See the command, the arguments and the image: ${DESCRIBE}`,
          'Correct command, args or workingDir in the manifest, or the image: the file must exist there and be executable. For a script, also the interpreter in its first line.',
        ],
      };
    case 'completed':
      return {
        title: `${capitalised(whichContainer)} ends without an error and is started again`,
        explain: 'On {cluster}, the program of {whichContainer} of {object} ends with exit code 0. Kubernetes expects it to keep running.',
        remedy: [
          `Read what it wrote before it ended: ${LOGS_BEFORE}`,
          'Correct the command so that the program runs in the foreground. Work that ends belongs into a Job or an init container.',
        ],
      };
    default:
      return {};
  }
}

function outOfMemory(whichContainer: string, limit: string): Details {
  return {
    title: `${capitalised(whichContainer)} runs out of memory (${limit === '' ? 'it sets no limit' : `limit ${limit}`})`,
    explain:
      limit === ''
        ? 'The kernel of a node of {cluster} ended {whichContainer} of {object}: the memory of the node, or of the whole pod, was used up (OOMKilled).'
        : 'The kernel of a node of {cluster} ended {whichContainer} of {object}: it used more memory than its limit of {memoryLimit} (OOMKilled).',
    remedy: [
      `See its memory limit and its last state: ${DESCRIBE}`,
      `Read what it wrote before it ended: ${LOGS_BEFORE}`,
      limit === ''
        ? 'Set a memory request that fits {whichContainer}, so that it runs on a node with room, or find what uses the memory of the node.'
        : 'Raise the memory limit of {whichContainer} in the manifest (by an override, if only {cluster} needs it), or lower what the application uses.',
    ],
  };
}
