import { isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { spanText } from '../../../duration.ts';
import { waitsForPerson } from '../../hub/auth/device-code.ts';
import { usedExec } from '../../hub/auth/used-exec.ts';
import { ok, type Check, warning } from '../check.ts';

/** From this duration on, a person would notice the wait before each run. */
const SLOW_MS = 15_000;

export const loginProgram: Check = {
  id: 'login-program',
  title: 'login program',
  asks: 'Is the program that logs in installed, does it answer in time, and does it do so without a person?',
  needs: ['server-url'],
  remedy: [
    'Run the program by itself, as the kubeconfig writes it, to see its own words.',
    'For Azure, choose a login that needs no person: `kubelogin convert-kubeconfig -l azurecli`, or `-l workloadidentity` in a GitHub job.',
    'If the program is missing, install it. For Azure it is kubelogin: the action `azure/use-kubelogin`, or `az aks install-cli`.',
  ],
  run: async (way) => {
    const { user } = way.context();
    const exec = usedExec(user);
    const command = stringAt(exec, 'command');
    if (command === undefined)
      return ok(
        isObject(user['exec'])
          ? 'not used, because the user has a credential too, which is sent as by kubectl'
          : 'the kubeconfig names none',
      );
    const began = way.clock.now();
    await way.credential();
    const took = way.clock.now() - began;
    const evidence = `${command} logged in within ${spanText(took)}`;
    const person = waitsForPerson(command, listAt(exec, 'args').map(String), way.options.env, stringAt(exec, 'interactiveMode'));
    if (person !== undefined) return warning([evidence, `in a pipeline it would not: it is ${person}`], ...loginProgram.remedy.slice(1, 2));
    return took < SLOW_MS ? ok(evidence) : warning([evidence], 'Log in before, so that the program finds a session to use.');
  },
};
