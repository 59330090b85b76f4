import { listed } from '../../../fleet/text/listed.ts';
import { subjectOf } from '../../hub/access/rbac-rule.ts';
import { ApiError } from '../../hub/http/api-error.ts';
import { failed, type Found, ok, type Check, warning } from '../check.ts';

const ANONYMOUS = 'system:anonymous';
const LOG_IN = 'Log in again, and fetch the kubeconfig again.';

export const identity: Check = {
  id: 'identity',
  title: 'identity',
  asks: 'Does the hub accept the credentials, and which identity does it see?',
  needs: ['credentials', 'reachability'],
  remedy: [
    LOG_IN,
    'Check that the login is for this hub: its tenant, its client and its audience.',
    'If the login works for a while and then ends, choose one that renews itself.',
  ],
  run: async (way) => {
    try {
      const who = await way.identity();
      if (who === undefined) return warning(['the hub does not report our identity'], 'Only the bindings of roles need it.');
      if (who.user === ANONYMOUS) return anonymous();
      const groups = who.groups.length === 0 ? '' : `, in ${listed(who.groups, 5)}`;
      return ok(`user ${who.user}${groups}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Only the review was refused: the next checks find out which permissions exist.
      if (error.status === 403)
        return subjectOf(error.message) === ANONYMOUS
          ? anonymous()
          : warning([`the hub does not report our identity (403: ${error.message})`], 'Only the binding of the role needs it.');
      if (error.status !== 404) throw error;
      return warning(
        ['the hub does not report our identity: Kubernetes does since 1.28'],
        'Only the bindings of roles need it, and you write those yourself.',
      );
    }
  },
};

function anonymous(): Found {
  return failed('notAllowed', [`the hub accepted no credentials: it treats us as anonymous (${ANONYMOUS})`], LOG_IN);
}
