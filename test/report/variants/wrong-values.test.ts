import { expect, test } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { readReport } from '../../../src/report/json/read-report.ts';
import { renderJson } from '../../../src/report/json/render-json.ts';
import { kindOf, valuesOf, withValue, type Json } from '../../support/reports/values-of-report.ts';
import { WHOLE_REPORT } from '../../support/reports/whole-report.ts';

const whole = JSON.parse(renderJson(WHOLE_REPORT)) as Json;

test('a value of another type is refused at any place, and the place is named', () => {
  const tried = [...valuesOf(whole)];
  expect(tried.length).toBeGreaterThan(400);
  for (const { way, value } of tried) {
    for (const wrong of wrongFor(value)) {
      const text = JSON.stringify(withValue(whole, way, wrong));
      expect(() => readReport(text), `${way.join('.')} ${JSON.stringify(wrong)}`).toThrow(ConfigError);
    }
  }
});

function wrongFor(value: Json): readonly Json[] {
  // A list where all keys are optional reads as an object without any.
  const others: readonly Json[] = kindOf(value) === 'object' ? [null, 'x', 7, false] : [null, 'x', 7, false, ['x'], { x: 'y' }];
  return others.filter((other) => kindOf(other) !== kindOf(value));
}
