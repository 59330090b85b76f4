import { resolve } from 'node:path';
import { RENDER_TOOLS } from '../../static/read/render/overlay.ts';
import type { RenderOptions } from '../../static/read/render/render-options.ts';
import type { FoundConfig } from './config-file.ts';
import { choiceFlag, type Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { wayTo } from '../git/repository.ts';

/** The words of `--render-with`. */
export const RENDER_WITH = [...RENDER_TOOLS, 'off'] as const;

/**
 * How kustomizations and charts are rendered: the flag over the configuration over `auto`.
 * @throws {ConfigError}
 */
export function renderOptions(
  invocation: Invocation,
  { config, render, folder }: FoundConfig,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
): RenderOptions {
  const flag = choiceFlag(invocation, 'render-with', RENDER_WITH);
  if (flag === 'off') return { what: 'off', env };
  const local = (path: string): string => wayTo(cwd, resolve(folder, path)) || '.';
  const listed = render?.map((entry) => ({
    ...entry,
    path: local(entry.path),
    ...(entry.values === undefined ? {} : { values: entry.values.map(local) }),
  }));
  if (flag !== undefined) return { what: listed ?? 'auto', only: { tool: flag, by: invocation.named('render-with', flag) }, env };
  return { what: listed ?? (config.render === 'off' ? 'off' : 'auto'), env };
}
