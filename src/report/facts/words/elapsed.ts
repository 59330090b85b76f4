/** Milliseconds as `1h05m`, `3m12s` or `45s`. */
export function elapsedText(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms);
  return hours === 0 && minutes > 0 ? `${minutes}m${two(seconds)}s` : roughElapsed(ms);
}

/** Milliseconds as `1h05m`, `3m` or `45s`, if there are few columns. */
export function roughElapsed(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms);
  if (hours > 0) return `${hours}h${two(minutes)}m`;
  return minutes > 0 ? `${minutes}m` : `${seconds}s`;
}

function partsOf(ms: number): Readonly<Record<'hours' | 'minutes' | 'seconds', number>> {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
