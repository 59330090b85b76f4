import { HubError } from '../../../errors.ts';

/** The hub answered 401, also to renewed credentials. */
export class CredentialsRefused extends HubError {
  constructor(message: string) {
    super('notAllowed', message);
  }
}
