const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|[-+](\d\d):(\d\d))$/;

/**
 * Whether Go's `time.Parse(time.RFC3339, …)` accepts the text. It is less strict than the RFC about hours, fractions and zones, and strict
 * about days.
 */
export function isGoTime(text: string): boolean {
  const match = RFC3339.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  return isDay && hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute <= 60;
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
