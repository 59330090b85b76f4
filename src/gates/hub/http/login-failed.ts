import { HubError } from '../../../errors.ts';

/**
 * A credential plugin failed this time. At the start this is final. During a run the login is tried again, because it also depends on a
 * network.
 */
export class LoginFailed extends HubError {
  constructor(message: string, options?: ErrorOptions) {
    super('notAllowed', message, options);
  }
}
