import type { RecordedEvent, Recording } from './recording.ts';

/** The same story as it reaches a watcher in other ways. Whatever was there before the deploy is seen as it was. */

/** In polls: everything comes at the next full period after it happened. */
export function polled(recording: Recording, period: number): Recording {
  const { startedAt } = recording;
  const late = (event: RecordedEvent): RecordedEvent =>
    event.at <= startedAt ? event : { ...event, at: startedAt + Math.ceil((event.at - startedAt) / period) * period };
  return { ...recording, events: recording.events.map(late) };
}

/** Each kind late by its own delay, so that kinds are reordered against each other. */
export function lagging(recording: Recording, lags: Readonly<Record<string, number>>): Recording {
  const events = recording.events.map((event) =>
    event.at <= recording.startedAt ? event : { ...event, at: event.at + (lags[event.object.kind] ?? 0) },
  );
  return { ...recording, events: events.toSorted((a, b) => a.at - b.at) };
}

/** Broken off: nothing happens any more, and nobody is heard either. */
export function brokenOff(recording: Recording, share: number): Recording {
  const endedAt = recording.startedAt + (recording.endedAt - recording.startedAt) * share;
  return { ...recording, events: recording.events.filter((event) => event.at <= endedAt), endedAt };
}

/** The gate is started, or started again, when all is over. */
export function startedLate(recording: Recording): Recording {
  return { ...recording, startedAt: recording.endedAt };
}
