import { resolve, sep } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { realpathOf } from '../../files/realpath-of.ts';
import type { McpTool } from './tools.ts';
import { isWithin } from '../../files/is-within.ts';

/** The start settings of the server. Calls cannot change them. */
export interface McpSettings {
  /** A call reads only files in this folder. */
  readonly root: string;
  /** `--kubeconfig`, `--context` and similar flags, as given; empty if access to a hub is not allowed. */
  readonly hub: readonly string[];
}

/**
 * The command line for a call, without the format. Values are never treated as flags, standard input is not read, and paths must be below
 * the root after links are resolved.
 * @throws {ConfigError} one line, for the agent
 */
export function argvOf(tool: McpTool, input: Readonly<Record<string, unknown>>, settings: McpSettings): readonly string[] {
  const values = (name: string): readonly string[] => [input[name] ?? []].flat().map(String);
  for (const name of tool.paths) for (const path of values(name)) checkPath(path, settings);
  const flags = Object.keys(input)
    .filter((name) => !POSITIONAL.has(name))
    .flatMap((name) => values(name).map((value) => `--${name}=${value}`));
  const positionals = Object.keys(input)
    .filter((name) => POSITIONAL.has(name))
    .flatMap((name) => values(name).map((value) => asPositional(name, value)));
  const isLive = tool.needsHub === true && values('from').length === 0;
  if (isLive && settings.hub.length === 0)
    throw new ConfigError(
      'there is no hub: give `from` with files of a hub; a hub is read only if the server was started with its kubeconfig or context',
    );
  return [tool.command, ...positionals, ...flags, ...(isLive ? settings.hub : []), '--quiet'];
}

const POSITIONAL: ReadonlySet<string> = new Set(['paths', 'targets', 'object', 'id']);

function asPositional(name: string, value: string): string {
  if (name === 'paths') return value.startsWith('-') ? `.${sep}${value}` : value;
  if (value.startsWith('-')) throw new ConfigError(`${name}: "${value}" begins with a dash, which is not valid for ${name}`);
  return value;
}

function checkPath(path: string, { root }: McpSettings): void {
  if (path === '-') throw new ConfigError('standard input cannot be read here; name a file');
  if (!isWithin(realpathOf(resolve(root, path)), realpathOf(root)))
    throw new ConfigError(
      `${path} leads out of ${root}, and files outside of it are not read; name a path below it, or start the server with another root`,
    );
}
