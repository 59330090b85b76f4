import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';

import { CEL_JS } from '../../../src/admission/cel/cel-js.ts';
import { groupOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';

/** One of a Kustomization's `healthCheckExprs`. */
export interface HealthCheckExpressions {
  readonly apiVersion: string;
  readonly kind: string;
  readonly inProgress?: string;
  readonly failed?: string;
  readonly current: string;
}

const FOLDER = resolve(import.meta.dirname, '../../../integrations/flux/health-checks');

/** By kind; the kinds are sorted. */
const FLUX_CHECKS: ReadonlyMap<string, HealthCheckExpressions> = new Map(
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => [basename(file, '.yaml'), parse(readFileSync(join(FOLDER, file), 'utf8')) as HealthCheckExpressions]),
);

/** The statuses of Flux. A wait succeeds with `Current`, fails with `Failed`, and continues with the others. */
export type FluxStatus = 'Current' | 'Failed' | 'InProgress' | 'Unknown';

/**
 * The status that Flux's evaluator returns for an object with our expressions; `undefined` for kinds without expressions. Source:
 * fluxcd/pkg (e2cfd1a2), runtime/cel/status_evaluator.go (`Evaluate`). @throws {Error} the engine here cannot evaluate an expression
 */
export function fluxHealth(object: KubeObject): FluxStatus | undefined {
  const check = FLUX_CHECKS.get(object.kind);
  if (check === undefined || groupOf(check.apiVersion) !== groupOf(object.apiVersion)) return undefined;
  for (const [expression, status] of [
    [check.inProgress, 'InProgress'],
    [check.failed, 'Failed'],
    [check.current, 'Current'],
  ] as const) {
    if (expression === undefined) continue;
    const answer = CEL_JS.answer(expression, () => ({ ...object }));
    // If an expression fails Flux continues to wait.
    if ('error' in answer) return 'Unknown';
    if (!('value' in answer)) {
      if (isAbsentField(answer.unjudged)) return 'Unknown';
      throw new Error(`${object.kind}: ${answer.unjudged}`);
    }
    if (typeof answer.value !== 'boolean') throw new Error(`${object.kind}: not a boolean`);
    if (answer.value) return status;
  }
  return 'InProgress';
}

/** The error names a top-level field that the object does not have yet, such as `status`. */
function isAbsentField(said: string): boolean {
  return /^Unknown variable: (status|sourceStatus)$/.test(said);
}
