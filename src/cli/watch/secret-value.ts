import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { smallFile } from '../../files/small-file.ts';
import type { FlagName } from '../../settings/settings.ts';
import { checkNamed } from '../settings/inside-repository.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';

/**
 * The confidential value of a flag: as given, or the content of `@FILE`, which a Secret can be mounted as. It is hidden in all output.
 * @throws {ConfigError} the file cannot be read or is empty
 */
export function secretValue(invocation: Invocation, flag: FlagName, io: Pick<Io, 'cwd' | 'env' | 'secrets'>): string | undefined {
  const given = invocation.value(flag);
  const value = given?.startsWith('@') === true ? textOf(given.slice(1), invocation.named(flag), io) : given;
  if (value !== undefined) io.secrets.add(value);
  return value;
}

function textOf(file: string, named: string, io: Pick<Io, 'cwd' | 'env'>): string {
  checkNamed(file, `${named} ${file}`, io);
  try {
    const text = smallFile(resolve(io.cwd, file)).trim();
    if (text !== '') return text;
  } catch (error) {
    throw new ConfigError(`${named}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`, { cause: error });
  }
  throw new ConfigError(`${named}: ${file} is empty`);
}
