import { ROLLOUT_STEPS } from '../../fleet/kubefleet/rollout-step.ts';
import type { Failure } from '../../gates/catalogue/failure.ts';
import { KUBERNETES_WORDS } from './kubernetes-words.ts';
import { MESSAGE_PHRASES, MESSAGE_STARTS, RUN_REASONS } from './message-phrases.ts';

/** The failures for a text that is not an id, and why they match. */
export interface Found {
  readonly failures: readonly Failure[];
  /** `the reason X`, `the condition X`, `this message`. */
  readonly as: string;
}

/**
 * Finds the failures for a reason of KubeFleet or of a pod, a condition type, or a line with a message; `undefined` if there are none.
 * @param catalogue in the order in which causes are checked
 */
export function findFailures(text: string, catalogue: readonly Failure[]): Found | undefined {
  const found = (as: string, failures: readonly Failure[]): Found | undefined => (failures.length === 0 ? undefined : { as, failures });
  const word = text.trim();
  return (
    found(
      `the reason ${word}`,
      catalogue.filter(({ when }) => when.some(({ reasons = [] }) => reasons.some((reason) => isSame(reason, word)))),
    ) ??
    found(`the reason ${word}`, ofPod(word, catalogue)) ??
    found(`the condition ${word}`, ofCondition(word, catalogue)) ??
    found('this message', ofReasonIn(text, catalogue)) ??
    found('this message', ofPhrases(text, catalogue)) ??
    found(
      `this message`,
      catalogue.filter(({ when }) => when.some(({ message }) => message?.test(text) === true)),
    ) ??
    found(
      'this message',
      catalogue.filter(({ title }) => text.toLowerCase().includes(title.toLowerCase())),
    ) ??
    found('this message', ofWords(text, catalogue)) ??
    found(`the reason ${word}`, ofGeneralReason(word, catalogue)) ??
    found('this line', ofConditionIn(text, catalogue))
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The words that `findFailures` knows by name, for hints: reasons and conditions. */
export function knownWords(catalogue: readonly Failure[]): readonly string[] {
  const ofFailures = catalogue.flatMap(({ when }) =>
    when.flatMap(({ reasons = [], step }) => [...reasons, ...(step === undefined ? [] : [step])]),
  );
  return [...new Set([...ofFailures, ...Object.keys(KUBERNETES_WORDS), ...Object.keys(RUN_REASONS)])];
}

function ofPod(word: string, catalogue: readonly Failure[]): readonly Failure[] {
  const [, id] = Object.entries({ ...KUBERNETES_WORDS, ...RUN_REASONS }).find(([reason]) => isSame(reason, word)) ?? [];
  return catalogue.filter((failure) => failure.id === id);
}

/** Conditions of placements have the kind as a prefix: `ClusterResourcePlacementApplied`. */
function ofCondition(word: string, catalogue: readonly Failure[]): readonly Failure[] {
  const type = word.replace(/^(?:Cluster)?ResourcePlacement(?=[A-Z])|^StagedUpdateRun(?=[A-Z])/, '');
  return catalogue.filter(({ when }) => when.some(({ step }) => step !== undefined && isSame(step, type)));
}

/**
 * A line with a reason of KubeFleet, or with words that KubeFleet writes for one reason only: the failures of that reason whose message is
 * in the line, otherwise those that do not ask for a message.
 */
function ofReasonIn(text: string, catalogue: readonly Failure[]): readonly Failure[] {
  const [, meant] = MESSAGE_STARTS.find(([start]) => text.includes(start)) ?? [];
  const words = new Set([...(text.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? []), ...(meant === undefined ? [] : [meant])]);
  const matching = (isMeant: (message: RegExp | undefined) => boolean): readonly Failure[] =>
    catalogue.filter(({ when }) =>
      when.some(({ reasons = [], message }) => isMeant(message) && reasons.some((reason) => words.has(reason))),
    );
  const exact = matching((message) => message?.test(text) === true);
  return exact.length > 0 ? exact : matching((message) => message === undefined);
}

function ofPhrases(text: string, catalogue: readonly Failure[]): readonly Failure[] {
  const lower = text.toLowerCase();
  const ids = new Set(MESSAGE_PHRASES.flatMap(([phrase, id]) => (lower.includes(phrase) ? [id] : [])));
  return catalogue.filter(({ id }) => ids.has(id));
}

/** A condition with its status, as people paste it: `Applied=False`, `type: Applied`. */
function ofConditionIn(text: string, catalogue: readonly Failure[]): readonly Failure[] {
  const words = text.match(/\b[A-Z][A-Za-z]+\b/g) ?? [];
  return words.map((word) => ofCondition(word, catalogue)).find((failures) => failures.length > 0) ?? [];
}

/** Finds a reason or a message inside a longer line, such as output of `kubectl describe` or a log line. */
function ofWords(text: string, catalogue: readonly Failure[]): readonly Failure[] {
  const words = new Set(text.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? []);
  const reasons = catalogue.filter(({ when }) => when.some(({ reasons: own = [] }) => own.some((reason) => words.has(reason))));
  return reasons.length > 0 ? reasons : [...words].flatMap((word) => ofPod(word, catalogue));
}

/** A reason that only names the open step, such as `WorkNotSynchronizedYet`, matches the failures of that step. */
function ofGeneralReason(word: string, catalogue: readonly Failure[]): readonly Failure[] {
  if (!/^[A-Z][A-Za-z]+$/.test(word)) return [];
  const plain = word.replaceAll(/Not|Yet|Failed|Pending|Unknown|Incomplete/g, '').toLowerCase();
  const step = ROLLOUT_STEPS.find((candidate) => plain.includes(candidate.toLowerCase().replace(/e?d$/, '')));
  return step === undefined ? [] : catalogue.filter(({ when }) => when.some((each) => each.step === step));
}
