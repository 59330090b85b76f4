import { nearestTypo } from '../../../fleet/text/nearest.ts';
import { once } from '../../../fleet/memo/once.ts';
import type { NameFault } from '../../name-format.ts';

/**
 * What is wrong with the time zone of a CronJob. API servers find time zones by exact name, in files. An area may get new cities, so a name
 * with an area is certainly refused only if it is similar to a known one. Source: validateTimeZone in `pkg/apis/batch/validation/validation.go` of
 * Kubernetes.
 */
export function timeZoneFault(zone: string): ZoneFault | undefined {
  const hint = 'Write a name of the IANA time zone database, such as `Europe/Berlin` or `Etc/UTC`.';
  if (zone === '') return { says: 'it is empty', hint: 'Name a time zone, or remove the field.' };
  if (zone.split('/').some((part) => !/^[A-Za-z._+0-9][-A-Za-z._+0-9]{0,13}$/.test(part) || part === '.' || part === '..'))
    return { says: 'it is not the name of a time zone', hint };
  if (zone.toLowerCase() === 'local') return { says: 'the name of a time zone is required', hint };
  if (listed().has(zone)) return undefined;
  const known = zone.startsWith('+') || ABBREVIATIONS.has(zone.toUpperCase()) ? undefined : writtenAs(zone);
  if (known !== undefined)
    return known !== zone && known.toLowerCase() === zone.toLowerCase()
      ? { says: 'the name is case-sensitive', hint: `Write \`${known}\`.` }
      : undefined;
  const meant = nearestTypo(zone, listed());
  if (meant !== undefined && zone.includes('/')) return { says: 'there is no such time zone', hint: `Write \`${meant}\`.` };
  if (ODD.has(zone)) return undefined;
  return zone.includes('/')
    ? { says: 'no version of the time zone database that this program knows has it', hint, mayBeNewer: true }
    : { says: 'there is no such time zone', hint };
}

interface ZoneFault extends NameFault {
  /** A newer version of the database may have it. */
  readonly mayBeNewer?: true;
}

/** JavaScript accepts these, but the IANA database does not have them. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
);

/** Files beside the time zones that API servers accept as time zones. */
const ODD: ReadonlySet<string> = new Set(['Factory', 'localtime', 'posixrules']);

const listed = once((): ReadonlySet<string> => new Set(Intl.supportedValuesOf('timeZone')));

/** A cache: each call takes a sixth of a millisecond, and the CronJobs of one tree use few time zones. */
const written = new Map<string, string | undefined>();

/** The known time zone of that name, or its current name. */
function writtenAs(zone: string): string | undefined {
  if (!written.has(zone)) written.set(zone, canonical(zone));
  return written.get(zone);
}

function canonical(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
