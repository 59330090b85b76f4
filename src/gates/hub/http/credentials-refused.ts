import { HubError } from '../../../errors.ts';

/** The hub answered 401, to renewed credentials too. */
export class CredentialsRefused extends HubError {
  constructor(message: string) {
    super('notAllowed', message);
  }
}
