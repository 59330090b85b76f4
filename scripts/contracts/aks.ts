import { field, isObject, listAt, stringAt } from '../../src/fleet/json/json.ts';

const RULES = 'x-kubernetes-validations';

/**
 * The schema of Azure's managed hub: that of KubeFleet v0.3.1 with later changes, as Azure/fleet has them (942238f3, 2026-06-29).
 * `waitTime` already has main's pattern. `selectionScope` has main's values in all versions, with the CEL rules about them. Rules of main
 * that v0.3.1 lacks completely are missing. The result was compared with the CRDs of that commit: the authored kinds have no structural
 * difference.
 */
export function azureSchema(released: unknown, main: unknown, releasedRules: ReadonlySet<string>, name = ''): unknown {
  if (Array.isArray(released)) return released.map((entry, at) => azureSchema(entry, listAt(main)[at], releasedRules));
  if (!isObject(released)) return released;
  if (name === 'waitTime' || name === 'selectionScope') return main ?? released;
  const rules = listAt(main, RULES).filter((entry) => releasedRules.has(stringAt(entry, 'rule') ?? ''));
  const { [RULES]: _rules, ...rest } = released;
  const children = Object.entries(rest).map(([key, value]) => [key, azureSchema(value, field(main, key), releasedRules, key)] as const);
  return { ...Object.fromEntries(children), ...(rules.length > 0 ? { [RULES]: rules } : {}) };
}

/** The texts of all CEL rules at or below a schema, in any of its versions. */
export function ruleTexts(schema: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const entry of schema) ruleTexts(entry, found);
  if (!isObject(schema)) return found;
  for (const entry of listAt(schema, RULES)) found.add(stringAt(entry, 'rule') ?? '');
  for (const child of Object.values(schema)) ruleTexts(child, found);
  return found;
}
