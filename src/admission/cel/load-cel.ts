import type { CelEngine } from './cel-engine.ts';

let engine: CelEngine | undefined;

/** Most of what a lint run reads has no CEL rules, and the engine is a quarter of its start. */
export async function loadCel(): Promise<void> {
  engine ??= (await import('./cel-js.ts')).CEL_JS;
}

/** @throws {Error} `loadCel` was not awaited: a bug. */
export function celEngine(): CelEngine {
  if (engine === undefined) throw new Error('bug: CEL rules are judged before `prepareAdmission` has loaded their engine');
  return engine;
}
