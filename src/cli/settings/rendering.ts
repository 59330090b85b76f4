import { resolve } from 'node:path';
import { entryDirectory } from '../../static/read/render/find-overlays.ts';
import type { RenderOptions } from '../../static/read/render/render-options.ts';
import type { FoundConfig } from './config-file.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { relativePath } from '../git/repository.ts';

/**
 * How to render kustomizations and charts. The flag overrides the configuration, which overrides `auto`.
 * @throws {ConfigError}
 */
export function renderOptions(
  invocation: Invocation,
  { config, render, folder }: FoundConfig,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
): RenderOptions {
  const flag = flagValue(invocation, 'render-with');
  if (flag === 'off') return { what: 'off', env };
  const local = (path: string): string => relativePath(cwd, resolve(folder, path)) || '.';
  const listed = render?.map((entry) => ({
    ...entry,
    path: local(entry.path),
    ...(entry.values === undefined ? {} : { values: entry.values.map(local) }),
  }));
  if (flag !== undefined) return { what: listed ?? 'auto', only: { tool: flag, by: invocation.named('render-with', flag) }, env };
  return { what: listed ?? (config.render === 'off' ? 'off' : 'auto'), env };
}

/**
 * How the base is rendered if the configuration of the change applies: a kustomization, chart or release that only the base has is rendered
 * as its own configuration says. Otherwise its objects would be missing, and what the change makes of them would be new.
 */
export function renderOptionsOfBase(options: RenderOptions, own: RenderOptions): RenderOptions {
  const { what } = options;
  if (typeof what === 'string') return options;
  if (typeof own.what === 'string') return { ...options, rendersOthers: true };
  const listed = new Set(what.map(entryDirectory));
  const others = own.what.filter((entry) => entry.mayBeGone === true || !listed.has(entryDirectory(entry)));
  return { ...options, what: [...what.map((entry) => ({ ...entry, mayBeGone: true as const })), ...others] };
}
