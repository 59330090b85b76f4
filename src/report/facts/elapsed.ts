/** `1h05m`, `3m12s`, `45s`, of milliseconds. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  if (hours > 0) return `${hours}h${two(minutes)}m`;
  return minutes > 0 ? `${minutes}m${two(rest)}s` : `${rest}s`;
}

/** `1h05m`, `3m`, `45s`: the largest unit that says something, for where columns are few. Of milliseconds. */
export function roughElapsed(ms: number): string {
  return elapsedText(ms).replace(/(?<=m)\d+s$/, '');
}
