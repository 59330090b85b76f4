import type { Notice } from '../gates/hub/access/notices.ts';
import { terminalLine } from '../report/terminal.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** Prints what the readers of hub and members have to say (degraded to polling, insecure TLS, missing rights), each notice once. */
export function watchNotices(readers: readonly { notices(): readonly Notice[] }[], invocation: Invocation, io: Io): () => void {
  const said = new Set<string>();
  return () => {
    if (invocation.switch('quiet')) return;
    for (const { message } of readers.flatMap((reader) => reader.notices())) {
      if (said.has(message)) continue;
      said.add(message);
      // The rule of a notice is YAML: without its indentation nobody can apply it.
      for (const line of message.split('\n')) io.stderr.write(`note: ${/^ */.exec(line)?.[0] ?? ''}${terminalLine(line)}\n`);
    }
  };
}
