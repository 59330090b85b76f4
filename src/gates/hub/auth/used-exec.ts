import { isObject, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { nonEmpty } from './kubeconfig.ts';

/**
 * The plugin that logs a user in; `undefined` if there is none, or the user has a token, a user name or a certificate too, which kubectl
 * sends instead.
 * Source: client-go, `plugin/pkg/client/auth/exec`, UpdateTransportConfig.
 */
export function usedExec(user: JsonObject): JsonObject | undefined {
  const { exec } = user;
  const hasAny = (...keys: readonly string[]): boolean => keys.some((key) => nonEmpty(stringAt(user, key)) !== undefined);
  const hasCertificate = hasAny('client-certificate', 'client-certificate-data') && hasAny('client-key', 'client-key-data');
  return isObject(exec) && !hasAny('token', 'tokenFile', 'username') && !hasCertificate ? exec : undefined;
}
