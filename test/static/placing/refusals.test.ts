import { expect, test } from 'vitest';

import type { Unpicked } from '../../../src/schedule/decision.ts';
import { refusalsText } from '../../../src/static/placing/refusals.ts';

test('silent clusters share one reason for any age of their last heartbeat', () => {
  const silent = ['5.10', '7.25', '63'].map((minutes, index) =>
    unpicked(`c${index}`, `no heartbeat (last received ${minutes} minutes ago)`),
  );
  expect(refusalsText([unpicked('d', 'tainted'), ...silent])).toBe('c0, c1, c2: no heartbeat (last received 5.10 minutes ago); d: tainted');
});

function unpicked(cluster: string, reason: string): Unpicked {
  return { cluster, plugin: 'ClusterEligibility', reason };
}
