import { childNodes, type SchemaNode } from '../contracts/schema-node.ts';
import { compiledRule } from '../contracts/table.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { CelEngine } from './cel-engine.ts';

/** Loads the engine. Await it before `celEngine`. KubeFleet's own rules for placements and overrides are compiled, and do not need it. */
export async function loadCel(): Promise<void> {
  engine ??= (await import('./cel-js.ts')).CEL_JS;
}

/** @throws {Error} `loadCel` was not awaited: a bug. */
export function celEngine(): CelEngine {
  if (engine === undefined) throw new Error('bug: a CEL expression is evaluated before `loadCel` has loaded the engine');
  return engine;
}

export function isCelLoaded(): boolean {
  return engine !== undefined;
}

let engine: CelEngine | undefined;

/** Whether a rule at or below the node is not compiled. */
export const needsCel: (node: SchemaNode) => boolean = oncePer(
  ({ rules = [], ...node }) =>
    rules.some(({ rule, messageExpression }) => compiledRule(rule) === undefined || messageExpression !== undefined) ||
    childNodes(node).some(needsCel),
);
