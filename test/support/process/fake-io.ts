import { hiding, type Io } from '../../../src/cli/process/io.ts';
import { KnownSecrets } from '../../../src/secrets/known-secrets.ts';

/** An Io that keeps what was written. It is not a terminal by default, and reads nothing of the process. */
export function fakeIo(parts: {
  cwd: string;
  env?: Io['env'];
  stdin?: string;
  columns?: number;
  tty?: boolean;
  signal?: AbortSignal;
  now?: Date;
  secrets?: KnownSecrets;
  hubTiming?: Io['hubTiming'];
  clock?: Io['clock'];
}): Io & {
  readonly out: () => string;
  readonly err: () => string;
} {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = (into: string[]): Io['stdout'] => ({
    write: (text) => void into.push(text),
    isTTY: parts.tty ?? false,
    columns: parts.columns ?? 80,
    rows: 24,
  });
  const secrets = parts.secrets ?? new KnownSecrets();
  return {
    env: parts.env ?? {},
    cwd: parts.cwd,
    stdout: terminal(out),
    stderr: hiding(secrets, terminal(err)),
    stdin: () => Promise.resolve(parts.stdin ?? ''),
    signal: parts.signal ?? new AbortController().signal,
    now: () => parts.now ?? new Date('2026-11-01T12:00:00Z'),
    secrets,
    ...(parts.hubTiming === undefined ? {} : { hubTiming: parts.hubTiming }),
    ...(parts.clock === undefined ? {} : { clock: parts.clock }),
    out: () => out.join(''),
    err: () => err.join(''),
  };
}
