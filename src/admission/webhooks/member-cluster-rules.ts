import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { taintsAt, type Taint } from '../../fleet/kubernetes/taint.ts';
import { labelValueFault, qualifiedNameFault } from '../name-format.ts';
import type { Refusal } from './refusal.ts';

/** Source: KubeFleet `pkg/utils/validator/membercluster.go`. */
export function* memberClusterRules(member: KubeObject): Generator<Refusal> {
  const seen = new Set<string>();
  for (const [index, taint] of taintsAt(member, 'spec', 'taints').entries()) {
    const pointer = childPointer('/spec/taints', index);
    const faults = [
      ['key', taint.key, qualifiedNameFault(taint.key)],
      ['value', taint.value, labelValueFault(taint.value)],
    ] as const;
    for (const [name, value, fault] of faults) {
      if (fault === undefined) continue;
      yield {
        pointer: `${pointer}/${name}`,
        serverMessage: `invalid taint ${name} ${printed(taint)}: ${fault.says}`,
        message: `The taint ${name} ${JSON.stringify(value)} is invalid: ${fault.says}.`,
        hint: fault.hint,
      };
    }
    const whole = JSON.stringify(taint);
    if (seen.has(whole)) {
      yield {
        pointer,
        serverMessage: `taint ${printed(taint)} already exists, taints must be unique`,
        message: 'The same taint is listed twice.',
        hint: 'Remove one of the two.',
      };
    }
    seen.add(whole);
  }
}

function printed({ key, value, effect }: Taint): string {
  return `{Key:${key} Value:${value} Effect:${effect}}`;
}
