import { clockNotice } from '../../hub/access/clock-notice.ts';
import { ok, type Check, warning } from '../check.ts';

export const clock: Check = {
  id: 'clock',
  title: 'clock',
  asks: 'Do the clocks of this machine and of the hub agree?',
  needs: ['reachability'],
  remedy: [],
  run: async (way) => {
    await way.probe();
    const notice = clockNotice(way.hubTime(), way.options.wallClock());
    if (notice === undefined) return ok('they agree to within 30 s');
    if (way.hubTime() === undefined)
      return warning([notice.message], 'If there is a proxy before the hub, let it pass on the Date header of the answers.');
    return warning([notice.message], 'Let NTP set the clock of this machine: with a wrong clock, valid tokens seem expired.');
  },
};
