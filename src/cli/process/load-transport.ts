/**
 * Loads what Node has for talking to a hub, before flags of V8 change: Node brings its own parts compiled, which V8 takes with its first flags
 * alone. Compiling them takes 20 ms.
 */
export function loadTransport(): void {
  for (const part of ['node:https', 'node:perf_hooks', 'node:stream/promises']) process.getBuiltinModule(part);
}
