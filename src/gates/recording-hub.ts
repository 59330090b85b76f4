import type { HubState, ObjectQuestion, ResourceType, Visibility } from '../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/** A hub that records the questions to it, so that a result can be kept as long as the answers are the same. */
export class RecordingHub implements HubState {
  readonly #hub: HubState;
  readonly #read: () => void;
  #answers = new Map<string, Answer>();

  /** @param onTime called at each read of the time, which is always different */
  constructor(hub: HubState, onTime: () => void) {
    this.#hub = hub;
    this.#read = onTime;
  }

  get from(): HubState['from'] {
    return this.#hub.from;
  }

  get isTimeConcluded(): HubState['isTimeConcluded'] {
    return this.#hub.isTimeConcluded;
  }

  get now(): Date {
    this.#read();
    return this.#hub.now;
  }

  /** The questions since the last call, each once, with their answers. */
  answers(): readonly Answer[] {
    const answers = [...this.#answers.values()];
    this.#answers = new Map();
    return answers;
  }

  readonly visibility = (type: ResourceType, namespace?: string): Visibility => {
    this.#note({ about: 'visibility', type, namespace, name: '' });
    return this.#hub.visibility(type, namespace);
  };

  readonly list = (type: ResourceType, namespace?: string): readonly KubeObject[] => {
    this.#note({ about: 'list', type, namespace, name: '' });
    return this.#hub.list(type, namespace);
  };

  readonly get = (type: ResourceType, namespace: string | undefined, name: string): KubeObject | undefined => {
    this.#note({ about: 'get', type, namespace, name });
    return this.#hub.get(type, namespace, name);
  };

  readonly derived = (
    type: ResourceType,
    placement: { readonly namespace?: string | undefined; readonly name: string },
  ): readonly KubeObject[] => {
    this.#note({ about: 'derived', type, namespace: placement.namespace, name: placement.name });
    return this.#hub.derived(type, placement);
  };

  #note(question: Question): void {
    const { about, type, namespace, name } = question;
    const key = `${about} ${type.group}/${type.kind} ${namespace ?? ''}/${name}`;
    if (!this.#answers.has(key)) this.#answers.set(key, { ...question, given: answerOf(question, this.#hub) });
  }
}

/** A question, and what the hub answered: objects, or a text for visibility. */
export type Answer = Question & { readonly given: unknown };

export type Question = ObjectQuestion | (Omit<ObjectQuestion, 'about'> & { readonly about: 'visibility' });

/** Whether the hub still gives the same answer. */
export function hasSameAnswer(answer: Answer, hub: HubState): boolean {
  return isSame(answer.given, answerOf(answer, hub));
}

function answerOf(question: Question, hub: HubState): unknown {
  const { about, type, namespace, name } = question;
  if (about === 'visibility') {
    const visibility = hub.visibility(type, namespace);
    return 'message' in visibility ? `${visibility.kind}: ${visibility.message}` : visibility.kind;
  }
  if (about === 'list') return hub.list(type, namespace);
  return about === 'get' ? hub.get(type, namespace, name) : hub.derived(type, { namespace, name });
}

/** A hub may list the same objects in a new array. */
function isSame(before: unknown, now: unknown): boolean {
  if (before === now) return true;
  if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return false;
  return before.every((each, index) => each === now[index]);
}
