import { HubError } from '../../../errors.ts';

/** A credential plugin failed this time. Final at the start; in the middle of a run it is tried again, since logins depend on a network too. */
export class LoginFailed extends HubError {
  constructor(message: string, options?: ErrorOptions) {
    super('notAllowed', message, options);
  }
}
