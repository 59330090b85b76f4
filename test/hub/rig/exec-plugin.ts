/**
 * A credential plugin for kubectl: prints an ExecCredential with a new, short-lived token of default/ci. Usage: node exec-plugin.ts
 * KEY_FILE ACCOUNT_UID SECONDS [COUNT_FILE]. Each call adds a line to COUNT_FILE.
 */
import { appendFileSync } from 'node:fs';
import { signToken } from './users.ts';

const [keyFile = '', uid = '', seconds = '', countFile] = process.argv.slice(2);
if (countFile !== undefined) appendFileSync(countFile, `${new Date().toISOString()}\n`);
const token = signToken(keyFile, uid, Number(seconds));
const expirationTimestamp = new Date(Date.now() + Number(seconds) * 1000).toISOString();
process.stdout.write(
  JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token, expirationTimestamp } }),
);
