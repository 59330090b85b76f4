import { shownUrl } from '../../hub/http/shown-url.ts';
import { ok, type Check, warning } from '../check.ts';

export const serverUrl: Check = {
  id: 'server-url',
  title: 'server address',
  asks: 'Is the address of the server well formed, and is the way to it protected?',
  needs: ['context'],
  remedy: ['Correct the setting that is named above. If it is in the kubeconfig, you can also fetch the kubeconfig again.'],
  run: (way) => {
    const { server, proxy } = way.endpoint();
    const by = proxy['HTTPS_PROXY'] === undefined ? '' : ', through a proxy';
    const evidence = `${shownUrl(server)}${by}`;
    const unprotected = way.notices.all().map(({ message }) => message);
    return unprotected.length === 0
      ? ok(evidence)
      : warning([evidence, ...unprotected], 'Use https with the certificate authority of the hub in the kubeconfig.');
  },
};
