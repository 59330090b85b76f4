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
      return warning([notice.message], 'Where a proxy stands before the hub, have it pass on the Date header of the answers.');
    return warning([notice.message], 'Have this machine set its clock by NTP: a clock that is off makes good tokens look expired.');
  },
};
