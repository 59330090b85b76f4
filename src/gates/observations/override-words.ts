import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { resourceArgs } from '../view/resource-args.ts';

/** Overrides by name, and the commands that show them; no words for none. */
export function overrideWords(overrides: readonly ObjectRef[]): Readonly<Record<string, string>> {
  if (overrides.length === 0) return {};
  return {
    overrides: listed(overrides.map(displayName), 3),
    showOverrides: listed(
      overrides.map((override) => `\`kubectl get ${resourceArgs(override)} -o yaml\``),
      3,
    ),
  };
}
