/**
 * KubeFleet replaces two variables, `${MEMBER-CLUSTER-NAME}` and `${MEMBER-CLUSTER-LABEL-KEY-…}`, only in values of patches. Source:
 * `pkg/controllers/workgenerator/override.go`, replaceClusterLabelKeyVariables. A variable without its closing bracket stops the override
 * (`missing the closing bracket`); any other text is kept.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { trimEndSigns } from '../../fleet/text/trim-signs.ts';
import { defineRule } from '../world/rule.ts';

interface Variable {
  readonly text: string;
  readonly fault: 'open' | 'unknown' | 'path';
}

export const overrideUnknownVariable = defineRule<Variable>({
  id: 'override-unknown-variable',
  summary: 'A patch of the override uses a variable that KubeFleet does not replace',
  effect: 'misbehaves',
  otherwise: { fails: 'the variable has no closing bracket: the patch fails on every cluster' },
  kinds: OVERRIDE_KINDS,
  why: 'Values of patches can contain `${MEMBER-CLUSTER-NAME}` and `${MEMBER-CLUSTER-LABEL-KEY-<label>}`. Anything else, and any variable in a path, goes to the clusters unchanged. A label variable without its closing bracket fails on every cluster instead: `Overridden` is False, and nothing of the placement is rolled out there.',
  remedy: 'Write `${MEMBER-CLUSTER-NAME}` or `${MEMBER-CLUSTER-LABEL-KEY-<label>}`, in the value.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ text, fault }) => {
    if (fault === 'open') return `The variable in ${JSON.stringify(text)} has no closing bracket, and the override fails on every cluster.`;
    return fault === 'path'
      ? `Variables are replaced in values only; ${text} in the path is not replaced.`
      : `KubeFleet does not have a variable ${text}; it reaches the clusters unchanged.`;
  },
  *check({ object }) {
    for (const [index, rule] of listAt(object, 'spec', 'policy', 'overrideRules').entries()) {
      for (const [operation, patch] of listAt(rule, 'jsonPatchOverrides').entries()) {
        const at = `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${operation}`;
        const path = MEANT.exec(stringAt(patch, 'path') ?? '')?.[0];
        if (path !== undefined) yield { at: `${at}/path`, data: { text: path, fault: 'path' } };
        const value = JSON.stringify(field(patch, 'value') ?? null);
        const open = openIn(value);
        const unknown = value
          .slice(0, value.lastIndexOf('}') + 1)
          .replaceAll(KNOWN, '')
          .match(MEANT)?.[0];
        if (open !== undefined) yield { at: `${at}/value`, data: { text: trimEndSigns(open, '"]}\\'), fault: 'open' }, effect: 'fails' };
        else if (unknown !== undefined) yield { at: `${at}/value`, data: { text: unknown, fault: 'unknown' } };
      }
    }
  },
});

/** A label variable without its closing bracket, up to the end of the value. */
function openIn(value: string): string | undefined {
  const last = value.slice(value.lastIndexOf('}') + 1);
  const at = last.indexOf('${MEMBER-CLUSTER-LABEL-KEY-');
  return at < 0 ? undefined : last.slice(at);
}

// bounded: it matches only text that ends at a bracket, so each search finds one.
const KNOWN = /\$\{MEMBER-CLUSTER-(?:NAME|LABEL-KEY-[^}]*)\}/g;
/** Texts meant as one of the two. Other spellings may be variables of a tool that runs before the hub. */
const MEANT = /\$\{MEMBER-CLUSTER-[^}"$]*\}/;
