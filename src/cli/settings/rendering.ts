import { resolve } from 'node:path';
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
