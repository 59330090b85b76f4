import { isObject, parseJson } from '../../../fleet/json/json.ts';
import { excerpt } from '../../hub/http/api-error.ts';
import { isConnectionError, networkFailure, type NetworkStep } from '../../hub/http/network-failure.ts';
import { proxySetting } from '../../hub/http/proxy.ts';
import type { Endpoint } from '../../hub/http/transport.ts';
import { failed, ok, type Check } from '../check.ts';
import type { Probe } from '../stepwise-hub.ts';

export const reachability: Check = {
  id: 'reachability',
  title: 'reachability',
  asks: 'Can the server be reached: its name, a proxy, the connection, TLS, and an answer of an API server?',
  needs: ['server-url'],
  remedy: [],
  run: async (way) => {
    const { host } = way.endpoint().server;
    try {
      const probe = await way.probe();
      const fault = faultOf(probe);
      if (fault === undefined) return ok(`${host} answers as an API server does`);
      return failed('unreachable', [`${host} ${fault}`], ...REMEDIES.answer);
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      const { text, step } = networkFailure(error, host, way.terms);
      return failed('unreachable', [`${STEPS[step]}: ${text}`], ...(step === 'proxy' ? [proxyRemedy(way.endpoint())] : REMEDIES[step]));
    }
  },
};

const STEPS: Readonly<Record<NetworkStep, string>> = {
  name: 'name lookup',
  proxy: 'proxy',
  connection: 'connection',
  tls: 'TLS',
  answer: 'answer',
};

const PRIVATE = 'A private hub is reached from its own network alone: use a self-hosted runner in the virtual network, or a tunnel.';

const REMEDIES: Readonly<Record<Exclude<NetworkStep, 'proxy'>, readonly string[]>> = {
  name: ['Check the name in the address of the server. The name of a private hub is known in its own network alone.', PRIVATE],
  connection: ['Check that the hub runs, its port, and firewalls or authorized IP ranges on the way.', PRIVATE],
  tls: [
    'Fetch the kubeconfig again, so that it has the certificate authority of this hub.',
    'A proxy that opens TLS needs its own authority in the kubeconfig.',
  ],
  answer: ['Check the address of the server: something else may listen there, or a proxy may answer in its place.'],
};

function proxyRemedy(endpoint: Endpoint): string {
  const direct = endpoint.hasProxyUrl === true ? 'remove proxy-url' : 'add its host name to NO_PROXY';
  return `Check ${proxySetting(endpoint)}, and the proxy that it names. If the server is reached without a proxy, ${direct}.`;
}

/** Why this is not the answer of a working API server; `undefined` if it is. A refusal is such an answer too. */
function faultOf({ status, text }: Probe): string | undefined {
  const sent = parseJson(text);
  if (status >= 500) return `answers ${status}: it does not work now`;
  if (status >= 300 && status < 400) return `redirects (${status}), which no API server does`;
  return isObject(sent) ? undefined : `answers ${status} with no JSON (${excerpt(text)})`;
}
