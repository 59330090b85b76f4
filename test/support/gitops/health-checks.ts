import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { groupOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { type Health, luaHealth } from './lua-health.ts';

/** The layout is that of argo-cd's own repository: `<group>/<Kind>/health.lua`, with `health_test.yaml` and `testdata/` beside it. */
export const CUSTOMIZATIONS = resolve(import.meta.dirname, '../../../integrations/argo-cd/resource_customizations');

/** `<group>/<Kind>` of every health check, sorted. */
export const CHECKED_KINDS: readonly string[] = readdirSync(CUSTOMIZATIONS)
  .flatMap((group) => readdirSync(join(CUSTOMIZATIONS, group)).map((kind) => `${group}/${kind}`))
  .toSorted();

export function healthScript(kind: string): string {
  return readFileSync(join(CUSTOMIZATIONS, kind, 'health.lua'), 'utf8');
}

const scripts = new Map(CHECKED_KINDS.map((kind) => [kind, healthScript(kind)]));

/** The health that Argo CD reports for an object with our health checks; `undefined` for kinds without one. */
export function argoHealth(object: KubeObject): Health | undefined {
  const script = scripts.get(`${groupOf(object.apiVersion)}/${object.kind}`);
  return script === undefined ? undefined : luaHealth(script, object);
}
