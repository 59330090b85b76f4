import { systemClock } from '../../../src/gates/clock.ts';
import type { CredentialPorts } from '../../../src/gates/hub/auth/credential-ports.ts';
import { DEFAULT_TIMING } from '../../../src/gates/hub/http/timing.ts';

/** What a login of a kubeconfig needs: no environment, no terminal, and a clock that shows 1970. */
export function credentialPorts(more: Partial<CredentialPorts> = {}): CredentialPorts {
  return {
    env: {},
    clock: systemClock,
    wallClock: () => 0,
    timing: DEFAULT_TIMING,
    interactive: false,
    mask: () => undefined,
    endpoint: { server: new URL('https://hub.example'), insecure: false, proxy: {} },
    closed: new AbortController().signal,
    ...more,
  };
}
