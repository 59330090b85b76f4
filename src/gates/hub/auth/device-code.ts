import { basename } from 'node:path';
import type { Environment } from '../http/proxy.ts';

/** What a plugin prints while it waits for a person in a browser (Microsoft's device login; the RFC 8628 wording of others). */
export const PROMPT =
  /microsoft\.com\/device|devicelogin|device code|enter the code|open the (page|following url)|to sign in, use a web browser/i;

/** Login modes of Azure's kubelogin that wait for a person; devicecode is its default. */
const BY_HAND: ReadonlySet<string> = new Set(['devicecode', 'interactive']);

/** How the plugin would wait for a person, and the remedy; `undefined` if its arguments do not show that it waits. */
export function waitsForPerson(
  command: string,
  args: readonly string[],
  env: Environment,
  interactiveMode: string | undefined,
): string | undefined {
  if (interactiveMode === 'Always') return `${command}, which the kubeconfig says is always interactive; this is not: use another login`;
  // int128/kubelogin has the same name, but takes the OIDC arguments.
  const azure = /^kubelogin(\.exe)?$/i.test(basename(command)) && !args.some((arg) => arg.startsWith('--oidc'));
  if (!azure || !args.includes('get-token')) return undefined;
  const mode = optionOf(args, '--login', '-l') ?? env['AAD_LOGIN_METHOD'] ?? 'devicecode';
  if (!BY_HAND.has(mode)) return undefined;
  return `kubelogin in ${mode} mode, which waits for a person: run \`kubelogin convert-kubeconfig -l azurecli\` (or \`-l workloadidentity\` in a GitHub job) first`;
}

function optionOf(args: readonly string[], long: string, short: string): string | undefined {
  for (const [at, arg] of args.entries()) {
    if (arg === long || arg === short) return args[at + 1];
    if (arg.startsWith(`${long}=`)) return arg.slice(long.length + 1);
    if (arg.startsWith(`${short}=`)) return arg.slice(short.length + 1);
  }
  return undefined;
}
