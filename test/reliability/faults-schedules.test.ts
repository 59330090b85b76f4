import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/gates/deploy/expectation.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { HUB_TOKEN } from '../support/fault-proxy/hub-in-process.ts';
import { playSchedule, storyEvents, type PlayedSchedule, type Story } from '../support/fault-proxy/play-schedule.ts';
import { randomOf } from '../support/fault-proxy/random.ts';
import { randomSchedule, type Episode, type ScheduleShape } from '../support/fault-proxy/schedule.ts';
import { expectationFor } from '../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { reliability } from '../support/reliability.ts';
import { isMissing } from '../support/truth.ts';

const suite = reliability('faults-schedules', {
  title: 'Random faults over every recording',
  proves:
    'With faults between the gate and the hub, the gate has the same verdict as without, or reports that the hub cannot be reached. The seed of a run decides its faults. It fails for any other outcome, and for more than two requests a second for one kind.',
});

/** Schedules for each recording. The sample of every run plays this many schedules, each on another recording. */
const ROUNDS = 12;
const SHARE = 12;
const TIMEOUT = 240_000;

describe.skipIf(isMissing('recordings'))('random faults on the way to a hub', () => {
  it.each([
    { heals: true, tried: 'Schedules in which every fault ends', seeds: 0 },
    { heals: false, tried: 'Schedules in which one fault stays for ever', seeds: 1_000_000 },
  ])('$tried: the verdict is the same as without faults, or there is none', async ({ heals, tried, seeds }) => {
    const kubeconfig = kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN });
    const counted = { same: 0, later: 0, unseen: 0, asked: 0, peak: 0 };
    const wrong: string[] = [];
    const names = chosen(seeds);
    for (const [at, name] of names.entries()) {
      const { story, quiet } = await quietly(name, kubeconfig);
      const within = Math.min(40_000, Math.max(3000, quiet.took));
      for (let round = 0; round < suite.size(ROUNDS / 2, 1); round++) {
        const seed = suite.seed * 10_000_000 + seeds + at * 100 + round;
        const episodes = randomSchedule(randomOf(seed), { heals, within });
        const played = await playSchedule(story, kubeconfig, episodes, randomOf(seed));
        const fault = isOther(played, quiet) ? await otherwise(story, quiet, kubeconfig, seed, episodes) : faultOf(played);
        if (fault !== undefined) wrong.push(`${name}, seed ${seed}: ${fault}\n  ${episodes.map(({ what }) => what).join('\n  ')}`);
        if (isOther(played, quiet)) counted.later++;
        else if (isUnseen(played) && !isUnseen(quiet)) counted.unseen++;
        else counted.same++;
        counted.asked += played.asked;
        counted.peak = Math.max(counted.peak, played.peak.times);
      }
    }
    expect(wrong.join('\n')).toBe('');
    // A gate that always reports an unreachable hub would never be wrong.
    const times = counted.same + counted.later + counted.unseen;
    if (heals) expect(counted.same / times).toBeGreaterThan(0.95);
    suite.tell({
      tried: `${tried}, over every recording`,
      times,
      outcome: `${counted.same} the verdict without faults, ${counted.later} that verdict with more time or from a later start, ${counted.unseen} out of reach or not allowed, no other`,
    });
    suite.tell({
      tried: `${tried}: requests to the hub`,
      times: counted.asked,
      outcome: `at most ${counted.peak} for one kind in any minute`,
    });
  });
});

/** A recording, and what a quiet way brings; played once. */
function quietly(name: string, kubeconfig: string): Promise<Quiet> {
  const played = quiets.get(name) ?? playQuietly(name, kubeconfig);
  quiets.set(name, played);
  return played;
}

interface Quiet {
  readonly story: Story;
  readonly quiet: PlayedSchedule;
}

const quiets = new Map<string, Promise<Quiet>>();

async function playQuietly(name: string, kubeconfig: string): Promise<Quiet> {
  const story = storyOf(name, TIMEOUT);
  const quiet = await playSchedule(story, kubeconfig, []);
  if (quiet.took < TIMEOUT) return { story, quiet };
  // Only time ends these, so they are kept short.
  const short = storyOf(name, TIMEOUT / 3);
  return { story: short, quiet: await playSchedule(short, kubeconfig, []) };
}

/** All recordings, or as many as the share has, others for each seed. */
function chosen(seed: number): readonly string[] {
  const names = recordingNames();
  if (suite.whole) return names;
  const random = randomOf(suite.seed + seed);
  return Array.from({ length: SHARE / 2 }, () => random.pick(names));
}

/** Times of minutes are shortened to one minute, so that thousands of recordings can be played. */
function storyOf(name: string, timeout: number): Story {
  const { expected, startedAt } = readRecording(name);
  const asked = expectationFor(expected);
  const { grace } = asked.options;
  const quick: Expectation['options'] = {
    ...asked.options,
    timeout: Math.min(asked.options.timeout, timeout),
    grace: { ...grace, member: 60_000, sync: 60_000, stalled: 60_000, removal: 60_000 },
  };
  return { events: storyEvents(name), expectation: { ...asked, options: quick }, startedAt };
}

/**
 * Another outcome is right where faults took the time that the verdict needs, or hid what happened meanwhile. So with more time it is that
 * of the quiet way, or of a quiet way to a gate that starts when the last fault is over. @returns what is wrong
 */
async function otherwise(
  story: Story,
  quiet: PlayedSchedule,
  kubeconfig: string,
  seed: number,
  episodes: readonly Episode[],
): Promise<string | undefined> {
  const { expectation } = story;
  const { timeout } = expectation.options;
  const patient = { ...story, expectation: { ...expectation, options: { ...expectation.options, timeout: 3 * timeout } } };
  const played = await playSchedule(patient, kubeconfig, randomSchedule(randomOf(seed), shapeOf(quiet, episodes)), randomOf(seed));
  if (!isOther(played, quiet)) return faultOf(played);
  const lateBy = Math.max(...episodes.map(({ to }) => to).filter((to) => Number.isFinite(to)));
  const late = await playSchedule({ ...patient, lateBy }, kubeconfig, []);
  return isOther(played, late) ? `${played.report.outcome} instead of ${quiet.report.outcome}` : faultOf(played);
}

function shapeOf(quiet: PlayedSchedule, episodes: readonly Episode[]): ScheduleShape {
  const within = Math.min(40_000, Math.max(3000, quiet.took));
  return { heals: episodes.every(({ to }) => Number.isFinite(to)), within };
}

function isUnseen({ report: { outcome } }: PlayedSchedule): boolean {
  return outcome === 'unreachable' || outcome === 'notAllowed';
}

function isOther(played: PlayedSchedule, quiet: PlayedSchedule): boolean {
  return played.report.outcome !== quiet.report.outcome && !isUnseen(played);
}

function faultOf({ peak, left }: PlayedSchedule): string | undefined {
  if (peak.times > 120) return `${peak.times} requests for ${peak.what} in a minute`;
  return left > 0 ? `${left} timers are left` : undefined;
}
