import { X509Certificate } from 'node:crypto';
import { isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { spanText } from '../../../duration.ts';
import { usedExec } from '../../hub/auth/used-exec.ts';
import { tokenEnd } from '../../hub/auth/token-end.ts';
import type { Credential } from '../../hub/http/credentials.ts';
import { failed, type Found, ok, type Check, warning } from '../check.ts';
import type { StepwiseHub } from '../stepwise-hub.ts';

export const credentials: Check = {
  id: 'credentials',
  title: 'credentials',
  asks: 'Are there credentials, and do they live as long as a wait may last?',
  needs: ['login-program'],
  remedy: ['Log in again, and fetch the kubeconfig again.'],
  run: async (way) => {
    const credential = await way.credential();
    const kind = kindOf(credential, way);
    if (kind === undefined) return noneOf(way);
    const now = await way.time();
    const end = endOf(credential, way);
    if (end === undefined) return ok(`${kind}, which does not say when it ends`);
    if (end <= now)
      return failed(
        'notAllowed',
        [`${kind}, which expired ${spanText(now - end)} ago (${new Date(end).toISOString()})`],
        ...credentials.remedy,
      );
    const lives = `${kind}, which expires in ${spanText(end - now)}`;
    if (end - now >= way.needs.forMs) return ok(lives);
    return shortLived(way, lives);
  },
};

/** An API server supports only TLS. Plain HTTP means a proxy, which may log in for every caller, as `kubectl proxy` does. */
function noneOf(way: StepwiseHub): Found {
  const { userName } = way.context();
  const who = userName === '' ? 'the context has no user, and so' : `user ${userName} has`;
  const none = `${who} no token, no certificate and no program that logs in`;
  return way.endpoint().server.protocol === 'http:'
    ? warning([`${none}; the server may be a proxy that logs in itself`], 'See "identity" for the user that the hub reports.')
    : failed('notAllowed', [none], 'Log in, and fetch the kubeconfig again.');
}

/** Credentials that expire during the wait: this matters if they are not renewed. */
function shortLived(way: StepwiseHub, lives: string): Found {
  const { forMs } = way.needs;
  const shorter = `${lives}, before a wait of ${spanText(forMs)} is over`;
  const { user } = way.context();
  const exec = usedExec(user);
  const args = listAt(exec, 'args').map(String);
  if (args.includes('azurecli') && way.options.env['GITHUB_ACTIONS'] === 'true')
    return warning(
      [shorter, 'kubelogin can renew an azurecli login of a GitHub job for about an hour only'],
      'Run `kubelogin convert-kubeconfig -l workloadidentity` in jobs that wait for longer.',
    );
  if (exec !== undefined) return ok(`${lives}; the program is asked again in time`);
  if (stringAt(user, 'tokenFile') !== undefined) return ok(`${lives}; the file is read again, in case it is renewed`);
  if (isObject(user['auth-provider'])) return ok(`${lives}; it is renewed with the refresh token`);
  return warning([shorter], 'Log in shortly before the gate starts, or use a login that renews itself: a program, or a token file.');
}

function kindOf({ headers, certificate }: Credential, way: StepwiseHub): string | undefined {
  const { Authorization: authorization } = headers;
  const from = usedExec(way.context().user) !== undefined ? ' from the program' : '';
  if (authorization?.startsWith('Bearer ') === true) return `a token${from}`;
  if (authorization !== undefined) return 'a user name and a password';
  return certificate === undefined ? undefined : `a client certificate${from}`;
}

/** The earliest expiry of all parts. For a token file, `expiresAt` is only the time of its next read. */
function endOf({ headers, certificate, expiresAt }: Credential, way: StepwiseHub): number | undefined {
  const token = /^Bearer (.*)$/.exec(headers['Authorization'] ?? '')?.[1];
  const ends = [
    usedExec(way.context().user) !== undefined ? expiresAt : undefined,
    token === undefined ? undefined : tokenEnd(token),
    certificate === undefined ? undefined : Date.parse(new X509Certificate(certificate.cert).validTo),
  ].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}
