import { stringAt } from '../../../fleet/json/json.ts';
import { ok, type Check, warning } from '../check.ts';

export const serverVersion: Check = {
  id: 'server-version',
  title: 'server version',
  asks: 'Which version of Kubernetes is it?',
  needs: ['reachability'],
  remedy: [],
  run: async (way) => {
    const { status, text } = await way.probe();
    const version = stringAt(JSON.parse(text), 'gitVersion');
    return status === 200 && version !== undefined
      ? ok(`Kubernetes ${version}`)
      : warning([`the server does not tell its version (${status})`], 'Nothing needs it; the next check says whether the login is good.');
  },
};
