import type { LiveHub } from '../gates/hub/connect-hub.ts';
import { terminalLine } from '../report/terminal.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** Prints what the hub reader has to say (degraded to polling, insecure TLS, missing rights), each notice once. */
export function watchNotices(hub: Pick<LiveHub, 'notices'>, invocation: Invocation, io: Io): () => void {
  const said = new Set<string>();
  return () => {
    if (invocation.switch('quiet')) return;
    for (const { message } of hub.notices()) {
      if (said.has(message)) continue;
      said.add(message);
      for (const line of message.split('\n')) io.stderr.write(`note: ${terminalLine(line)}\n`);
    }
  };
}
