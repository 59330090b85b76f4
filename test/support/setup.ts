/** Runs before each test file, because any test may render a report in any format. */
import { loadRenderers } from '../../src/report/render.ts';

await loadRenderers();
