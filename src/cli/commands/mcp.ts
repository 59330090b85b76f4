import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import { MCP_FLAGS } from '../command-line/flags.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { callTool } from '../mcp/call.ts';
import type { McpSettings } from '../mcp/argv-of.ts';
import { MCP_TOOLS } from '../mcp/tools.ts';
import type { CommandRun } from '../output/run-result.ts';

/**
 * `fleet-gate mcp` offers the read-only commands as tools of a Model Context Protocol server on standard input and output. It ends when
 * the client closes the connection, or on a signal. Standard output contains only the protocol.
 */
export const runMcp: CommandRun = async (invocation, io) => {
  const { runs: run, signal } = io;
  const settings = settingsOf(invocation, io.cwd);
  if (run === undefined) throw new ConfigError('mcp needs a process of its own');
  const handle = serveStdio(() => {
    const server = new McpServer({ name: 'fleet-gate', version: VERSION });
    for (const tool of MCP_TOOLS) {
      server.registerTool(
        tool.command,
        {
          description: tool.description,
          inputSchema: tool.input,
          annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: tool.needsHub === true },
        },
        (input: Record<string, unknown>, { mcpReq }) =>
          callTool(tool, input, settings, { io, run, signal: AbortSignal.any([signal, mcpReq.signal]) }),
      );
    }
    return server;
  });
  await clientGone(signal);
  await handle.close();
  return { exitCode: 0 };
};

function clientGone(signal: AbortSignal): Promise<void> {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once('end', end).once('close', end);
  signal.addEventListener('abort', () => end(), { once: true });
  return promise;
}

function settingsOf(invocation: Invocation, cwd: string): McpSettings {
  const [first] = invocation.positionals;
  if (first !== undefined)
    throw new ConfigError(`mcp does not take "${first}"; name the folder that it may read with ${invocation.named('root', 'DIR')}`);
  const root = resolve(cwd, invocation.value('root') ?? '.');
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ConfigError(`${invocation.named('root', root)}: no such folder`);
  const given = HUB_FLAGS.filter((name) => invocation.value(name) !== undefined);
  const [detail] = given;
  if (detail !== undefined && !given.some((name) => name === 'kubeconfig' || name === 'context'))
    throw new ConfigError(
      `${invocation.named(detail)} goes with ${invocation.named('kubeconfig', 'FILE')} or ${invocation.named('context', 'NAME')}: without them calls do not read a hub`,
    );
  const hub = HUB_FLAGS.flatMap((name) => {
    const value = invocation.value(name);
    return value === undefined ? [] : [`--${name}=${name === 'kubeconfig' ? resolve(cwd, value) : value}`];
  });
  return { root, hub };
}

/** Flags that select the hub; the client cannot change them. */
const HUB_FLAGS = MCP_FLAGS.filter((name) => name !== 'root');
